#include "themata/models/icdp/draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "themata/counts/bit_matrix.hpp"
#include "themata/models/draw_arrays.hpp"
#include "themata/models/icdp/predict.hpp"
#include "themata/models/mixture_draw.hpp"

namespace themata::icdp {

namespace {

CommonArrays arrays_of(const Draw::Parameters& of) {
  return {{of.alpha}, of.beta, of.word_process.mass, of.psi};
}

/// Hyperparameters of the masks, by name in the file.
struct NamedHyper {
  const char* name;
  Ibp Draw::Parameters::*process;
  double Ibp::*number;
};
constexpr NamedHyper mask_hypers[] = {{"eta", &Draw::Parameters::topic_process, &Ibp::mass},
                                      {"delta", &Draw::Parameters::topic_process, &Ibp::concentration},
                                      {"sigma", &Draw::Parameters::topic_process, &Ibp::discount},
                                      {"xi", &Draw::Parameters::word_process, &Ibp::concentration},
                                      {"zeta", &Draw::Parameters::word_process, &Ibp::discount}};

template <class T>
bool names_twice(std::vector<T> list) {
  std::ranges::sort(list);
  return std::ranges::adjacent_find(list) != list.end();
}

bool is_proper(const Ibp& process) {
  return std::isfinite(process.mass) && process.mass > 0 && process.discount >= 0 && process.discount < 1 &&
         std::isfinite(process.concentration) && process.concentration > -process.discount;
}

/// Checks of masks that need no corpus.
std::optional<std::string> find_fault_of_masks(const Draw::Parameters& of) {
  const Masks& masks = of.masks;
  const std::size_t topics = of.psi.size();
  if (!masks.topics_of_documents.empty() && !is_proper(of.topic_process))
    return "expected eta above 0, sigma from 0 and below 1, delta above minus sigma";
  if (!masks.words_of_topics.empty() && !is_proper(of.word_process))
    return "expected gamma above 0, zeta from 0 and below 1, xi above minus zeta";
  for (const auto& list : masks.topics_of_documents) {
    for (const std::uint16_t k : list)
      if (k >= topics) return fmt::format("a document may use topic {} of {} topics", k, topics);
    if (names_twice(list)) return "a document has a topic twice in its list";
  }
  for (const auto& list : masks.words_of_topics)
    if (names_twice(list)) return "a topic has a word twice in its list";
  if (!masks.words_of_topics.empty() && masks.words_of_topics.size() != topics)
    return fmt::format("it has words of {} topics; expected {}", masks.words_of_topics.size(), topics);
  return std::nullopt;
}

}  // namespace

std::unique_ptr<Draw> Draw::read(const NpzReader& npz, const std::string& path) {
  const CommonArrays arrays = read_common_arrays(npz);
  if (arrays.alpha.size() != 1 || !npz.has("eta")) return nullptr;
  Parameters of{{}, arrays.alpha.front(), arrays.beta, arrays.psi, {}, {}};
  of.word_process.mass = arrays.gamma;
  for (const NamedHyper& hyper : mask_hypers)
    of.*hyper.process.*hyper.number = npz.read_scalar<double>(hyper.name);
  of.masks.topics_of_documents = read_lists<std::uint16_t>(npz, "topics_of_documents", path);
  of.masks.words_of_topics = read_lists<std::uint32_t>(npz, "words_of_topics", path);
  return std::make_unique<Draw>(std::move(of));
}

void Draw::save(NpzWriter& npz) const {
  themata::save(npz, arrays_of(of_));
  for (const NamedHyper& hyper : mask_hypers) npz.add_scalar(hyper.name, of_.*hyper.process.*hyper.number);
  add_lists(npz, "topics_of_documents", of_.masks.topics_of_documents);
  add_lists(npz, "words_of_topics", of_.masks.words_of_topics);
}

void Draw::add_to(Checksum& sum) const {
  themata::add_to(sum, arrays_of(of_));
  for (const NamedHyper& hyper : mask_hypers) sum.add(&(of_.*hyper.process.*hyper.number), sizeof(double));
  const auto add = [&](const auto& lists) {
    for (const auto& list : lists) {
      const std::uint64_t size = list.size();
      sum.add(&size, sizeof size);
      sum.add(std::span(list));
    }
  };
  add(of_.masks.topics_of_documents);
  add(of_.masks.words_of_topics);
}

std::optional<std::string> Draw::find_fault() const {
  if (auto fault = find_fault_of_alpha({of_.alpha}, 0)) return fault;
  if (auto fault = themata::find_fault(arrays_of(of_))) return fault;
  return find_fault_of_masks(of_);
}

std::optional<std::string> Draw::find_mismatch(std::span<const std::uint16_t> z, const Corpus& corpus) const {
  const auto& topics = of_.masks.topics_of_documents;
  if (!topics.empty() && topics.size() != corpus.n_documents())
    return fmt::format("it has topics of {} documents; the corpus has {}", topics.size(),
                       corpus.n_documents());
  BitMatrix may_have(of_.masks.words_of_topics.size(), corpus.n_types());
  for (std::size_t k = 0; k < may_have.rows(); ++k)
    for (const std::uint32_t v : of_.masks.words_of_topics[k])
      if (v < corpus.n_types()) may_have.set(k, v);
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const std::uint16_t k = z[i];
      if (!topics.empty() && std::ranges::find(topics[d], k) == topics[d].end())
        return fmt::format("document {} has a token of topic {}, which it may not use", d, k);
      if (!may_have.empty() && !may_have.test(k, corpus.tokens()[i]))
        return fmt::format("topic {} has a token of word {}, which it may not have", k, corpus.tokens()[i]);
    }
  return std::nullopt;
}

void Draw::add_to_start(StartTopics& start) const {
  auto& values = start.hyperparameters;
  const bool masks_topics = !of_.masks.topics_of_documents.empty(),
             masks_words = !of_.masks.words_of_topics.empty();
  values[masks_words ? start_hyper::beta_in_mask : start_hyper::beta] = of_.beta;
  if (!masks_topics) start.weights.assign(n_topics(), of_.alpha);
  if (masks_topics) {
    values[start_hyper::weight_in_mask] = of_.alpha;
    values[start_hyper::eta] = of_.topic_process.mass;
    values[start_hyper::delta] = of_.topic_process.concentration;
    values[start_hyper::sigma] = of_.topic_process.discount;
  }
  if (masks_words) {
    values[start_hyper::gamma_of_words] = of_.word_process.mass;
    values[start_hyper::xi] = of_.word_process.concentration;
    values[start_hyper::zeta] = of_.word_process.discount;
  }
}

void Draw::renumber(const Renumbering& renumbering) {
  of_.psi = in_order(of_.psi, renumbering.order);
  for (auto& list : of_.masks.topics_of_documents) {
    std::erase_if(list, [&](std::uint16_t k) { return renumbering.sizes[k] == 0; });
    for (std::uint16_t& k : list) k = renumbering.number[k];
    std::ranges::sort(list);
  }
  auto& words = of_.masks.words_of_topics;
  if (words.empty()) return;
  std::vector<std::vector<std::uint32_t>> lists;
  lists.reserve(renumbering.order.size());
  for (const std::uint16_t k : renumbering.order) lists.push_back(std::move(words[k]));
  words = std::move(lists);
}

TopicWords Draw::topic_words() const {
  if (of_.masks.words_of_topics.empty()) return DirichletWords{of_.beta};
  return MaskedWords{of_.beta, of_.masks.words_of_topics};
}

std::vector<double> Draw::prior_weights() const {
  std::vector<double> weights = of_.psi;
  for (double& weight : weights) weight = weight > 0 ? of_.alpha : 0;
  return weights;
}

std::unique_ptr<DocumentProportions> Draw::proportions(const DrawContext& context) const {
  return dirichlet_proportions(context.corpus, document_topic_counts(context, n_topics()), prior_weights(),
                               of_.masks.topics_of_documents);
}

std::unique_ptr<Predictor> Draw::predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                           Pool& pool) const {
  if (of_.masks.topics_of_documents.empty()) return known_topics_predictor(context, *this, types, 0, pool);
  return std::make_unique<MaskedPredictor>(
      UsedTopics(of_.alpha, of_.psi, phi_of_types(context, *this, types, Beyond::nothing, pool)));
}

}  // namespace themata::icdp
