#include "themata/models/franchise/draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "themata/inference/predictor.hpp"
#include "themata/models/draw_arrays.hpp"
#include "themata/models/mixture_draw.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/seating/seats.hpp"

namespace themata::franchise {

namespace {

CommonArrays arrays_of(const Draw::Parameters& of) {
  return {{of.documents.concentration}, of.beta, of.topics.concentration, of.psi};
}

/// E(theta_d) given the tables of the corpus's documents, over the topics with tokens in the draw.
class ProportionsByTables : public DocumentProportions {
 public:
  ProportionsByTables(const DrawContext& context, SparseCounts counts, const Draw::Parameters& of)
      : DocumentProportions(std::move(counts)),
        corpus_(context.corpus),
        process_(of.documents),
        psi_(of.psi),
        psi_sum_(std::accumulate(psi_.begin(), psi_.end(), 0.0)),
        up_to_(psi_.size()) {
    std::partial_sum(psi_.begin(), psi_.end(), up_to_.begin());
    up_to_.push_back(std::max(1.0, psi_sum_));
    std::vector<std::int64_t> of_topic(psi_.size(), 0);
    for (std::size_t d = 0; d < corpus_.n_documents(); ++d) {
      const std::size_t first = corpus_.offsets()[d], n = corpus_.length(d);
      n_tables_.push_back(static_cast<double>(seating::count_tables(std::span(of.seat).subspan(first, n),
                                                                    context.z.subspan(first, n), of_topic)));
      for (const std::int32_t k : this->counts().columns_of(d))
        tables_.push_back(static_cast<double>(std::exchange(of_topic[static_cast<std::size_t>(k)], 0)));
    }
  }

  double share(std::size_t d, std::size_t k, std::int32_t count) const override {
    const auto n = static_cast<double>(corpus_.length(d));
    const double tables = count > 0 ? tables_of(d, k) : 0;
    const double share =
        expected_share(process_, {static_cast<double>(count), tables, psi_[k]}, {n, n_tables_[d]});
    const double others = expected_share(process_, {0, 0, 1 - psi_sum_}, {n, n_tables_[d]});
    return share / (1 - others);
  }

  /// Pitman and Yor (1997): given the tables, the topics that they serve and a new process G share the
  /// document by a Dirichlet with m_dk - discount l_dk for each topic and concentration + discount l_d for G,
  /// whose own discount and base are the same. The part of topics without tokens in the draw is left out.
  void draw(std::size_t d, std::span<const std::uint16_t> topics, Stream& stream,
            std::span<double> theta) const override {
    const double beyond = process_.concentration + process_.discount * n_tables_[d];
    std::vector<double> weights;
    const auto served = counts().columns_of(d), tokens = counts().counts_of(d);
    for (std::size_t i = 0; i < served.size(); ++i)
      weights.push_back(tokens[i] - process_.discount * tables_of(d, static_cast<std::size_t>(served[i])));
    weights.push_back(beyond);
    draw_dirichlet(stream, weights);
    std::vector<double> all(psi_.size() + 1, 0);
    for (std::size_t i = 0; i < served.size(); ++i) all[static_cast<std::size_t>(served[i])] = weights[i];
    add_process({beyond, process_.discount}, weights.back(), stream, all);
    const double shown = std::accumulate(all.begin(), all.end() - 1, 0.0);
    for (std::size_t i = 0; i < topics.size(); ++i) theta[i] = shown > 0 ? all[topics[i]] / shown : 0;
  }

 private:
  double tables_of(std::size_t d, std::size_t k) const {
    const auto columns = counts().columns_of(d);
    const auto cell = std::ranges::lower_bound(columns, static_cast<std::int32_t>(k)) - columns.begin();
    return tables_[static_cast<std::size_t>(counts().indptr[d] + cell)];
  }

  /// Adds `mass` by a draw of the process: stick by stick, and what is then left, which is many small sticks,
  /// as the base has it.
  /// @param all  of the topics, and last of those without tokens
  void add_process(const seating::PitmanYor& process, double mass, Stream& stream,
                   std::vector<double>& all) const {
    constexpr double little = 1e-4;
    constexpr int most_sticks =
        200;  // with a discount near 1, sticks become small too slowly to draw them all
    for (int stick = 1; stick <= most_sticks && mass > little; ++stick) {
      const double part =
          mass * portable_exp(draw_log_beta(stream, 1 - process.discount,
                                            process.concentration + stick * process.discount));
      const auto place = std::ranges::upper_bound(up_to_, stream.uniform() * up_to_.back());
      all[std::min(static_cast<std::size_t>(place - up_to_.begin()), psi_.size())] += part;
      mass -= part;
    }
    for (std::size_t k = 0; k < psi_.size(); ++k) all[k] += mass * psi_[k] / up_to_.back();
    all.back() += mass * (1 - psi_sum_ / up_to_.back());
  }

  const Corpus& corpus_;
  seating::PitmanYor process_;
  std::vector<double> psi_;
  double psi_sum_;
  std::vector<double> up_to_;     ///< sums of psi_, and 1: of all there could be
  std::vector<double> tables_;    ///< l_dk of the cells of counts()
  std::vector<double> n_tables_;  ///< l_d
};

}  // namespace

std::unique_ptr<Draw> Draw::read(const NpzReader& npz) {
  const CommonArrays arrays = read_common_arrays(npz);
  if (arrays.alpha.size() != 1 || !npz.has("seat")) return nullptr;
  return std::make_unique<Draw>(
      Parameters{npz.read<std::uint32_t>("seat"),
                 arrays.beta,
                 arrays.psi,
                 {arrays.alpha.front(), npz.read_scalar<double>("document_discount")},
                 {arrays.gamma, npz.read_scalar<double>("discount")}});
}

void Draw::save(NpzWriter& npz) const {
  themata::save(npz, arrays_of(of_));
  npz.add("seat", std::span<const std::uint32_t>(of_.seat), {of_.seat.size()});
  npz.add_scalar("document_discount", of_.documents.discount);
  npz.add_scalar("discount", of_.topics.discount);
}

void Draw::add_to(Checksum& sum) const {
  themata::add_to(sum, arrays_of(of_));
  sum.add(std::span<const std::uint32_t>(of_.seat));
  sum.add(&of_.topics.discount, sizeof of_.topics.discount);
  sum.add(&of_.documents.discount, sizeof of_.documents.discount);
}

std::optional<std::string> Draw::find_fault() const {
  const auto is_discount = [](double x) { return x >= 0 && x < 1; };
  if (!is_discount(of_.documents.discount) || !is_discount(of_.topics.discount))
    return "discounts are not from 0 and below 1";
  if (auto fault = find_fault_of_alpha({of_.documents.concentration}, -of_.documents.discount)) return fault;
  if (!(std::isfinite(of_.topics.concentration) && of_.topics.concentration > -of_.topics.discount))
    return fmt::format("gamma is not above {:g}", -of_.topics.discount);
  return themata::find_fault(arrays_of(of_));
}

std::optional<std::string> Draw::find_mismatch(std::span<const std::uint16_t> z, const Corpus& corpus) const {
  if (of_.seat.size() != z.size())
    return fmt::format("it has {} seats for {} tokens", of_.seat.size(), z.size());
  return seating::find_fault(of_.seat, z, corpus);
}

void Draw::add_to_start(StartTopics& start) const {
  start.weights = weights_above_zero(prior_weights());
  start.seats = of_.seat;
  auto& values = start.hyperparameters;
  values[start_hyper::beta] = of_.beta;
  values[start_hyper::document_concentration] = of_.documents.concentration;
  values[start_hyper::document_discount] = of_.documents.discount;
  values[start_hyper::topic_concentration] = of_.topics.concentration;
  values[start_hyper::topic_discount] = of_.topics.discount;
}

void Draw::renumber(const Renumbering& renumbering) { of_.psi = in_order(of_.psi, renumbering.order); }

std::vector<double> Draw::prior_weights() const {
  return scaled(of_.psi, of_.documents.concentration + of_.documents.discount);
}

std::unique_ptr<DocumentProportions> Draw::proportions(const DrawContext& context) const {
  SparseCounts counts = document_topic_counts(context, n_topics());
  if (of_.documents.discount > 0)
    return std::make_unique<ProportionsByTables>(context, std::move(counts), of_);
  return dirichlet_proportions(context.corpus, std::move(counts), prior_weights(), context.given.allowed);
}

std::optional<double> Draw::rest() const {
  return (of_.documents.concentration + of_.documents.discount) * beyond(of_.psi);  // as in prior_weights
}

std::unique_ptr<Predictor> Draw::predictor(const DrawContext& context, std::span<const std::uint32_t> types,
                                           Pool& pool) const {
  return known_topics_predictor(context, *this, types, of_.documents.discount, pool);
}

}  // namespace themata::franchise
