#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "themata/models/options.hpp"
#include "themata/simulation/mixture.hpp"
#include "themata/simulation/simulated.hpp"

namespace themata {

/// What a corpus or a matrix is drawn from: what is simulated, and its options behind their table of fields.
class SimulateOptions {
 public:
  /// The defaults. @throws UsageError if nothing of that name can be simulated
  explicit SimulateOptions(std::string_view name);
  SimulateOptions(const SimulateOptions& other)
      : truth(other.truth), simulated_(other.simulated_), own_(other.own_->clone()) {}
  SimulateOptions(SimulateOptions&&) = default;
  SimulateOptions& operator=(const SimulateOptions& other) { return *this = SimulateOptions(other); }
  SimulateOptions& operator=(SimulateOptions&&) = default;
  ~SimulateOptions() = default;

  const simulate::Simulated& simulated() const { return *simulated_; }
  std::string_view model() const { return simulated_->info().name; }
  const simulate::CommonOptions& common() const { return simulated_->common(*own_); }
  const AnyOptions& own() const { return *own_; }

  std::span<const Field> fields() const { return own_->fields(); }
  bool has(std::string_view name) const;
  /// @throws UsageError if it has no such option, naming the simulations that have it
  OptionValue get(std::string_view name) const;
  /// @throws UsageError if it has no such option, or the value is of another kind
  SimulateOptions& set(std::string_view name, const OptionValue& value);
  SimulateOptions& read(std::string_view name, const std::string& text);  ///< the same from a text

  /// Fills in what is left to the program.
  /// @throws UsageError where an option is missing or out of its range, or options rule each other out
  void complete();

  bool truth = false;  ///< also where it is not written unless asked for

 private:
  std::size_t find(std::string_view name) const;

  const simulate::Simulated* simulated_;
  std::unique_ptr<AnyOptions> own_;
};

/// Whether a matrix alone is drawn.
bool is_matrix(const SimulateOptions& options);

/// The options with what is left to the program. @throws UsageError as SimulateOptions::complete
SimulateOptions with_defaults(SimulateOptions options);

/// Every option that the corpus depends on, under its command-line name. @param options  with defaults
nlohmann::ordered_json to_json(const SimulateOptions& options);

namespace simulate {

/// Options of a corpus. @param options  not of a matrix
const CorpusOptions& corpus_options(const SimulateOptions& options);

/// Draws the mixture of a corpus: what its Simulation draws, and a table of the topics' weights.
/// @param options  with defaults
/// @throws as Simulation::draw
Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool);

}  // namespace simulate
}  // namespace themata
