#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "themata/models/draw.hpp"
#include "themata/models/model.hpp"
#include "themata/store/corpus_folder.hpp"
#include "themata/store/trace_file.hpp"

namespace themata {

// A fit folder holds
//   manifest.json        {"format": "themata-fit", "version": 1, "engine": "0.1.0", "status": "running" | "complete" |
//                         "interrupted", "corpus": {"path": "...", "hash": "...", "documents": D, "types": V,
//                         "tokens": N}, "options": {every option of the fit, under its command-line name},
//                         "exact": whether the sampler's law is the posterior; true where it is not said,
//                         "chains": [{"chain": 1, "sweep": s, "draws": kept ones, "seconds": x, "state_hash": "...",
//                         "topics": K, "log_posterior": y}, ...]}
//   trace-<chain>.csv    CmdStan's layout: '#' comments, a header, a row every --trace-every sweeps; columns lp__
//                        (log posterior), sweep, word_part, topics, alpha, beta, gamma (not lda),
//                        document_discount, discount and tables (franchise), eta, delta, sigma and topics_a_document (lida,
//                        ftm: of their masks, on average), gamma, xi, zeta, words_a_topic and ghosts (lida, sstm: words that no
//                        token is of), flag_tokens (hdp with --weights gem: tokens
//                        in the flag topic), splits, splits_accepted, merges and merges_accepted (with --split-merge: of
//                        that sweep), psi, gamma, nu, sigma, lambda and eta (hpc, pcm, in place of alpha and beta and without the
//                        shares of zeros; eta is their mean), rates_accepted and affinities_accepted (--sampler hmc: shares of
//                        the sweep's proposals), size.1 to size.5 (tokens of the largest topics; fewer columns where LDA has fewer
//                        topics), pi (spike and slab), word_topic_zeros and document_topic_zeros (share of the counts
//                        n_kv and m_dk, over the topics in use, that are 0), seconds. The comments num_samples,
//                        num_warmup, save_warmup and thin say in sweeps, as CmdStan's do, what is burn-in: the first
//                        num_warmup / thin rows
//   monitored-<chain>.csv, monitored-<chain>.json   what --monitor-words and --monitor-documents asked for
//                        (monitored_file.hpp)
//   inefficiency-<chain>.tsv   its inefficiency factors (diagnose/inefficiency.hpp)
//   checkpoint/chain-<chain>.npz             the newest saved state of a chain (a Draw, below)
//   draws/chain-<chain>-sweep-<sweep>.npz    the kept draws (Draws, below), sweep as 8 digits
//   topic-word-<chain>-{mean,sd}.npy         float32[K, V], LDA, hpc and pcm: posterior of Phi over the kept draws
//   document-topic-<chain>-{mean,sd}.npy     float32[D, K], LDA, hpc and pcm: posterior of Theta over the kept draws
//   topic-word-<chain>.npz                   scipy.sparse csr int32[K, V]: counts n_kv of the summarised draw
//   document-topic-<chain>.npz               scipy.sparse csr int32[D, K]: counts m_dk of the summarised draw
//   document-mask-<chain>.npz                scipy.sparse csr uint8[D, K], lida and ftm: 1 where a document may use a topic in it
//   topic-mask-<chain>.npz                   scipy.sparse csr uint8[K, V + G], lida and sstm: 1 where a topic may have a word;
//                                            the last G columns are of words that no token is of
//   labels-<chain>.tsv                       hpc: the tree of labels with counts: topic, label, parent, depth, documents,
//                                            documents_below (with it or a label below it), tokens, share
//   label-words-<chain>.npz                  hpc: posterior means and deviations over the kept draws, float32[K, V]: rate, rate_sd,
//                                            exclusivity, exclusivity_sd, frex, frex_sd (evaluate/label_words.hpp; against siblings, weight
//                                            .5); of the B branches of the tree tau2, tau2_sd, float32[B, V], and parent, int32[B], -1
//                                            for the corpus
//   topics-<chain>.tsv                       the table that `themata topics` prints
//   topic-count.tsv                          hdp, franchise: number of topics, share of kept draws
//   given/                                   priors and labels that the fit was told (given_priors.hpp)
//   labelled/, set-aside/                    hpc with --unlabelled set-aside, where documents lack labels: two corpus folders, of
//                                            those that are fitted, and of those that are not
// The summarised draw is the last kept one, or the chain's last state where none was kept. Its topics are numbered from
// 0 by size, largest first, and so are the rows of every array above: a topic has one number everywhere.

/// A fit as `themata topics`, `export` and `report` need it.
struct FitFolder {
  std::filesystem::path path;
  nlohmann::json manifest;
  const ModelPlugin& plugin() const;  ///< @throws InputError where this program has no model of that name
  std::string model() const { return manifest.at("options").at("model").get<std::string>(); }
  std::string status() const { return manifest.at("status").get<std::string>(); }
  /// The chains that the manifest names (those that are done) and those that have saved a checkpoint; ascending.
  std::vector<std::uint32_t> chains() const;
  /// Sweeps of the kept draws of a chain, ascending. @throws InputError where a complete fit lacks some
  std::vector<std::uint64_t> kept_sweeps(std::uint32_t chain) const;
  /// The trace of a chain so far; nothing before its first row. @throws InputError where a complete fit's ends too early
  std::optional<Trace> trace(std::uint32_t chain) const;
  Draw draw(std::uint32_t chain, std::uint64_t sweep) const;  ///< @throws InputError
  Draw checkpoint(std::uint32_t chain) const;                 ///< @throws InputError
  /// The summarised draw (above) with its topics renumbered by size, largest first, and unused topics of an HDP left
  /// out. This is what every verb shows.
  /// @throws UsageError where the fit has no such chain; InputError where it has saved nothing yet
  Draw summarised_draw(std::uint32_t chain) const;
};

/// Where a chain's files stand in a fit folder.
std::filesystem::path trace_path(const std::filesystem::path& fit, std::uint32_t chain);
std::filesystem::path checkpoint_path(const std::filesystem::path& fit, std::uint32_t chain);
std::filesystem::path draw_path(const std::filesystem::path& fit, std::uint32_t chain, std::uint64_t sweep);

/// @throws InputError where the folder is no fit, of a later version, or damaged
FitFolder open_fit(const std::filesystem::path& path);

/// The corpus of a fit, from the path in its manifest (relative to the fit folder, or as written).
/// @throws InputError where it is gone or its hash has changed since the fit
CorpusFolder open_corpus_of(const FitFolder& fit);

/// Where documents were set aside: the corpus of which the fit's is a part, as it was named then.
std::optional<std::filesystem::path> whole_corpus(const FitFolder& fit);

/// What the fit was told, its topics numbered as those of a draw that by_size has made. @throws InputError
GivenPriors given_of(const FitFolder& fit, const Draw& shown);

/// A fit with its corpus and the draw of one of its chains, checked to fit together: what topics, export and report
/// show.
struct ShownFit {
  FitFolder fit;
  CorpusFolder corpus;
  Draw draw;
  GivenPriors given;  ///< its topics numbered as the draw's

  DrawContext context() const { return {corpus.corpus, draw.z, given}; }
};

/// @param chain  nothing for the fit's first chain
/// @throws as open_fit, open_corpus_of and summarised_draw do
ShownFit open_shown_fit(const std::filesystem::path& path, std::optional<std::uint32_t> chain);

}  // namespace themata
