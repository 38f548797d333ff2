#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "themata/options/field.hpp"

namespace themata {

/// A field, and where an aggregate of options keeps it.
template <class Options>
struct FieldOf {
  using Place = std::variant<std::string Options::*, std::uint64_t Options::*, double Options::*,
                             GammaPrior Options::*, BetaPrior Options::*>;
  Field field;
  Place place;
};

/// The fields of an aggregate, in the order of help.
template <class Options>
class FieldTable {
 public:
  explicit FieldTable(std::vector<FieldOf<Options>> fields) {
    for (auto& [field, place] : fields) {
      fields_.push_back(std::move(field));
      places_.push_back(place);
    }
  }

  std::span<const Field> fields() const { return fields_; }
  OptionValue get(const Options& options, std::size_t i) const {
    return std::visit([&](auto place) { return OptionValue(options.*place); }, places_[i]);
  }
  /// @param value  of the kind that get() returns
  void set(Options& options, std::size_t i, const OptionValue& value) const {
    std::visit([&](auto place) { options.*place = std::get<std::decay_t<decltype(options.*place)>>(value); },
               places_[i]);
  }

 private:
  std::vector<Field> fields_;
  std::vector<typename FieldOf<Options>::Place> places_;
};

/// One table after another.
template <class Options>
std::vector<FieldOf<Options>> joined(std::initializer_list<std::vector<FieldOf<Options>>> parts) {
  std::vector<FieldOf<Options>> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Options of any model as values of fields, for code that knows neither the model nor its aggregate.
class AnyOptions {
 public:
  virtual ~AnyOptions() = default;
  virtual std::unique_ptr<AnyOptions> clone() const = 0;
  virtual std::span<const Field> fields() const = 0;
  virtual OptionValue get(std::size_t field) const = 0;
  /// @param value  of the kind that get() returns
  virtual void set(std::size_t field, const OptionValue& value) = 0;
  /// The default.
  virtual OptionValue otherwise(std::size_t field) const = 0;
};

template <class Options>
class AnyOptionsOf final : public AnyOptions {
 public:
  /// @param table  outlives this
  explicit AnyOptionsOf(const FieldTable<Options>& table, Options defaults = {})
      : table_(&table), value_(defaults), defaults_(std::move(defaults)) {}

  const Options& value() const { return value_; }
  Options& value() { return value_; }

  std::unique_ptr<AnyOptions> clone() const override { return std::make_unique<AnyOptionsOf>(*this); }
  std::span<const Field> fields() const override { return table_->fields(); }
  OptionValue get(std::size_t field) const override { return table_->get(value_, field); }
  void set(std::size_t field, const OptionValue& value) override { table_->set(value_, field, value); }
  OptionValue otherwise(std::size_t field) const override { return table_->get(defaults_, field); }

 private:
  const FieldTable<Options>* table_;
  Options value_, defaults_;
};

}  // namespace themata
