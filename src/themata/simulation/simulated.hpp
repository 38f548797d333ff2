#pragma once

#include <memory>
#include <string_view>

#include "themata/options/field_table.hpp"
#include "themata/simulation/options.hpp"

namespace themata::simulate {

/// Whether documents have labels, which are their topics.
enum class SimulatedLabels { none, topics };
/// When truth/ is written.
enum class TruthFiles { always, on_request };

/// What the rest of the library may know of a simulation.
struct SimulationInfo {
  std::string_view name;
  std::string_view title;  ///< what it draws, in a line of help
  SimulatedLabels labels = SimulatedLabels::none;
  TruthFiles truth = TruthFiles::always;
  std::string_view listed_after = {};  ///< the name after which lists show it; if empty, it is last
};

/// Something that can be simulated. Its options are an aggregate that only the simulation itself knows:
/// others see their fields.
class Simulated {
 public:
  explicit Simulated(SimulationInfo info) : info_(info) {}
  virtual ~Simulated() = default;
  const SimulationInfo& info() const { return info_; }

  virtual std::unique_ptr<AnyOptions> default_options() const = 0;
  /// Fills in what is left to the program. @param options  each in its range
  /// @throws UsageError if values rule each other out
  virtual void complete(AnyOptions& options) const = 0;
  virtual const CommonOptions& common(const AnyOptions& options) const = 0;

 private:
  SimulationInfo info_;
};

}  // namespace themata::simulate
