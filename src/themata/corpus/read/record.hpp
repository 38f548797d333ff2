#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import_options.hpp"

namespace themata::read {

/// How often a document has a word, as a file of counts says it.
struct NamedCount {
  std::string word;  ///< in one form (normal_word)
  std::uint64_t count = 0;
};

/// A document as a reader finds it, before its text is split into words.
struct RawDocument {
  std::string id;  ///< "": the row's number is its id
  std::string text;
  std::vector<std::string> labels;
  std::string metadata;            ///< a JSON object as text, or ""
  std::string path;                ///< of a file that is one document; its id is the end of it
  std::string key;                 ///< of a row of a table of metadata
  std::vector<NamedCount> counts;  ///< instead of a text; of `tidy` only those of one row

  void clear() {
    id.clear();
    text.clear();
    labels.clear();
    metadata.clear();
    path.clear();
    key.clear();
    counts.clear();
  }
};

/// A record and its place, for errors.
struct Record {
  std::string_view bytes;
  const std::string* file = nullptr;
  std::uint64_t line = 0;
};

/// Turns a record into a document (which must be empty). For one thread. @throws InputError
using Parse = std::function<void(const Record& record, RawDocument& document)>;
/// Makes a Parse for one thread.
using MakeParse = std::function<Parse()>;

/// Number of bytes that the JSON parser reads beyond its input.
constexpr std::size_t batch_padding = 64;

/// Some consecutive records of one format, not yet parsed.
struct Batch {
  struct Place {
    std::size_t begin = 0, end = 0;  ///< in bytes
    std::uint64_t line = 0;
    std::uint32_t file = 0;  ///< in files
  };
  std::string bytes;  ///< followed by the padding that the JSON parser requires
  std::vector<Place> places;
  std::vector<std::string> files;
  std::vector<std::string> notes;  ///< what the reader found, for the user
  MakeParse make_parse;

  Record record(std::size_t i) const {
    const Place& place = places[i];
    return {std::string_view(bytes).substr(place.begin, place.end - place.begin), &files[place.file],
            place.line};
  }
};

/// Fills an empty batch with the next records. Serial. @returns false if there are none left @throws
/// InputError
using NextBatch = std::function<bool(Batch& batch)>;

/// The records of the text format given by `options`, from each of its files in turn.
NextBatch read_records(const ImportOptions& options);

}  // namespace themata::read
