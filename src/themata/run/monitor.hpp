#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "themata/io/place.hpp"
#include "themata/models/chain.hpp"
#include "themata/models/options.hpp"
#include "themata/run/row_file.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/store/monitored_file.hpp"

namespace themata {

/// Which chain of which fit is monitored.
struct MonitorPlace {
  Place fit;
  std::uint32_t chain;
  const Corpus& corpus;
  const FitOptions& options;
  std::string comments;  ///< that open monitored-<chain>.csv
};

/// Writes the monitored quantities of a chain (monitored_file.hpp), from --monitor-from on at every sweep:
///   E(phi_kv | z) = (n_kv + beta_kv) / (n_k + sum_v beta_kv),
///   E(theta_dk | z) = (m_dk + a_k) / (N_d + sum_k a_k),
/// the latter of the franchise by its tables (seating::expected_share), both of a model with masks over what
/// they have on, the same functions of z whichever sampler drew it; with spike and slab the active word types
/// are summed out too. of hpc and pcm phi and theta as the state holds them (docs/theory/diagnostics.md). It
/// looks at the state alone, and draws the documents from a stream of its own, so the chain's draws do not
/// depend on it.
class Monitor {
 public:
  /// @param begun  what the chain's checkpoint holds, and its state; nothing where the chain begins
  /// @throws InputError where an earlier run's files are damaged; ResourceError
  Monitor(const MonitorPlace& place, const Draw* begun, const AnyChain& chain);

  /// At the end of every sweep. @throws ResourceError
  void observe(const AnyChain& chain, std::uint64_t sweep);
  void sync();  ///< @throws ResourceError

  /// Slot of each monitored topic, Draw::no_topic for a dead one; empty before the first monitored sweep.
  const std::vector<std::uint16_t>& slots() const { return slots_; }

 private:
  void choose(const AnyChain& chain, std::uint64_t sweep);
  void open(std::uint64_t sweeps_done);
  void find_topics(const AnyChain& chain);
  std::string row(const AnyChain& chain, std::uint64_t sweep) const;

  MonitorPlace place_;
  MonitoredChoice choice_;
  std::optional<RowFile> rows_;
  std::vector<std::uint16_t> slots_;
  std::vector<std::uint64_t> names_;  ///< of the monitored topics, where they have any
};

}  // namespace themata
