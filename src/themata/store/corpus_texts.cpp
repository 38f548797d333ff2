#include "themata/store/corpus_texts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/store/checked_files.hpp"

namespace themata {

namespace {

/// Each line is from its offset to the next, its line end included.
void check_lines(std::span<const std::uint64_t> offsets, std::span<const char> lines, const Place& folder) {
  const auto refuse = [&](const std::string& problem) {
    throw InputError((folder / "text-offsets.npy").string(), 0,
                     InputFault{problem, "where each line of texts.jsonl begins, and its size"});
  };
  if (offsets.front() != 0 || offsets.back() != lines.size())
    refuse(fmt::format("runs from {} to {}; texts.jsonl has {} bytes", offsets.front(), offsets.back(),
                       lines.size()));
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d)
    if (offsets[d] >= offsets[d + 1] || offsets[d + 1] > lines.size() || lines[offsets[d + 1] - 1] != '\n')
      refuse(fmt::format("no line of texts.jsonl runs from {} to {}", offsets[d], offsets[d + 1]));
}

/// Whether a character of UTF-8 begins at `at`, or the text ends there.
bool is_boundary(std::string_view text, std::size_t at) {
  return at == text.size() || (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80U);
}

}  // namespace

CorpusTexts::CorpusTexts(const CorpusFolder& folder, std::shared_ptr<const MappedFile> lines,
                         MappedArray<std::uint64_t> offsets, MappedArray<std::uint32_t> spans)
    : corpus_(folder.corpus),
      path_(folder.path),
      lines_(std::move(lines)),
      offsets_(std::move(offsets)),
      spans_(std::move(spans)) {}

std::optional<CorpusTexts> CorpusTexts::open(const CorpusFolder& folder) {
  const nlohmann::json& manifest = folder.manifest;
  if (!manifest["checksums"].contains("texts.jsonl")) return std::nullopt;
  auto lines = std::make_shared<const MappedFile>(folder.path / "texts.jsonl");
  require_checksum(manifest, folder.path, "texts.jsonl", *lines);
  auto offsets = open_checked<std::uint64_t>(manifest, folder.path, "text-offsets.npy",
                                             {folder.corpus.n_documents() + 1});
  check_lines(offsets.values, lines->bytes(), folder.path);
  auto spans =
      open_checked<std::uint32_t>(manifest, folder.path, "token-spans.npy", {folder.corpus.n_tokens(), 2});
  return CorpusTexts(folder, std::move(lines), std::move(offsets), std::move(spans));
}

std::string_view CorpusTexts::line(std::size_t d) const {
  assert(d < corpus_.n_documents());
  const std::uint64_t begin = offsets_.values[d], end = offsets_.values[d + 1] - 1;
  return {lines_->data + begin, static_cast<std::size_t>(end - begin)};
}

std::string CorpusTexts::text(std::size_t d) const {
  auto object = parse_json<nlohmann::json>(line(d));
  const auto found = object.is_object() ? object.find("text") : object.end();
  if (!object.is_object() || found == object.end() || !found->is_string())
    throw InputError((path_ / "texts.jsonl").string(), d + 1,
                     InputFault{"has another form", R"({"text": "..."})"});
  return std::move(found->get_ref<std::string&>());
}

DocumentText CorpusTexts::document(std::size_t d) const {
  DocumentText found{text(d), {}};
  TextSpan before;
  for (std::size_t i = corpus_.offsets()[d]; i < corpus_.offsets()[d + 1]; ++i) {
    const TextSpan span{spans_.values[2 * i], spans_.values[2 * i + 1]};
    const bool ascends = span.begin >= before.begin && span.end >= before.end && span.begin < span.end;
    if (!ascends || !is_boundary(found.text, span.begin) || !is_boundary(found.text, span.end))
      throw InputError((path_ / "token-spans.npy").string(), 0,
                       InputFault{fmt::format("token {} is from {} to {} of a text of {} bytes", i,
                                              span.begin, span.end, found.text.size()),
                                  "ascending spans of whole characters"});
    found.spans.push_back(span);
    before = span;
  }
  return found;
}

}  // namespace themata
