#include "themata/run/inputs.hpp"

#include "themata/models/registry.hpp"
#include "themata/run/input_readers.hpp"

namespace themata {

DocumentsByLabels documents_by_labels(const CorpusFolder& corpus) {
  const std::vector<DocumentRow> documents = read_documents(corpus);
  DocumentsByLabels parts;
  for (std::size_t d = 0; d < documents.size(); ++d)
    (documents[d].labels.empty() ? parts.without : parts.with).push_back(d);
  return parts;
}

Inputs read_inputs(const FitOptions& options, const CorpusFolder& corpus, const GivenInputs& in_memory) {
  Inputs inputs;
  inputs.topics = options.whole("topics", 0);
  const LabelUse labels = model_of(options).info().labels;
  if (labels == LabelUse::topics) read_labels(options, corpus, inputs);
  if (labels == LabelUse::tree) read_label_tree_of(options, corpus, inputs);
  if (const std::string file = options.text("alpha-weights"); !file.empty())
    inputs.given.alpha_weights = read_alpha_weights(file, inputs.topics);
  if (const std::string file = options.text("beta-weights"); !file.empty())
    inputs.given.word_prior = WordPrior(read_beta_weights(file, corpus), {});
  if (!options.text("seeds").empty()) read_seeds(options, corpus, inputs);
  take_given(in_memory, options, corpus, inputs);
  return inputs;
}

}  // namespace themata
