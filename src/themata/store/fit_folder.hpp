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
//   manifest.json
//       {"format": "themata-fit", "version": 1, "engine": "0.1.0",
//        "status": "running" | "complete" | "interrupted",
//        "corpus": {"path": "...", "hash": "...", "documents": D, "types": V, "tokens": N},
//        "options": {every option of the fit, under its command-line name},
//        "exact": whether the sampler's distribution is the posterior; true if missing,
//        "chains": [{"chain": 1, "sweep": s, "draws": number of kept ones, "seconds": x, "state_hash": "...",
//                    "topics": K, "log_posterior": y}, ...],
//        "checksums": {"trace-1.csv": "16 hexadecimal digits" (XXH3), ...}, of files that have none of their
//                     own; while chains run, only of given/,
//        "checksum": of this file without this line (store/manifest.hpp),
//        "ended_by": "settled" | "sweeps" | "time", of a complete fit,
//        "asked": {"sweeps": s, "burn-in": b, "thin": t}, null where they were left to the program; only of
//                 a fit that may end before its last sweep, whose options hold what it ended with,
//        "verdict": {"settled": "yes" | "improving" | "drifting" | "chains-differ" | "unknown",
//                    "text": "...", "best_chain": 1, "word_part_gain_per_token": g,
//                    "topics_gained": t, "rhat": r, "ess": n,
//                    "unclear_topics": {chain: [topics that run into each other], ...}, "unclear": a sentence
//                    on those of the best chain, also at the end of the text; both only where there are any}}
//       The verdict is that of a complete fit.
//   trace-<chain>.csv
//       CmdStan's layout: '#' comments, a header, one row every --trace-every sweeps. The comments
//       num_samples, num_warmup, save_warmup and thin give the burn-in in sweeps, as CmdStan's do: it is the
//       first num_warmup / thin rows. Columns:
//         lp__ (log posterior), sweep, word_part, topics, seconds
//         alpha, beta                                       not hpc, pcm
//         mu.0, sigma.0, ..., coefficients_accepted         dmr: mean and deviation of each column of the
//                                                           coefficients; proportion of accepted proposals
//         gamma                                             hdp, franchise
//         document_discount, discount, tables               franchise
//         eta, delta, sigma, topics_a_document              lida, ftm: of the masks, the last a mean
//         gamma, xi, zeta, words_a_topic, ghosts            lida, sstm: likewise; ghosts: latent words, which
//                                                           no token uses
//         flag_tokens                                       hdp with --weights gem: tokens in the flag topic
//         splits, splits_accepted, merges, merges_accepted  with --split-merge: of that sweep
//         psi, gamma, nu, sigma, lambda, eta                hpc, pcm; eta is a mean
//         correlation                                       --affinity correlated: root mean square of those
//                                                           of different labels; lambda is a geometric mean
//         rates_accepted, affinities_accepted               --sampler hmc: proportions of its proposals
//         size.1 to size.5                                  tokens of the largest topics; fewer columns if
//                                                           LDA has fewer topics
//         topics.90, topics.99                              hdp, franchise, dp-dmm: how many of the largest
//                                                           topics hold 90% and 99% of the tokens
//         pi                                                spike and slab
//         word_topic_zeros, document_topic_zeros            not hpc, pcm: proportion of the counts n_kv and
//                                                           m_dk, over the topics in use, that are 0
//   monitored-<chain>.csv, monitored-<chain>.json
//       quantities of --monitor-words and --monitor-documents (monitored_file.hpp)
//   inefficiency-<chain>.tsv
//       their inefficiency factors (diagnose/inefficiency.hpp)
//   checkpoint/chain-<chain>.npz
//       the newest saved state of a chain (draw_file.hpp)
//   draws/chain-<chain>-sweep-<sweep>.npz
//       the kept draws (draw_file.hpp), sweep as 8 digits
//   topic-word-<chain>-{mean,sd}.npy, document-topic-<chain>-{mean,sd}.npy
//       lda, labeled-lda, hpc, pcm, dmm, dmr: posterior means and standard deviations of Phi,
//       float32[K, V], and Theta, float32[D, K], over the kept draws; of a table with more than 2^26 cells
//       as .npz, scipy.sparse csr, the cells that have a token in one of the draws
//   topic-word-<chain>.npz, document-topic-<chain>.npz
//       scipy.sparse csr int32[K, V] and int32[D, K]: counts n_kv and m_dk of the summarized draw
//   document-mask-<chain>.npz
//       lida, ftm: scipy.sparse csr uint8[D, K], 1 if a document may use a topic in the summarized draw
//   topic-mask-<chain>.npz
//       lida, sstm: scipy.sparse csr uint8[K, V + G], 1 if a topic may have a word in it; the last G columns
//       are latent words, which no token uses
//   labels-<chain>.tsv
//       hpc: the tree of labels with counts: topic, label, parent, depth, documents, documents_below (with
//       the label or one below it), tokens, share
//   label-words-<chain>.npz
//       hpc: posterior means and standard deviations over the kept draws, float32[K, V]: rate, rate_sd,
//       exclusivity, exclusivity_sd, frex, frex_sd (evaluate/label_words.hpp; compared with siblings, weight
//       .5); for the B branches of the tree tau2, tau2_sd, float32[B, V], and parent, int32[B], -1 for the
//       corpus
//   label-calibration.json
//       hpc, labeled-lda, after `themata label`: what labels' probabilities are worth
//       (predict/label_calibration.hpp)
//   topics-<chain>.tsv
//       the table that `themata topics` prints
//   topic-count.tsv
//       hdp, franchise, lida, ftm, sstm, dp-dmm: each number of topics, and its proportion of the rows after
//       burn-in of all chains' traces
//   given/
//       given priors and labels (given_folder.hpp)
//   start.npz
//       lda, hdp, franchise, lida, ftm, sstm, dmr with --start-from: what every chain begins with. z, the
//       topic of every token; topics, their number; weights and seat, or none; known hyperparameters
//   labelled/, set-aside/
//       hpc with --unlabeled set-aside, if documents lack labels: two corpus folders, of the fitted documents
//       and of the others
// The summarized draw is the last kept one, or the chain's last state if none was kept. Its topics are
// numbered from 0 by size, largest first, and so are the rows of every array above: a topic has one number
// everywhere.

/// A fit as needed by `themata topics`, `export` and `report`.
struct FitFolder {
  Place path;
  nlohmann::json manifest;
  /// A burn-in that a reader asked for: earlier draws are left out (diagnose/later_burn_in.hpp).
  std::optional<std::uint64_t> later_burn_in = {};

  /// Sweeps before the rows of the traces that count.
  std::uint64_t burn_in() const;
  const ModelPlugin& plugin() const;  ///< @throws InputError if this program has no model of that name
  /// What left it without draws, of a complete fit.
  std::string why_no_draws() const;
  std::string model() const { return manifest.at("options").at("model").get<std::string>(); }
  std::string status() const { return manifest.at("status").get<std::string>(); }
  /// The chains in the manifest (those that are done) and those that have saved a checkpoint; ascending.
  std::vector<std::uint32_t> chains() const;
  /// The chain that is shown unless another is asked for: of a complete fit the one with the largest log
  /// likelihood of the words (diagnose/verdict.hpp), else the first; 1 where there is none yet.
  std::uint32_t shown_chain() const;
  /// Sweeps of the kept draws of a chain, ascending. A fit that is not complete may have others on its way,
  /// which are left out, as are those up to a later burn-in. @throws InputError if a complete fit lacks some
  std::vector<std::uint64_t> kept_sweeps(std::uint32_t chain) const;
  /// The trace of a chain so far; nothing before its first row. @throws InputError if a complete fit's trace
  /// ends too early
  std::optional<Trace> trace(std::uint32_t chain) const;
  Draw draw(std::uint32_t chain, std::uint64_t sweep) const;  ///< @throws InputError
  Draw checkpoint(std::uint32_t chain) const;                 ///< @throws InputError
  /// The summarized draw (above) with its topics renumbered by size, largest first, and without unused topics
  /// of an HDP. All subcommands show this draw.
  /// @throws UsageError if the fit has no such chain; InputError if it has saved nothing yet
  Draw summarized_draw(std::uint32_t chain) const;
};

/// Paths of a chain's files in a fit folder.
Place trace_path(const Place& fit, std::uint32_t chain);
Place checkpoint_path(const Place& fit, std::uint32_t chain);
Place draw_path(const Place& fit, std::uint32_t chain, std::uint64_t sweep);
/// The sweeps of all draws of a chain that its folder has, ascending.
std::vector<std::uint64_t> saved_draws(const Place& fit, std::uint32_t chain);

/// Some of the sweeps, evenly spread up to the last one. @param most  so many; 0: all
std::vector<std::uint64_t> evenly_spread(const std::vector<std::uint64_t>& sweeps, std::uint64_t most);

/// @throws InputError if the folder is not a fit, or is of a later version or damaged
FitFolder open_fit(const Place& path);

/// The corpus of a fit, from the path in its manifest (relative to the fit folder, or as written).
/// @throws InputError if it is missing or its hash has changed since the fit
CorpusFolder open_corpus_of(const FitFolder& fit);

/// Where the manifest of a new fit says that its corpus is: in the folder `corpus` of the fit, into which it
/// is copied, if it is in memory. @throws InputError if its path is not in UTF-8
std::string written_path(const Place& corpus);

/// If documents were set aside: the path, as given then, of the corpus from which the fit's corpus was taken.
std::optional<std::filesystem::path> whole_corpus(const FitFolder& fit);

/// The given priors and labels of a fit, with topics numbered as in a draw made by by_size. @throws
/// InputError
GivenPriors given_of(const FitFolder& fit, const Draw& shown);

/// A fit with its corpus and the draw of one of its chains, checked to be consistent: what topics, export and
/// report show.
struct ShownFit {
  FitFolder fit;
  CorpusFolder corpus;
  Draw draw;
  GivenPriors given;  ///< topics numbered as in the draw

  DrawContext context() const { return {corpus.corpus, draw.z, given}; }
};

/// @param chain  nothing: FitFolder::shown_chain
/// @throws as open_corpus_of and summarized_draw
ShownFit open_shown_fit(FitFolder fit, std::optional<std::uint32_t> chain);
/// The same, of whoever holds its parts.
struct ShownParts {
  const FitFolder& fit;
  const Corpus& corpus;
  const Draw& draw;
  const GivenPriors& given;  ///< topics numbered as in the draw
};
/// Another kept draw of the same chain, its topics numbered as those of the summarized draw that is shown
/// (models/same_topics.hpp), or by their size in it where topics come and go. @throws InputError
Draw drawn_beside(const ShownFit& shown, std::uint64_t sweep);
Draw drawn_beside(const ShownParts& shown, std::uint64_t sweep);
/// The same fit with such a draw in place of the summarized one.
ShownFit open_drawn_fit(FitFolder fit, std::optional<std::uint32_t> chain, std::uint64_t sweep);
/// @throws as open_fit too
ShownFit open_shown_fit(const Place& path, std::optional<std::uint32_t> chain);

}  // namespace themata
