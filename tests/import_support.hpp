#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support.hpp"
#include "themata/corpus/import.hpp"
#include "themata/io/error.hpp"

/// What tests of the import need: files made on the spot, and corpora read back as words.
namespace themata::test {

/// Options that leave words alone, so that a test sees what a reader read.
inline ImportOptions plain_options(Format format) {
  ImportOptions options;
  options.format = format;
  options.words.stop_words = "none";
  options.words.min_length = 1;
  options.threads = 2;
  return options;
}

/// Imports one file of the given content.
inline ImportedCorpus import_bytes(ImportOptions options, std::string_view content) {
  const TemporaryFolder folder;
  write_bytes(folder / "input", content);
  options.files = {(folder / "input").string()};
  return import_corpus(options);
}

/// The same with a vocabulary file.
inline ImportedCorpus import_bytes(ImportOptions options, std::string_view content,
                                   std::string_view vocabulary) {
  const TemporaryFolder folder;
  write_bytes(folder / "vocabulary", vocabulary);
  options.vocabulary = (folder / "vocabulary").string();
  return import_bytes(std::move(options), content);
}

/// The message of the InputError that an import raises, without the folder of the file that it names.
inline std::string refusal(const ImportOptions& options, std::string_view content) {
  const std::string message = message_of<InputError>([&] { import_bytes(options, content); });
  const std::size_t at = message.find("/input");
  return at == std::string::npos ? message : message.substr(at + 1);
}

/// Every document as its words, separated by spaces.
inline std::vector<std::string> documents_of(const ImportedCorpus& corpus) {
  std::vector<std::string> documents;
  for (std::size_t d = 0; d + 1 < corpus.offsets.size(); ++d) {
    std::string words;
    for (std::uint64_t i = corpus.offsets[d]; i < corpus.offsets[d + 1]; ++i)
      words += (words.empty() ? "" : " ") + corpus.vocabulary.at(corpus.tokens[i]);
    documents.push_back(words);
  }
  return documents;
}

using Words = std::vector<std::string>;

}  // namespace themata::test
