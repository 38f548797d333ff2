#pragma once

#include <cstddef>
#include <filesystem>

#include "themata/evaluate/label_words.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

// One function a format, each in the file of its name. All write whole files or none, replace what stood there, throw
// ResourceError where the disk refuses, and give equal bytes for equal fits. docs/guide/export.md describes the formats.

/// How a matrix is written.
enum class MatrixLayout { tsv, npy, mtx };

/// MALLET's state file, gzip, word types numbered by their first occurrence as MALLET numbers them: "#doc source pos typeindex type topic", "#alpha : a1 a2 ...", "#beta : b", then a token
/// a line in text order. Spaces within ids and words become '_'. Empty documents have no line: the format has none.
void export_mallet_state(const ShownFit& shown, const std::filesystem::path& output);

/// MALLET's topic keys: topic, prior weight, the `n_words` most probable words; no header.
void export_topic_keys(const ShownFit& shown, const std::filesystem::path& output, std::size_t n_words);

/// The topics of every document, D x K. tsv and npy: theta, with an empty document's row its prior; mtx: counts m_dk.
void export_doc_topics(const ShownFit& shown, const std::filesystem::path& output, MatrixLayout layout);

/// The words of every topic, K x V. tsv: the cells with tokens, a line each; npy: phi, all of it; mtx: counts n_kv.
void export_topic_words(const ShownFit& shown, const std::filesystem::path& output, MatrixLayout layout);

/// hpc, pcm: words of every label or topic, K x V lines of label, word, tokens, rate, rate_sd, exclusivity, exclusivity_sd, frex, frex_sd
/// (evaluate/label_words.hpp), labels by their topics' numbers, which are the names of those of pcm. @throws UsageError where the fit has no rates
void export_label_words(const ShownFit& shown, const std::filesystem::path& output,
                        const LabelWordsOptions& options);

/// hpc, pcm: tau^2 of every word and branch of the tree, lines of parent, word, tau2, tau2_sd; the corpus's name is empty. Likewise.
void export_label_variances(const ShownFit& shown, const std::filesystem::path& output);

/// MALLET's import lines, "id label word word ...", in text order: the first label, or "_". What MALLET needs beside a
/// state to read it (import-file --keep-sequence --preserve-case --token-regex '\\S+').
void export_mallet_lines(const CorpusFolder& corpus, const std::filesystem::path& output);

// The corpus as a bag of words: token order is lost, empty documents keep their place. The vocabulary goes to
// vocabulary_beside(output).
void export_ldac(const CorpusFolder& corpus, const std::filesystem::path& output);
void export_uci(const CorpusFolder& corpus, const std::filesystem::path& output);
void export_svmlight(const CorpusFolder& corpus, const std::filesystem::path& output);
void export_matrix_market(const CorpusFolder& corpus, const std::filesystem::path& output);

/// OUTPUT.vocab.txt: a word a line, in the order of their ids; where every format without words puts them.
std::filesystem::path vocabulary_beside(const std::filesystem::path& output);

}  // namespace themata
