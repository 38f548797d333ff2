#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import_options.hpp"

namespace themata::read {

/// A document as a reader finds it, before its text is cut into words.
struct RawDocument {
  std::string id;  ///< "": the row's number is its id
  std::string text;
  std::vector<std::string> labels;
  std::string metadata;  ///< a JSON object as text, or ""

  void clear() {
    id.clear();
    text.clear();
    labels.clear();
    metadata.clear();
  }
};

/// A record and where it stands, for errors.
struct Record {
  std::string_view bytes;
  const std::string* file = nullptr;
  std::uint64_t line = 0;
};

/// Turns a record into a document (which comes cleared). Serves one thread. @throws InputError
using Parse = std::function<void(const Record& record, RawDocument& document)>;
/// Makes a Parse for one thread.
using MakeParse = std::function<Parse()>;

/// What the JSON parser reads beyond its input, in bytes.
constexpr std::size_t batch_padding = 64;

/// Some consecutive records of one format, not yet parsed.
struct Batch {
  struct Place {
    std::size_t begin = 0, end = 0;  ///< in bytes
    std::uint64_t line = 0;
    std::uint32_t file = 0;  ///< in files
  };
  std::string bytes;  ///< with padding behind the last record, as the JSON parser wants it
  std::vector<Place> places;
  std::vector<std::string> files;
  MakeParse make_parse;

  Record record(std::size_t i) const {
    const Place& place = places[i];
    return {std::string_view(bytes).substr(place.begin, place.end - place.begin), &files[place.file],
            place.line};
  }
};

/// Fills an empty batch with the records that come next; false where there are none left. Serial. @throws
/// InputError
using NextBatch = std::function<bool(Batch& batch)>;

/// The records of the text format that `options` name, from each of its files in turn.
NextBatch read_records(const ImportOptions& options);

}  // namespace themata::read
