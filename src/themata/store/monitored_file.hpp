#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "themata/io/place.hpp"
#include "themata/store/trace_file.hpp"

namespace themata {

// A fit stores the monitored quantities of a chain in two files of the fit folder.
//   monitored-<chain>.json  what was chosen at the first monitored sweep, topics by size, largest first:
//                           {"from": sweep, "words": [[word types of topic 1], ...],
//                            "documents": [rows of the corpus]};
//                           word types and documents from 0, as in vocabulary.txt and documents.jsonl
//   monitored-<chain>.csv   CmdStan's layout: '#' comments, a header, one row per sweep from then on.
//                           Columns: sweep, then (indices from 1, the first the fastest, as in CmdStan;
//                           T topics, W words, D documents)
//                           tokens.i   n_k, tokens of the i-th monitored topic
//                           phi.i.j    posterior mean, given z, of its probability of its j-th word
//                           theta.d.i  posterior mean, given z, of its proportion in the d-th document
// A topic of an HDP that has lost its last token is dead: from then on it has 0 tokens, its words have their
// prior means, and its proportion in every document is 0, even if its slot is reused.

/// The monitored quantities of a chain.
struct MonitoredChoice {
  std::uint64_t from = 0;  ///< the first monitored sweep
  std::vector<std::vector<std::uint32_t>>
      words;                             ///< T lists of W word types; T empty lists if no words are monitored
  std::vector<std::uint32_t> documents;  ///< D, ascending
  std::size_t n_topics() const { return words.size(); }
  std::size_t n_words() const { return words.empty() ? 0 : words.front().size(); }
};

Place monitored_path(const Place& fit, std::uint32_t chain);
Place monitored_choice_path(const Place& fit, std::uint32_t chain);

/// The header of the csv: the names of its columns separated by commas.
std::string monitored_header(const MonitoredChoice& choice);

/// @throws ResourceError
void write_monitored_choice(const Place& path, const MonitoredChoice& choice);

/// @param n_types, n_documents  of the corpus
/// @throws InputError if it is missing, damaged, or names something that is not in the corpus
MonitoredChoice read_monitored_choice(const Place& path, std::size_t n_types, std::size_t n_documents);

/// The csv of a chain. @throws InputError if it is damaged, or its columns are not those of the choice
Trace read_monitored(const Place& path, const MonitoredChoice& choice);

}  // namespace themata
