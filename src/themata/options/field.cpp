#include "themata/options/field.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

#include "themata/io/encoding.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"

namespace themata {

namespace {

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

std::string end_of(double most) { return most == range::any ? "infinity" : fmt::format("{:.0f}", most); }

/// "a number above 0, up to 1000000"
std::string expected_of(const Field& field) {
  const double least = field.least, most = field.most;
  if (least == most) return fmt::format("{:g}", least);
  if (least == range::above_zero && most == range::any) return "a number above 0";
  if (least == range::above_zero && most == range::below_one) return "a number above 0 and below 1";
  if (least == range::above_zero) return fmt::format("a number above 0, up to {}", end_of(most));
  if (least == -range::below_one) return fmt::format("a number above -1, up to {}", end_of(most));
  if (most == range::below_one) return "a number from 0, and below 1";
  return fmt::format("a number from {:g} to {}", least, end_of(most));
}

void check_number(const Field& field, double value) {
  if (!(value >= field.least && value <= field.most))
    throw UsageError(OptionFault{std::string(field.name), fmt::format("{:g}", value), expected_of(field)});
}

/// Whether it stands for "not given": for texts this is the empty one.
bool is_not_given(const OptionValue& value) {
  return is_automatic(value) || value == OptionValue(std::string());
}

constexpr const char* expected_of_gamma = "a shape and a rate above 0, with a comma between them";
constexpr const char* expected_of_beta = "two numbers from 0.01 to 1000000, with a comma between them";

void check_prior(const Field& field, const GammaPrior& prior) {
  const auto usable = [](double x) { return x >= range::above_zero && std::isfinite(x); };
  if (!usable(prior.shape) || !usable(prior.rate))
    throw UsageError(OptionFault{std::string(field.name), to_text(prior), expected_of_gamma});
}

/// Below the least, most draws are 0 or 1 in double precision.
void check_prior(const Field& field, const BetaPrior& prior) {
  const auto usable = [](double x) { return x >= range::least_beta && x <= range::largest_prior; };
  if (!usable(prior.a) || !usable(prior.b))
    throw UsageError(OptionFault{std::string(field.name), to_text(prior), expected_of_beta});
}

void check_text(const Field& field, const std::string& text) {
  if (field.choices.empty()) return;
  const auto is_choice = [&](const std::string& part) {
    return std::ranges::find(field.choices, part) != field.choices.end();
  };
  if (!field.list) {
    if (!is_choice(text))
      throw UsageError(
          OptionFault{std::string(field.name), fmt::format("'{}'", text), listed(field.choices, ", or ")});
    return;
  }
  const std::string expected = fmt::format("none, or some of {}", listed(field.choices, ", "));
  const std::vector<std::string> parts = split_list(text);
  if (text != "none" && (parts.empty() || !std::ranges::all_of(parts, is_choice)))
    throw UsageError(OptionFault{std::string(field.name), fmt::format("'{}'", text), expected});
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string_view title_of(OptionGroup group) {
  switch (group) {
    case OptionGroup::corpus:
      return "Corpus";
    case OptionGroup::topics:
      return "Topics";
    case OptionGroup::priors:
      return "Priors and hyperparameters";
    case OptionGroup::sampler:
      return "Sampler";
    case OptionGroup::tables:
      return "Moves of whole topics";
    case OptionGroup::run:
      return "Run";
    case OptionGroup::monitoring:
      return "Monitoring";
  }
  return "";
}

bool is_automatic(const OptionValue& value) {
  return value == OptionValue(automatic) || value == OptionValue(automatic_number);
}

void check_value(const Field& field, const OptionValue& value, const OptionValue& otherwise) {
  if (is_not_given(value) && otherwise == value) return;
  if (const auto* text = std::get_if<std::string>(&value))
    check_text(field, *text);
  else if (const auto* whole = std::get_if<std::uint64_t>(&value))
    check_number(field, static_cast<double>(*whole));
  else if (const auto* number = std::get_if<double>(&value))
    check_number(field, *number);
  else if (const auto* prior = std::get_if<GammaPrior>(&value))
    check_prior(field, *prior);
  else
    check_prior(field, std::get<BetaPrior>(value));
}

OptionValue parse_value(const Field& field, const OptionValue& kind, const std::string& text) {
  const auto refuse = [&](const char* expected) -> OptionValue {
    throw UsageError(OptionFault{std::string(field.name), fmt::format("'{}'", text), expected});
  };
  if (std::holds_alternative<std::string>(kind))  // a fit's manifest holds it
    return first_invalid_utf8(text) ? refuse("a text or the name of a file in UTF-8") : OptionValue(text);
  if (std::holds_alternative<std::uint64_t>(kind)) {
    const auto number = number_in<std::uint64_t>(text);
    return number ? OptionValue(*number) : refuse("a whole number");
  }
  if (std::holds_alternative<double>(kind)) {
    const auto number = number_in<double>(text);
    return number && *number != automatic_number ? OptionValue(*number) : refuse("a number");
  }
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto first = number_in<double>(std::string_view(text).substr(0, comma));
  const auto second = number_in<double>(std::string_view(text).substr(std::min(comma + 1, text.size())));
  const bool is_gamma = std::holds_alternative<GammaPrior>(kind);
  if (!first || !second) return refuse(is_gamma ? expected_of_gamma : expected_of_beta);
  return is_gamma ? OptionValue(GammaPrior{*first, *second}) : OptionValue(BetaPrior{*first, *second});
}

std::string to_text(const OptionValue& value) {
  if (const auto* prior = std::get_if<GammaPrior>(&value))
    return fmt::format("{},{}", prior->shape, prior->rate);
  if (const auto* prior = std::get_if<BetaPrior>(&value)) return fmt::format("{},{}", prior->a, prior->b);
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return std::to_string(*whole);
  return std::get<std::string>(value);
}

bool lists(std::string_view text, std::string_view what) {
  const std::vector<std::string> parts = split_list(text);
  return std::ranges::find(parts, what) != parts.end();
}

}  // namespace themata
