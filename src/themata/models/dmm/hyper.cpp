#include "themata/models/dmm/hyper.hpp"

#include <numeric>

#include "themata/random/distributions.hpp"

namespace themata::dmm {

namespace {

/// at_least[j - 1]: how many m_k are at least j.
sampling::AtLeast documents_at_least(const State& state) {
  sampling::AtLeast at_least;
  for (const std::int64_t m : state.documents) {
    const auto count = static_cast<std::size_t>(m);
    if (at_least.size() < count) at_least.resize(count);
    if (count > 0) ++at_least[count - 1];
  }
  for (std::size_t j = at_least.size(); j-- > 1;) at_least[j - 1] += at_least[j];
  return at_least;
}

}  // namespace

void draw_alpha(State& state, const Context& context, const TopicSpace& space, sampling::GammaPrior prior) {
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::alpha);
  const bool is_finite = space.form == Form::finite;
  const auto all = std::accumulate(state.documents.begin(), state.documents.end(), std::int64_t{0});
  const auto at_least = documents_at_least(state);
  // The first entry of at_least is the number of topics in use.
  const std::uint64_t power = is_finite          ? sampling::draw_tables(stream, at_least, state.alpha)
                              : at_least.empty() ? 0
                                                 : at_least.front();
  const double topics = is_finite ? static_cast<double>(space.topics) : 1;
  const double log_q = all > 0 ? draw_log_beta(stream, topics * state.alpha, static_cast<double>(all)) : 0;
  state.alpha = draw_gamma(stream, prior.shape + static_cast<double>(power), prior.rate - topics * log_q);
}

}  // namespace themata::dmm
