#pragma once

#include "fuzz/folders.hpp"
#include "themata/corpus/label_tree.hpp"
#include "themata/corpus/metadata_table.hpp"
#include "themata/predict/split.hpp"
#include "themata/rating/score.hpp"
#include "themata/run/inputs.hpp"
#include "themata/run/mallet_state.hpp"
#include "themata/store/topic_names.hpp"

namespace themata::fuzz {

/// The files beside a corpus that an option names.
enum class ListFile {
  stop_words,
  vocabulary,
  tree,
  metadata_csv,
  metadata_tsv,
  metadata_jsonl,
  alpha_weights,
  beta_weights,
  seeds,
  mallet_state,
  topic_names,
  rating_key,
  rating_answers,
  split
};
inline constexpr unsigned n_list_files = 14;

/// The name of the file tells how a table of metadata is read.
inline const char* ending_of(ListFile kind) {
  return kind == ListFile::metadata_csv     ? ".csv"
         : kind == ListFile::metadata_tsv   ? ".tsv"
         : kind == ListFile::metadata_jsonl ? ".jsonl"
                                            : ".txt";
}

inline ImportOptions import_with(const std::string& other_than_documents, ListFile kind) {
  ImportOptions options;
  options.format = kind == ListFile::vocabulary ? Format::ldac : Format::lines;
  options.threads = 1;
  if (kind == ListFile::vocabulary) options.vocabulary = other_than_documents;
  if (kind == ListFile::stop_words) options.words.extra_stop_words = other_than_documents;
  if (ending_of(kind) != std::string(".txt")) options.metadata.path = other_than_documents;
  options.metadata.missing = MissingRows::kept;
  return options;
}

/// Imports fixed documents with a file from the fuzzer beside them.
inline void import_beside(const std::string& file, ListFile kind) {
  ImportOptions options = import_with(file, kind);
  options.files = {file + ".documents"};
  write_file(options.files.front(),
             kind == ListFile::vocabulary ? "2 0:1 1:2\n1 2:1\n" : "a b\nsails of the tide\n");
  const ImportedCorpus corpus = import_corpus(options);
  for (std::size_t i = 0; i < corpus.tokens.size(); ++i) require(corpus.tokens[i] < corpus.vocabulary.size());
}

inline void read_options_file(const std::string& file, std::string_view option) {
  const CorpusFolder corpus = open_corpus(base_corpus().place);
  const Inputs inputs =
      read_inputs(options_from("lda", {{"topics", "3"}, {std::string(option), file}}), corpus);
  require(inputs.topics == 3);
}

inline void read_ratings(const std::string& file, ListFile kind) {
  const std::string key_file = kind == ListFile::rating_key ? file : file + ".key";
  if (kind == ListFile::rating_answers)
    write_file(key_file, "item,topic,words,intruder\ni1,0,6,B\ni2,1,6,F\nr1,0,10,\n");
  const RatingKey key = read_rating_key(key_file);
  if (kind == ListFile::rating_answers) score_topics(read_rating_answers(file, key));
}

/// Reads what follows the first byte as the file that this byte names. @param stem  of the file's name
/// @returns whether it is such a file
inline bool read_list_file(const std::uint8_t* data, std::size_t size, const std::filesystem::path& stem) {
  Bytes bytes(data, size);
  const auto kind = static_cast<ListFile>(bytes.byte() % n_list_files);
  const std::string file = stem.string() + ending_of(kind);
  write_file(file, bytes.rest());
  return succeeds([&] {
    switch (kind) {
      case ListFile::tree:
        return static_cast<void>(read_label_tree(file, "utf-8"));
      case ListFile::alpha_weights:
        return read_options_file(file, "alpha-weights");
      case ListFile::beta_weights:
        return read_options_file(file, "beta-weights");
      case ListFile::seeds:
        return read_options_file(file, "seeds");
      case ListFile::mallet_state:
        return read_options_file(file, "start-from");
      case ListFile::topic_names:
        return require(read_topic_names(file, 3).size() == 3);
      case ListFile::rating_key:
      case ListFile::rating_answers:
        return read_ratings(file, kind);
      case ListFile::split:
        return static_cast<void>(Split(std::filesystem::path(file), open_corpus(base_corpus().place)));
      default:
        return import_beside(file, kind);
    }
  });
}

}  // namespace themata::fuzz
