#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "themata/evaluate/label_words.hpp"
#include "themata/exports/options.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Writes a fit in a format of fit_formats(), or a corpus in one of corpus_formats().
/// @throws UsageError naming the formats if there is none of that name; as the functions below
void export_fit(const ShownFit& shown, std::string_view format, const ExportOptions& options,
                const Place& output);
void export_corpus(const CorpusFolder& corpus, std::string_view format, const Place& output);

/// How many documents without tokens a format leaves out, because it has no lines for them.
std::size_t documents_left_out(const ShownFit& shown, std::string_view format);

// One function per format, each in the file of its name. All write a complete file or none, overwrite an
// existing file, throw ResourceError if the disk refuses, and give equal bytes for equal fits.
// docs/guide/export.md describes the formats.

/// MALLET's state file, gzip, with word types numbered by their first occurrence as in MALLET: "#doc source
/// pos typeindex type topic", "#alpha : a1 a2 ...", "#beta : b", then one line per token in text order.
/// Spaces within ids and words become '_'. Empty documents have no line in this format.
void export_mallet_state(const ShownFit& shown, const Place& output);

/// MALLET's topic keys: topic, prior weight, the `n_words` most probable words; no header.
void export_topic_keys(const ShownFit& shown, const Place& output, std::size_t n_words);

/// The topics of every document, D x K. tsv and npy: theta, the prior for an empty document; mtx: counts
/// m_dk.
void export_doc_topics(const ShownFit& shown, const Place& output, MatrixLayout layout);

/// theta of every kept draw of the chain, float32 [S, D, K] in .npy, with topics numbered as everywhere; the
/// draws' sweeps go to OUTPUT.sweeps.txt, the documents' ids to OUTPUT.ids.txt.
/// @throws UsageError if topics come and go, so that they have no number that draws share; if no draw is kept
void export_theta_draws(const ShownFit& shown, const Place& output);

/// Kept draws of all chains with topics aligned (align/aligned_draws.hpp), a new folder:
///   theta.npy, phi.npy          float32 [S, D, K] and [S, K, V]: E(theta), E(phi) given each draw; NaN for
///                               a topic that the draw does not have
///   theta-mean.npy, theta-sd.npy, phi-mean.npy, phi-sd.npy   over the draws that have the topic
///   draws.csv                   a row a draw: chain, sweep, topics in use, then of each topic its
///                               proportion of the tokens (share.K) and its distance (distance.K)
///   topics.tsv                  topic, name, draws that have it, whether half of every chain's do, words
///   ids.txt, vocabulary.txt     of documents and words
/// Topics are numbered as everywhere. @param chain  nothing: all chains
/// @throws UsageError if a chain has kept no draws, or the folder exists and is not empty
void export_draws(const ShownFit& shown, const Place& output, std::optional<std::uint32_t> chain);

/// How the topics' log weights depend on documents' covariates, K x J lines of topic, covariate, mean, sd and
/// the 5% and 95% quantiles over the kept draws of the chain.
/// @throws UsageError if the fit has no covariates, or no kept draw
void export_coefficients(const ShownFit& shown, const Place& output);

/// The words of every topic, K x V. tsv: the cells with tokens, one line each; npy: the whole phi; mtx:
/// counts n_kv.
void export_topic_words(const ShownFit& shown, const Place& output, MatrixLayout layout);

/// hpc, pcm: words of every label or topic, K x V lines of label, word, tokens, rate, rate_sd, exclusivity,
/// exclusivity_sd, frex, frex_sd (evaluate/label_words.hpp), ordered by topic number; in pcm the number is
/// the name. @throws UsageError if the fit has no rates
void export_label_words(const ShownFit& shown, const Place& output, const LabelWordsOptions& options);

/// hpc, pcm: tau^2 of every word and branch of the tree, lines of parent, word, tau2, tau2_sd; the corpus has
/// an empty name. @throws UsageError if the fit has no rates
void export_label_variances(const ShownFit& shown, const Place& output);

/// MALLET's import lines, "id label word word ...", in text order: the first label, or "_". MALLET needs them
/// together with a state (import-file --keep-sequence --preserve-case --token-regex '\\S+').
void export_mallet_lines(const CorpusFolder& corpus, const Place& output);

// The corpus as a bag of words: token order is lost, empty documents stay. The vocabulary goes to
// vocabulary_beside(output).
void export_ldac(const CorpusFolder& corpus, const Place& output);
void export_uci(const CorpusFolder& corpus, const Place& output);
void export_svmlight(const CorpusFolder& corpus, const Place& output);
void export_matrix_market(const CorpusFolder& corpus, const Place& output);

/// OUTPUT.vocab.txt: one word per line, in the order of their ids; used by all formats without words.
Place vocabulary_beside(const Place& output);

}  // namespace themata
