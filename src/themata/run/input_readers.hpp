#pragma once

// What read_inputs consists of.

#include <string>
#include <vector>

#include "themata/run/inputs.hpp"

namespace themata {

/// A weight a line, one for each of `topics`. @throws InputError
std::vector<double> read_alpha_weights(const std::string& path, std::size_t topics);
/// Lines "word weight"; words that no line names keep weight 1, and words that the corpus lacks are ignored.
std::vector<double> read_beta_weights(const std::string& path, const CorpusFolder& corpus);
/// The words of each topic in `seeds`, with the topics' names.
void read_seeds(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);
/// Topics are the corpus's labels, by name, and after them the background topics, which every document may
/// use.
void read_labels(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);
/// Topics are the nodes of the tree of labels; documents have the labels that they carry.
void read_label_tree_of(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs);

}  // namespace themata
