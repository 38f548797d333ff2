#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/io/place.hpp"

namespace themata {

// A corpus folder holds
//   manifest.json    {"format": "themata-corpus", "version": 1, "engine": "0.1.0",
//                     "documents": D, "types": V, "tokens": N,
//                     "hash": "16 hex digits", "checksums": {"tokens.npy": "16 hex digits", ...},
//                     "import": {every option of the import and what each rule dropped}}
//                    Of a joined corpus, "import" also has "parts": [{"folder", "hash", "documents",
//                    "tokens", "import"}], the corpora that it was joined from.
//                    A simulated corpus has "simulate": {"options", "result"} instead of "import".
//   vocabulary.txt   one word type per line, in the order of their ids
//   tokens.npy       uint32[N], the word type of every token, in text order
//   offsets.npy      uint64[D + 1], where each document begins in tokens.npy
//   documents.jsonl  one object per line, in the order of the input:
//                    {"id": "...", "row": 1, "labels": [...], "metadata": {...}, "empty": "why"}
//                    row counts the input's documents from 1; labels, metadata and empty are optional.
//                    A document in parts has a row for each: {"id": "a#2", "row": 1, "part": 2, ...}
//   texts.jsonl      if texts were kept: {"text": "..."} per document, as it was read (corpus_texts.hpp)
//   text-offsets.npy with it: uint64[D + 1], where each line of texts.jsonl begins, and its size
//   token-spans.npy  with it: uint32[N, 2], begin and end of every token in the bytes of its document's text
//   phrases.tsv      if phrases were joined: phrase, count, documents, score (corpus/phrases.hpp)
//   labels.txt       if there are labels: one per line, in the order of their ids
//   tree.tsv         if a tree was given: label, parent; one line per label
//   truth/           of a simulated corpus, what it was drawn from: topics.npy, uint16[N], the topic of every
//                    token; topic-word.npy, float32[K, V]; topic-weights.npy, float64[K], the topics'
//                    proportions of all tokens; for some models also masks, and documents' topic proportions
//                    (docs/guide/simulate.md). Its files have checksums; opening a corpus does not read them.
// "hash" is the checksum of vocabulary, tokens and offsets, on which a fit depends.

/// A corpus as written by an import and read by all commands. The corpus maps its arrays from disk.
struct CorpusFolder {
  Corpus corpus;
  std::vector<std::string> vocabulary;  ///< V words
  nlohmann::json manifest;
  Place path;
  std::string hash() const { return manifest.at("hash").get<std::string>(); }
};

/// The manifest of a corpus folder alone, with its numbers, its hash and its checksums. @throws InputError
nlohmann::json read_corpus_manifest(const Place& path);

/// Opens a corpus folder and checks that its parts agree (sizes, ascending offsets, ids below V).
/// @throws InputError naming the file that is missing, damaged or inconsistent with the others
CorpusFolder open_corpus(const Place& path);

/// One row of documents.jsonl.
struct DocumentRow {
  std::string id;
  std::uint64_t row = 0;   ///< position among the input's documents, from 1
  std::uint64_t part = 0;  ///< of a document that was split, from 1; 0: it was not
  std::vector<std::string> labels;
  nlohmann::ordered_json metadata;  ///< an object with its fields in the order of the file, or null
  std::string empty;                ///< why no token is left; "" if there are tokens
};

/// Visits every row of documents.jsonl in order, D of them; memory holds one at a time.
/// @throws InputError with
/// file and line
void for_each_document(const CorpusFolder& folder,
                       const std::function<void(std::size_t document, DocumentRow&& row)>& visit);

/// Every row of documents.jsonl; D of them. @throws InputError with file and line
std::vector<DocumentRow> read_documents(const CorpusFolder& folder);

}  // namespace themata
