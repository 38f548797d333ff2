#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "themata/random/beta_prior.hpp"
#include "themata/random/gamma_prior.hpp"

namespace themata {

/// What an option may hold: a text, a whole number, a number, or the prior of a hyperparameter.
using OptionValue = std::variant<std::string, std::uint64_t, double, GammaPrior, BetaPrior>;

/// A number that is left to the program, which fills it in with the other defaults (with_defaults).
inline constexpr std::uint64_t automatic = std::numeric_limits<std::uint64_t>::max();
inline constexpr double automatic_number = -std::numeric_limits<double>::infinity();
bool is_automatic(const OptionValue& value);

/// Ends of ranges, both of which belong to a range.
namespace range {
inline constexpr double above_zero = 1e-12;
inline constexpr double below_one = 1 - above_zero;
inline constexpr double any = std::numeric_limits<double>::max();
/// Beyond it counts are lost beside the prior in single precision.
inline constexpr double largest_prior = 1e6;
/// Of the numbers of a Beta prior.
inline constexpr double least_beta = 0.01;
/// Sweeps and seeds fit the counter of the random streams.
inline constexpr double most_whole = 4294967295.0;
inline constexpr double most_topics = 65535;
}  // namespace range

/// Where help lists an option.
enum class OptionGroup { corpus, topics, priors, sampler, tables, run, monitoring };
std::string_view title_of(OptionGroup group);

/// Values of another option, one of which an option needs to have an effect.
struct Need {
  std::string_view option;
  std::vector<std::string_view> values = {};  ///< empty: any but "" and 0
};

/// One option of a fit or a simulation, from which the command line with its help, the manifest, the axes of
/// a grid and the Python package are made.
struct Field {
  std::string_view name;  ///< words joined by dashes: "document-discount"
  OptionGroup group = OptionGroup::topics;
  double least = 0, most = 0;                  ///< range of a number, both ends allowed
  std::vector<std::string_view> choices = {};  ///< of a text; empty where any will do
  std::string_view help;                       ///< names other options between backticks
  bool list = false;         ///< whether a text holds some of the choices, separated by commas, or none
  bool from_corpus = false;  ///< not for a person to give: it follows from the corpus's labels
  bool axis = false;         ///< whether grids may vary it
  /// Whether it is for single fits: it names files of one model, or a grid sets it itself.
  bool single_fit = false;
  bool chooses_sampler = false;  ///< whether a self-test takes it from the person who runs it
  /// What fits did before they had this field, whose manifests lack it; nothing: the default.
  std::optional<std::uint64_t> earlier = std::nullopt;
  std::string_view earlier_choice = {};  ///< the same of a text
  bool required = false;                 ///< whether it must be given; its default is `automatic`
  /// Without any of these it has no effect, and is refused if it is given (models/unused_options.hpp).
  std::vector<Need> needs = {};
};

/// Refuses a value outside of the field's range or choices. A number may be `automatic` where its default is.
/// @throws UsageError with the field, the value and what was expected
void check_value(const Field& field, const OptionValue& value, const OptionValue& otherwise);

/// A text as a value of the same kind as `kind`: 0.5 as "0.5", a prior as "SHAPE,RATE" or "A,B". Its range is
/// not checked.
/// @throws UsageError
OptionValue parse_value(const Field& field, const OptionValue& kind, const std::string& text);

/// The value as parse_value reads it; numbers in the shortest form that gives the same number again.
std::string to_text(const OptionValue& value);

/// Whether `what` is one of the parts of a text that commas separate.
bool lists(std::string_view text, std::string_view what);

}  // namespace themata
