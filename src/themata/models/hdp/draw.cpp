#include "themata/models/hdp/draw.hpp"

#include "themata/inference/predictor.hpp"
#include "themata/models/draw_arrays.hpp"
#include "themata/models/mixture_draw.hpp"

namespace themata::hdp {

namespace {

CommonArrays arrays_of(const Draw::Parameters& of) { return {{of.alpha}, of.beta, of.gamma, of.psi}; }

}  // namespace

std::unique_ptr<Draw> Draw::read(const NpzReader& npz) {
  const CommonArrays arrays = read_common_arrays(npz);
  if (arrays.alpha.size() != 1) return nullptr;
  return std::make_unique<Draw>(Parameters{arrays.alpha.front(), arrays.beta, arrays.gamma, arrays.psi,
                                           npz.has("pi") ? npz.read_scalar<double>("pi") : 1.0});
}

void Draw::save(NpzWriter& npz) const {
  themata::save(npz, arrays_of(of_));
  if (of_.pi < 1) npz.add_scalar("pi", of_.pi);
}

void Draw::add_to(Checksum& sum) const {
  themata::add_to(sum, arrays_of(of_));
  if (of_.pi < 1) sum.add(&of_.pi, sizeof of_.pi);
}

std::optional<std::string> Draw::find_fault() const {
  if (auto fault = find_fault_of_alpha({of_.alpha}, 0)) return fault;
  if (auto fault = themata::find_fault(arrays_of(of_))) return fault;
  return find_fault_of_pi(of_.pi);
}

void Draw::add_to_start(StartTopics& start) const {
  start.weights = weights_above_zero(prior_weights());
  start.hyperparameters[start_hyper::beta] = of_.beta;
  start.hyperparameters[start_hyper::document_concentration] = of_.alpha;
  start.hyperparameters[start_hyper::topic_concentration] = of_.gamma;
}

void Draw::renumber(const Renumbering& renumbering) { of_.psi = in_order(of_.psi, renumbering.order); }

std::vector<double> Draw::prior_weights() const { return scaled(of_.psi, of_.alpha); }

std::unique_ptr<DocumentProportions> Draw::proportions(const DrawContext& context) const {
  return dirichlet_proportions(context.corpus, document_topic_counts(context, n_topics()), prior_weights(),
                               context.given.allowed);
}

std::optional<double> Draw::rest() const { return of_.alpha * beyond(of_.psi); }

std::unique_ptr<Predictor> Draw::predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                           Pool& pool) const {
  return known_topics_predictor(context, *this, types, 0, pool);
}

}  // namespace themata::hdp
