#include "themata/predict/seen_documents.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "themata/io/checksum.hpp"

namespace themata {

namespace {

constexpr std::size_t few = 10;  // words

/// A hash of words in any order; nothing where they are few.
std::optional<std::uint64_t> bag_hash(std::vector<std::uint32_t> types) {
  if (types.size() < few) return std::nullopt;
  std::ranges::sort(types);
  Checksum hash;
  hash.add(types.data(), types.size() * sizeof(std::uint32_t));
  return hash.value();
}

std::vector<std::uint32_t> in_fit(const NewDocuments& documents, std::size_t d) {
  std::vector<std::uint32_t> types;
  for (const std::uint32_t type : documents.folder().corpus.document(d))
    types.push_back(documents.in_fit(type));
  return types;
}

}  // namespace

std::size_t seen_documents(const NewDocuments& documents, const CorpusFolder& of_fit) {
  if (documents.folder().hash() == of_fit.hash()) return documents.size();
  std::unordered_set<std::uint64_t> known;
  for (std::size_t d = 0; d < of_fit.corpus.n_documents(); ++d) {
    const std::span<const std::uint32_t> types = of_fit.corpus.document(d);
    if (const auto hash = bag_hash({types.begin(), types.end()})) known.insert(*hash);
  }
  std::size_t seen = 0;
  for (std::size_t d = 0; d < documents.size(); ++d) {
    if (documents.n_unknown(d) > 0) continue;
    const auto hash = bag_hash(in_fit(documents, d));
    if (hash && known.contains(*hash)) ++seen;
  }
  return seen;
}

}  // namespace themata
