#include "themata/corpus/read/name_pattern.hpp"

#include <algorithm>
#include <functional>

#include "themata/io/compression.hpp"
#include "themata/io/error.hpp"

namespace themata::read {

namespace {

constexpr const char* form_of_patterns =
    "names of fields in braces with text between them, such as {party}_{year}";

std::string_view without_endings(std::string_view path) {
  path = without_compression(path);
  for (const std::string_view ending : {".txt", ".TXT"})
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  return path;
}

}  // namespace

NamePattern::NamePattern(std::string pattern) : pattern_(std::move(pattern)) {
  const auto refuse = [&] {
    throw UsageError(OptionFault{"metadata-from-names", pattern_, form_of_patterns});
  };
  std::string text;
  for (std::size_t i = 0; i < pattern_.size(); ++i) {
    if (pattern_[i] != '{') {
      text += pattern_[i];
      continue;
    }
    const std::size_t end = pattern_.find('}', i);
    if (end == std::string::npos || end == i + 1) refuse();
    const std::string field = pattern_.substr(i + 1, end - i - 1);
    if (std::ranges::find(parts_, field, &Part::field) != parts_.end()) refuse();
    if (text.empty() && !parts_.empty()) refuse();
    if (!text.empty()) parts_.push_back({std::exchange(text, ""), ""});
    parts_.push_back({"", field});
    i = end;
  }
  if (parts_.empty()) refuse();
  if (!text.empty()) parts_.push_back({text, ""});
}

std::optional<std::vector<std::pair<std::string, std::string>>> NamePattern::match(
    std::string_view path) const {
  std::string_view name = without_endings(path);
  const auto depth = std::ranges::count(pattern_, '/');
  std::size_t begin = name.size();
  for (std::ptrdiff_t i = 0; i <= depth && begin != std::string_view::npos; ++i)
    begin = begin == 0 ? std::string_view::npos : name.rfind('/', begin - 1);
  if (begin != std::string_view::npos) name.remove_prefix(begin + 1);
  std::vector<std::pair<std::string, std::string>> found;
  const std::function<bool(std::size_t, std::string_view)> matches = [&](std::size_t part,
                                                                         std::string_view rest) {
    if (part == parts_.size()) return rest.empty();
    if (parts_[part].field.empty())
      return rest.starts_with(parts_[part].text) && matches(part + 1, rest.substr(parts_[part].text.size()));
    for (std::size_t n = 1; n <= rest.size() && rest[n - 1] != '/'; ++n) {
      found.emplace_back(parts_[part].field, std::string(rest.substr(0, n)));
      if (matches(part + 1, rest.substr(n))) return true;
      found.pop_back();
    }
    return false;
  };
  return matches(0, name) ? std::optional(found) : std::nullopt;
}

}  // namespace themata::read
