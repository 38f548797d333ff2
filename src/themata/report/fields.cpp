#include "themata/report/fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "themata/store/metadata_value.hpp"

namespace themata::report_parts {

namespace {

constexpr std::size_t most_fields = 12;
constexpr std::size_t longest_text = 200;         ///< bytes; longer values are texts to read, not groups
constexpr std::size_t most_texts = 50'000;        ///< different values that are counted
constexpr std::size_t most_categories = 20;       ///< shown; the rest are "other"
constexpr double least_part_in_categories = 0.2;  ///< documents in those shown, of all with a value
constexpr std::size_t most_values = 40;           ///< whole numbers with a group each
constexpr std::size_t bins = 10;                  ///< of other numbers
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The year of a date in whatever form.
std::optional<double> year_of_date(const std::string& text) {
  for (const DateForm form : recognized_dates)
    if (const auto years = years_of_date(text, form)) return std::floor(*years);
  return std::nullopt;
}

/// The groups of documents, counted. @returns without groups if there are fewer than two
FieldGroups counted(FieldGroups groups, const Corpus& corpus) {
  groups.documents.assign(groups.n_groups(), 0);
  groups.tokens.assign(groups.n_groups(), 0);
  for (std::size_t d = 0; d < groups.group.size(); ++d) {
    if (groups.group[d] == FieldGroups::no_group) continue;
    ++groups.documents[groups.group[d]];
    groups.tokens[groups.group[d]] += corpus.length(d);
  }
  if (groups.n_groups() < 2) return {};
  return groups;
}

/// Where groups of ascending values begin: whole numbers, if few, one by one; else groups of about equal
/// size.
std::vector<double> beginnings(const std::vector<double>& ascending) {
  std::vector<double> values;
  std::ranges::unique_copy(ascending, std::back_inserter(values));
  const bool whole = std::ranges::all_of(values, [](double x) { return x == std::floor(x); });
  if (values.size() <= (whole ? most_values : bins)) return values;
  std::vector<double> begins;
  for (std::size_t i = 0; i < bins; ++i) {
    const double begin = ascending[i * ascending.size() / bins];
    if (begins.empty() || begin > begins.back()) begins.push_back(begin);
  }
  return begins;
}

}  // namespace

FieldValues::FieldValues(std::string name, std::size_t n_documents)
    : name_(std::move(name)), numbers_(n_documents, no_number), years_(numbers_), texts_(n_documents, none) {}

void FieldValues::add(std::size_t document, const nlohmann::ordered_json& value) {
  const std::optional<std::string> text = text_of_value(value);
  if (!text) return;
  const auto put = [&](std::vector<double>& numbers, const std::optional<double>& number) {
    if (!numbers.empty() && number) numbers[document] = *number;
    if (!number) numbers.clear();
  };
  put(numbers_, number_of(*text));
  if (!years_.empty()) {
    dates_.add(*text, document);
    put(years_, year_of_date(*text));
  }
  if (!texts_.empty()) add_text(document, *text);
}

void FieldValues::add_text(std::size_t document, const std::string& value) {
  if (value.size() > longest_text || counts_.size() >= most_texts) {
    texts_.clear();
    return;
  }
  const auto [it, is_new] = numbers_of_texts_.emplace(value, counts_.size());
  if (is_new) counts_.push_back(0);
  texts_[document] = it->second;
  ++counts_[it->second];
}

FieldGroups FieldValues::groups(const Corpus& corpus) const {
  // Whether days and months are exchanged does not change a year.
  const auto fault = dates_.fault();
  const bool has_years = dates_.form() || (fault && fault->kind == DateScan::Fault::Kind::ambiguous);
  if (!years_.empty() && has_years && (numbers_.empty() || dates_.form() == DateForm::compact))
    return counted(by_number(years_, "year"), corpus);
  if (!numbers_.empty()) return counted(by_number(numbers_, "number"), corpus);
  if (!texts_.empty()) return counted(by_text(), corpus);
  return {};
}

FieldGroups FieldValues::by_number(const std::vector<double>& numbers, const char* kind) const {
  FieldGroups groups{name_, kind, {}, {}, {}, {}};
  std::vector<double> ascending;
  for (const double x : numbers)
    if (!std::isnan(x)) ascending.push_back(x);
  std::ranges::sort(ascending);
  const std::vector<double> begins = beginnings(ascending);
  for (std::size_t g = 0; g < begins.size(); ++g) {
    const auto end =
        g + 1 < begins.size() ? std::ranges::lower_bound(ascending, begins[g + 1]) : ascending.end();
    const double last = *(end - 1);
    groups.labels.push_back(last == begins[g] ? fmt::format("{:.10g}", last)
                                              : fmt::format("{:.10g} to {:.10g}", begins[g], last));
  }
  for (const double x : numbers)
    groups.group.push_back(
        std::isnan(x) ? FieldGroups::no_group
                      : static_cast<std::uint8_t>(std::ranges::upper_bound(begins, x) - begins.begin() - 1));
  return groups;
}

FieldGroups FieldValues::by_text() const {
  std::vector<const std::string*> texts(counts_.size());
  for (const auto& [text, number] : numbers_of_texts_) texts[number] = &text;
  std::vector<std::uint32_t> order(counts_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : *texts[a] < *texts[b];
  });
  FieldGroups groups{name_, "category", {}, {}, {}, {}};
  std::vector<std::uint8_t> group_of(counts_.size(), most_categories);
  std::uint64_t all = 0, shown = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    all += counts_[order[i]];
    if (i >= most_categories) continue;
    shown += counts_[order[i]];
    groups.labels.push_back(*texts[order[i]]);
    group_of[order[i]] = static_cast<std::uint8_t>(i);
  }
  const bool nearly_all_differ = order.size() > most_categories && 2 * order.size() > all;
  if (nearly_all_differ || static_cast<double>(shown) < least_part_in_categories * static_cast<double>(all))
    return {};
  if (order.size() > most_categories) groups.labels.emplace_back("other");
  for (const std::uint32_t text : texts_)
    groups.group.push_back(text == none ? FieldGroups::no_group : group_of[text]);
  return groups;
}

void FieldScan::add(std::size_t document, const nlohmann::ordered_json& metadata) {
  if (!metadata.is_object()) return;
  for (const auto& [name, value] : metadata.items()) {
    if (value.is_structured()) continue;
    auto field = std::ranges::find(fields_, name, &FieldValues::name);
    if (field == fields_.end()) {
      if (fields_.size() == most_fields) continue;
      fields_.emplace_back(name, n_documents_);
      field = fields_.end() - 1;
    }
    field->add(document, value);
  }
}

std::vector<FieldGroups> FieldScan::groups(const Corpus& corpus) const {
  std::vector<FieldGroups> result;
  for (const FieldValues& field : fields_) {
    FieldGroups groups = field.groups(corpus);
    if (groups.n_groups() > 0) result.push_back(std::move(groups));
  }
  return result;
}

}  // namespace themata::report_parts
