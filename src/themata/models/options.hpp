#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "themata/options/run_options.hpp"

namespace themata {

/// Options as a person gives them: names, and values as texts.
using GivenOptions = std::vector<std::pair<std::string, std::string>>;

/// Everything that determines a fit, and how it is run: a model, its own options, and those of every run.
/// Made by default_options() or options_from() (models/registry.hpp).
class FitOptions : public RunOptions {
 public:
  FitOptions(std::string_view model, std::unique_ptr<AnyOptions> own) : model_(model), own_(std::move(own)) {}
  FitOptions(const FitOptions& other)
      : RunOptions(other), model_(other.model_), own_(other.own_->clone()), given_(other.given_) {}
  FitOptions(FitOptions&&) = default;
  FitOptions& operator=(const FitOptions& other) { return *this = FitOptions(other); }
  FitOptions& operator=(FitOptions&&) = default;
  ~FitOptions() = default;

  const std::string& model() const { return model_; }

  /// The model's aggregate, which its own folder knows. @throws std::bad_cast for an aggregate of another
  /// model
  template <class Options>
  const Options& own() const {
    return dynamic_cast<const AnyOptionsOf<Options>&>(*own_).value();
  }
  template <class Options>
  Options& own() {
    return dynamic_cast<AnyOptionsOf<Options>&>(*own_).value();
  }

  /// The model's own fields, then those of a run.
  std::vector<const Field*> fields() const;
  const Field* find(std::string_view name) const;  ///< null where there is none of that name
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Whether a person may give it.
  bool takes(std::string_view name) const { return has(name) && !find(name)->from_corpus; }
  /// @throws UsageError where there is no such field, or the value is of another kind or out of its range
  OptionValue get(std::string_view name) const;
  OptionValue otherwise(std::string_view name) const;  ///< the default
  void set(std::string_view name, const OptionValue& value);
  /// The same from a text. Former names are taken too. @throws UsageError
  void read(std::string_view name, const std::string& text);

  /// Whether a person gave a value, rather than leaving the default: what is given is not learned.
  bool is_given(std::string_view name) const { return given_.contains(name); }
  const std::set<std::string, std::less<>>& given() const { return given_; }
  void mark_given(std::string_view name) { given_.emplace(name); }

  /// A field that the model has, of one kind. Where some models lack it, ask has() first.
  /// @throws std::logic_error where the model has no such field
  std::uint64_t whole(std::string_view name) const;
  double number(std::string_view name) const;
  std::string text(std::string_view name) const;

  /// @throws UsageError where a value is out of its field's range
  void check_values() const;

 private:
  OptionValue known(std::string_view name) const;

  std::string model_;
  std::unique_ptr<AnyOptions> own_;
  std::set<std::string, std::less<>> given_;
};

/// Those of the hyperparameters that nobody gave, which are learned then: "alpha,beta", or "none".
using Names = std::vector<std::string_view>;
std::string not_given(const FitOptions& options, const Names& names);

/// Former names of options. Users may give them for one more version; manifests may hold them forever.
struct FormerOption {
  std::string_view name, now;  ///< `now` is "" if the option was replaced by several
};
std::span<const FormerOption> former_options();
/// The current name of an option that was renamed; other names are returned as they are.
std::string_view current_name(std::string_view name);
/// Whether it is the former option that set the priors of all hyperparameters at once.
bool sets_all_priors(std::string_view name);

/// Every field under its name, and "model".
nlohmann::json to_json(const FitOptions& options);
/// Sets the options that a manifest holds. Options that it lacks keep their defaults, and options that the
/// model does not have are ignored. @throws InputError naming `file` where an option is of the wrong kind
void read_json(FitOptions& options, const nlohmann::json& manifest, const std::string& file);

}  // namespace themata
