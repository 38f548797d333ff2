#include "themata/run/inputs.hpp"

#include "themata/models/registry.hpp"
#include "themata/run/input_readers.hpp"
#include "themata/store/start_file.hpp"

namespace themata {

namespace {

/// The file that an option names; "" where it names none, or the model has no such option.
std::string file_of(const FitOptions& options, std::string_view name) {
  return options.has(name) ? options.text(name) : "";
}

}  // namespace

DocumentsByLabels documents_by_labels(const CorpusFolder& corpus) {
  const std::vector<DocumentRow> documents = read_documents(corpus);
  DocumentsByLabels parts;
  for (std::size_t d = 0; d < documents.size(); ++d)
    (documents[d].labels.empty() ? parts.without : parts.with).push_back(d);
  return parts;
}

Inputs read_inputs(const FitOptions& options, const CorpusFolder& corpus, const GivenInputs& in_memory) {
  Inputs inputs;
  inputs.topics = options.has("topics") ? options.whole("topics") : 0;
  if (inputs.topics == automatic) inputs.topics = model_of(options).usual_topics(corpus.corpus);
  take_start(options, corpus, in_memory, inputs);
  const LabelUse labels = model_of(options).info().labels;
  if (labels == LabelUse::topics) read_labels(options, corpus, inputs);
  if (labels == LabelUse::tree) read_label_tree_of(options, corpus, inputs);
  if (model_of(options).info().covariates) read_covariates(options, corpus, inputs);
  if (const std::string file = file_of(options, "alpha-weights"); !file.empty())
    inputs.given.alpha_weights = read_alpha_weights(file, inputs.topics);
  if (const std::string file = file_of(options, "beta-weights"); !file.empty())
    read_beta_weights(file, corpus, inputs);
  if (!file_of(options, "seeds").empty()) read_seeds(options, corpus, inputs);
  take_given(in_memory, options, corpus, inputs);
  return inputs;
}

GivenShape shape_of(const FitOptions& options, const Corpus& corpus) {
  return {options.has("topics") ? options.whole("topics") : 0, corpus.n_types(), corpus.n_documents()};
}

GivenPriors given_at_start(const Place& fit, const FitOptions& options, const Corpus& corpus) {
  GivenPriors given = read_given(fit, shape_of(options, corpus));
  if (exists(start_path(fit))) given.start = read_start(start_path(fit), corpus, most_start_topics(options));
  return given;
}

}  // namespace themata
