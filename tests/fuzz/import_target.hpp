#pragma once

#include "fuzz/bytes.hpp"
#include "themata/corpus/import.hpp"
#include "themata/io/zip_archive.hpp"

namespace themata::fuzz {

/// Imports `data` as its first byte says (':' a document-term table, ';' tidy counts, of others the format by
/// its value modulo 10, as `Format` counts them) from the rest, written to `file`. Bad input must raise one
/// of our errors; anything else is the fuzzer's to find. What comes through must fit together.
/// @returns whether it was a corpus
inline bool import_anything(const std::uint8_t* data, std::size_t size, const std::filesystem::path& file) {
  if (size == 0) return false;
  Bytes bytes(data, size);
  ImportOptions options;
  const unsigned kind = bytes.byte();
  options.format = kind == ':'   ? Format::document_term
                   : kind == ';' ? Format::tidy
                                 : static_cast<Format>(kind % static_cast<unsigned>(Format::document_term));
  options.files = {file.string()};
  options.threads = 1;
  options.prune.min_count = 2;
  options.split_words = 3;  // of formats of text, as are texts
  options.keep_text = KeepText::yes;
  write_file(file, bytes.rest());
  // A fuzzer makes no folders but those that are archives.
  if (options.format == Format::folder && !is_zip(file.string())) options.format = Format::lines;
  return succeeds([&] {
    const ImportedCorpus corpus = import_corpus(options);
    for (std::size_t i = 0; i < corpus.tokens.size(); ++i)
      require(corpus.tokens[i] < corpus.vocabulary.size());
    require(corpus.offsets.back() == corpus.tokens.size() && corpus.rows.size() + 1 == corpus.offsets.size());
    const bool kept = is_text(options.format);
    require(corpus.spans.size() == (kept ? 2 * corpus.tokens.size() : 0));
    require(corpus.texts.size() == (kept ? corpus.rows.size() : 0));
  });
}

}  // namespace themata::fuzz
