#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace themata {

class FitOptions;
namespace detail {
struct Access;
}

/// A model that can be fitted.
struct ModelName {
  std::string name, title;  ///< "hdp", and what it is in a line
};
std::vector<ModelName> models();  ///< all of them, in the order of help

/// The kind of an option's value.
enum class OptionKind {
  text,
  whole,
  number,
  gamma_prior,  ///< "SHAPE,RATE"
  beta_prior    ///< "A,B"
};

/// What there is to know of an option.
struct OptionInfo {
  std::string name;  ///< words joined by dashes
  OptionKind kind = OptionKind::text;
  std::string heading;                    ///< of the options among which it is listed
  std::string help;                       ///< names other options between backticks
  std::string otherwise;                  ///< the default as text; "" where it is left to the program
  double least = 0, most = 0;             ///< range of a number, both ends allowed
  std::vector<std::string> choices = {};  ///< of a text; empty where any will do
  bool list = false;  ///< whether the text holds some of the choices, joined by commas, or "none"
};
/// The options that a model takes, in the order of help. @throws UsageError naming the models
std::vector<OptionInfo> option_table(std::string_view model);

/// The options of a fit: a model, and the options that `themata fit --model NAME --help` lists, without
/// dashes.
///     Options options("hdp");
///     options.set("learn", "alpha,beta,gamma").set("sweeps", 500);
class Options {
 public:
  /// The defaults of a model. @throws UsageError naming the models
  explicit Options(std::string_view model);
  Options(const Options& other);
  Options(Options&& other) noexcept;
  Options& operator=(Options other) noexcept;
  ~Options();

  /// @throws UsageError for an option that the model does not have, or a value of another kind. Ranges are
  /// checked by fit().
  Options& set(std::string_view name, std::string_view value);
  Options& set(std::string_view name, const char* value) { return set(name, std::string_view(value)); }
  Options& set(std::string_view name, double value);
  Options& set(std::string_view name, std::uint64_t value);
  Options& set(std::string_view name, int value);
  std::string get(std::string_view name) const;  ///< as text. @throws UsageError
  std::vector<std::string> names() const;        ///< of all options of this model
  std::string model() const;

 private:
  friend struct detail::Access;
  explicit Options(std::unique_ptr<FitOptions> options);

  std::unique_ptr<FitOptions> options_;
};

}  // namespace themata
