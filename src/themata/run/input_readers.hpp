#pragma once

// What read_inputs consists of.

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "themata/run/inputs.hpp"
#include "themata/store/corpus_words.hpp"

namespace themata {

/// A weight a line, one for each of `topics`. @throws InputError
std::vector<double> read_alpha_weights(const std::string& path, std::size_t topics);
/// Weights of a corpus's words: 1 for those that are not added.
class WeightReading {
 public:
  explicit WeightReading(const CorpusFolder& corpus);
  void add(const std::string& word, double weight);
  bool knows_any() const { return known_ > 0; }
  /// Makes the weights the prior's, and notes words that the corpus lacks.
  void use(Inputs& inputs);

 private:
  CorpusWords words_;
  std::vector<double> weights_;
  std::vector<std::string> unknown_;
  std::size_t known_ = 0;
};
/// Lines "word weight".
void read_beta_weights(const std::string& path, const CorpusFolder& corpus, Inputs& inputs);

/// The seeds of topics, one topic after another.
struct SeedReading {
  std::vector<Seed> seeds;
  std::vector<std::string> names, unknown;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen = {};  ///< topics and their words

  /// @returns how many words of the corpus the entries are
  std::size_t add_topic(const SeededTopic& topic, CorpusWords& words);
};
/// Weighs the seeds by how often their words occur, and makes them and their names inputs.
void use_seeds(SeedReading reading, const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);

/// What is given in memory.
void take_given(const GivenInputs& given, const FitOptions& options, const CorpusFolder& corpus,
                Inputs& inputs);

/// The topics that chains begin with, from `start-from` or memory. Where the model finds its topics, they are
/// as many at the start.
void take_start(const FitOptions& options, const CorpusFolder& corpus, const GivenInputs& in_memory,
                Inputs& inputs);

/// The words of each topic in `seeds`, with the topics' names.
void read_seeds(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);
/// Topics are the corpus's labels, by name, and after them the background topics, which every document may
/// use.
void read_labels(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);
/// The documents' covariates, from the metadata fields in `covariates`.
void read_covariates(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);
/// Topics are the nodes of the tree of labels; documents have the labels that they carry.
void read_label_tree_of(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);

}  // namespace themata
