#pragma once

#include <cstdint>
#include <optional>

#include "themata/chain/pool.hpp"
#include "themata/diagnose/diagnosis.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// What to diagnose.
struct DiagnosisOptions {
  std::optional<std::uint64_t> burn_in;  ///< sweeps to leave out; nothing: the burn-in of the fit
  bool topics = true;                    ///< also the proportions of aligned topics
};

/// @throws InputError if a trace, a draw or the corpus is damaged, or a trace is too short for R-hat
FitDiagnosis diagnose_fit(const FitFolder& fit, const DiagnosisOptions& options, Pool& pool);

}  // namespace themata
