#include "themata/report/id_index.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace themata::report_parts {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

}  // namespace

IdIndex::IdIndex(const DocumentRows& rows, std::size_t n_documents) : first_{0}, order_(n_documents) {
  for (std::size_t d = 0; d < n_documents; ++d) {
    ids_ += rows.row(d).id;
    first_.push_back(ids_.size());
  }
  folded_ = lower(ids_);
  std::iota(order_.begin(), order_.end(), std::uint32_t{0});
  std::ranges::stable_sort(order_, {}, [&](std::uint32_t d) { return id(d); });
}

std::optional<std::size_t> IdIndex::find(std::string_view key) const {
  const auto at = std::ranges::lower_bound(order_, key, {}, [&](std::uint32_t d) { return id(d); });
  if (at != order_.end() && id(*at) == key) return *at;
  std::size_t number = 0;
  const auto [end, fault] = std::from_chars(key.data(), key.data() + key.size(), number);
  if (fault != std::errc() || end != key.data() + key.size() || number >= order_.size()) return std::nullopt;
  return number;
}

std::vector<std::size_t> IdIndex::search(std::string_view query, std::size_t most) const {
  std::vector<std::size_t> found;
  const std::string wanted = lower(query);
  auto same = std::ranges::lower_bound(order_, query, {}, [&](std::uint32_t d) { return id(d); });
  for (; same != order_.end() && id(*same) == query && found.size() < most; ++same) found.push_back(*same);
  for (std::size_t d = 0; d < order_.size() && found.size() < most; ++d)
    if (id(d) != query && part_of(folded_, d).find(wanted) != std::string_view::npos) found.push_back(d);
  return found;
}

}  // namespace themata::report_parts
