#include "themata/models/dmm/draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "themata/inference/predictor.hpp"
#include "themata/models/dmm/model.hpp"
#include "themata/models/dmm/predict.hpp"
#include "themata/models/dmm/topics.hpp"
#include "themata/models/draw_arrays.hpp"
#include "themata/models/mixture_draw.hpp"
#include "themata/random/distributions.hpp"

namespace themata::dmm {

namespace {

CommonArrays arrays_of(const Draw::Parameters& of) { return {{of.alpha}, of.beta, 0, of.weights}; }

/// A topic of a document and its probability.
struct Entry {
  std::uint16_t topic;
  double probability;
};

/// Smaller probabilities are left out: a document's topic is nearly certain, and most of its row is almost 0.
constexpr double least_shown = 1e-9;

/// p(z_d = k | z_-d, w) over the topics of the draw, D lists. For a document without tokens, the weights of a
/// new document.
std::vector<std::vector<Entry>> topic_probabilities(const DrawContext& context, const Draw::Parameters& of) {
  const Corpus& corpus = context.corpus;
  Settings settings;
  settings.form = of.form;
  settings.topics = of.weights.size();
  settings.word_prior = context.given.word_prior;
  const Model model(settings);
  Pool pool(threads_for(0));
  const State state = model.restore(corpus, {{context.z.begin(), context.z.end()}, of.alpha, of.beta}, pool);
  std::vector<std::vector<Entry>> rows(corpus.n_documents());
  const auto fill = [&](std::size_t d, std::span<const double> p) {
    const auto known = p.first(std::min(p.size(), of.weights.size()));
    const double sum = std::accumulate(known.begin(), known.end(), 0.0);
    for (std::size_t k = 0; k < known.size(); ++k)
      if (known[k] / sum > least_shown) rows[d].push_back({static_cast<std::uint16_t>(k), known[k] / sum});
  };
  const Context now{corpus, {}, 1, pool};
  visit_topic_probabilities(state, now, model.space(), fill);
  for (std::size_t d = 0; d < rows.size(); ++d)
    if (corpus.length(d) == 0) fill(d, of.weights);
  return rows;
}

class Proportions : public DocumentProportions {
 public:
  Proportions(SparseCounts counts, std::vector<std::vector<Entry>> rows)
      : DocumentProportions(std::move(counts)), rows_(std::move(rows)) {}

  double share(std::size_t d, std::size_t k, std::int32_t /*count*/) const override {
    const auto found = std::ranges::lower_bound(rows_[d], k, {}, &Entry::topic);
    return found != rows_[d].end() && found->topic == k ? found->probability : 0;
  }

  /// All of the document has one topic.
  void draw(std::size_t d, std::span<const std::uint16_t> topics, Stream& stream,
            std::span<double> theta) const override {
    std::vector<double> probabilities;
    for (const Entry& entry : rows_[d]) probabilities.push_back(entry.probability);
    const std::uint16_t drawn = rows_[d][draw_index(stream, probabilities)].topic;
    for (std::size_t i = 0; i < topics.size(); ++i) theta[i] = topics[i] == drawn ? 1 : 0;
  }

 private:
  std::vector<std::vector<Entry>> rows_;
};

/// Predictions for new documents with phi integrated out given the counts: exact sums, no chain.
class MixturePredictor : public Predictor {
 public:
  /// @param weights  of the topics and, in the infinite form, of a new topic, which is last
  /// @param counts   n_kv of the requested word types, type by type with K values each
  MixturePredictor(std::vector<double> weights, std::vector<std::int64_t> counts,
                   std::vector<std::int64_t> tokens, std::vector<double> betas, double total_beta)
      : weights_(std::move(weights)),
        counts_(std::move(counts)),
        tokens_(std::move(tokens)),
        betas_(std::move(betas)),
        log_words_(words_given_counts(
            {[this](std::size_t k, std::uint32_t v) {
               return k < tokens_.size() ? counts_[v * tokens_.size() + k] : std::int64_t{0};
             },
             [this](std::size_t k) { return k < tokens_.size() ? tokens_[k] : std::int64_t{0}; },
             [this](std::uint32_t v) { return betas_[v]; }, total_beta})) {}
  MixturePredictor(const MixturePredictor&) = delete;
  MixturePredictor& operator=(const MixturePredictor&) = delete;

  ProportionMoments draw_proportions(std::span<const std::uint32_t> words, const GibbsLength&,
                                     Stream&) const override {
    ProportionMoments moments{topic_posterior(weights_, log_words_, words), {}};
    for (const double p : moments.mean) moments.variance.push_back(p * (1 - p));
    return moments;
  }
  void predict_words(const Halves& words, const GibbsLength&, Stream&,
                     std::span<double> means) const override {
    std::ranges::copy(held_probabilities(weights_, log_words_, {words.seen, words.held}), means.begin());
  }

 private:
  std::vector<double> weights_;
  std::vector<std::int64_t> counts_, tokens_;
  std::vector<double> betas_;
  LogWords log_words_;
};

}  // namespace

std::unique_ptr<Draw> Draw::read(const NpzReader& npz, Form form) {
  const CommonArrays arrays = read_common_arrays(npz);
  if (arrays.alpha.size() != 1 || arrays.psi.empty()) return nullptr;
  return std::make_unique<Draw>(Parameters{form, arrays.alpha.front(), arrays.beta, arrays.psi});
}

void Draw::save(NpzWriter& npz) const { themata::save(npz, arrays_of(of_)); }

void Draw::add_to(Checksum& sum) const { themata::add_to(sum, arrays_of(of_)); }

std::optional<std::string> Draw::find_fault() const {
  if (auto fault = find_fault_of_alpha({of_.alpha}, 0)) return fault;
  return themata::find_fault(arrays_of(of_));
}

std::optional<std::string> Draw::find_mismatch(std::span<const std::uint16_t> z, const Corpus& corpus) const {
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    const auto own = z.subspan(corpus.offsets()[d], corpus.length(d));
    if (std::ranges::adjacent_find(own, std::ranges::not_equal_to()) != own.end())
      return fmt::format("document {} has tokens of several topics; expected one topic per document", d);
  }
  return std::nullopt;
}

void Draw::renumber(const Renumbering& renumbering) {
  of_.weights = in_order(of_.weights, renumbering.order);
}

void Draw::add_topic_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const {
  const auto pseudo = word_pseudo_counts(context, of_.beta, rows);
  for (std::size_t k = 0; k < pseudo.size(); ++k) moments.add(k, pseudo[k]);
}

std::unique_ptr<DocumentProportions> Draw::proportions(const DrawContext& context) const {
  return std::make_unique<Proportions>(document_topic_counts(context, n_topics()),
                                       topic_probabilities(context, of_));
}

void Draw::add_document_moments(const DrawContext& context, RowRange rows, PosteriorMoments& moments) const {
  const std::vector<std::vector<Entry>> all = topic_probabilities(context, of_);
  for (std::size_t d = rows.first; d < rows.last; ++d)
    for (const Entry& entry : all[d])
      moments.add(d - rows.first, entry.topic, entry.probability,
                  entry.probability * (1 - entry.probability));
}

std::optional<double> Draw::rest() const {
  if (of_.form == Form::finite) return std::nullopt;
  return beyond(of_.weights);
}

std::unique_ptr<Predictor> Draw::predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                           Pool&) const {
  constexpr std::uint32_t none = UINT32_MAX;
  const Corpus& corpus = context.corpus;
  const std::size_t topics = n_topics();
  std::vector<std::uint32_t> row_of(corpus.n_types(), none);
  for (std::uint32_t row = 0; row < types.size(); ++row) row_of[types[row]] = row;
  std::vector<std::int64_t> counts(types.size() * topics), tokens(topics);
  for (std::size_t i = 0; i < context.z.size(); ++i) {
    ++tokens[context.z[i]];
    const std::uint32_t row = row_of[corpus.tokens()[i]];
    if (row != none) ++counts[row * topics + context.z[i]];
  }
  std::vector<double> betas;
  for (const std::uint32_t v : types) betas.push_back(of_.beta * context.given.word_prior.weight(v));
  return std::make_unique<MixturePredictor>(
      weights_with_rest(*this), std::move(counts), std::move(tokens), std::move(betas),
      of_.beta * context.given.word_prior.total_weight(corpus.n_types()));
}

}  // namespace themata::dmm
