#pragma once

#include <cstdint>
#include <optional>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// A fit whose readers leave out more of its chains than the fit did: kept draws and rows of the traces up to
/// this sweep, in what is shown, averaged and judged. The fit itself stays as it is.
/// @param burn_in  sweeps; nothing: the burn-in of the fit. A smaller one than that adds rows of the traces
/// to what is judged, but no draws: there are none.
/// @throws as open_fit; UsageError if a chain has draws, but none after this sweep
FitFolder open_fit_after(const Place& path, std::optional<std::uint64_t> burn_in);

/// The fit with the verdict that it has after this sweep, which says what chain is shown; nothing: with its
/// own.
FitFolder judged_after(FitFolder fit, std::optional<std::uint64_t> burn_in);

}  // namespace themata
