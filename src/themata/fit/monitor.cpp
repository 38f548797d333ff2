#include "themata/fit/monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "themata/admixture/word_beta.hpp"
#include "themata/counts/spike_law.hpp"
#include "themata/io/error.hpp"
#include "themata/random/stream.hpp"

namespace themata {

namespace {

/// Lanes with tokens, largest first; not the flag, which is no topic but stands for many.
std::vector<std::uint16_t> topics_by_size(const std::vector<std::int64_t>& sizes, const FitOptions& options) {
  std::vector<std::uint16_t> lanes;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const bool flag = options.weights == "gem" && k + 1 == options.max_topics;
    if (sizes[k] > 0 && !flag) lanes.push_back(static_cast<std::uint16_t>(k));
  }
  std::ranges::stable_sort(lanes, [&](std::uint16_t a, std::uint16_t b) { return sizes[a] > sizes[b]; });
  return lanes;
}

/// So many of a list in equal steps from its first to its last.
std::vector<std::uint16_t> in_equal_steps(const std::vector<std::uint16_t>& list, std::size_t wanted) {
  const std::size_t n = std::min(wanted, list.size());
  std::vector<std::uint16_t> chosen;
  for (std::size_t i = 0; i < n; ++i) chosen.push_back(list[n == 1 ? 0 : i * (list.size() - 1) / (n - 1)]);
  return chosen;
}

/// Documents with tokens, so many of them at random without repetition, ascending. All chains of a fit have the same.
std::vector<std::uint32_t> draw_documents(const Corpus& corpus, std::uint64_t seed, std::uint64_t wanted) {
  std::vector<std::uint32_t> documents;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    if (corpus.length(d) > 0) documents.push_back(static_cast<std::uint32_t>(d));
  const std::size_t n = std::min<std::size_t>(wanted, documents.size());
  Stream stream(chain_key(seed, 0), Purpose::monitor, 0, 0);
  for (std::size_t i = 0; i < n; ++i)
    std::swap(documents[i], documents[i + stream.below(static_cast<std::uint32_t>(documents.size() - i))]);
  documents.resize(n);
  std::ranges::sort(documents);
  return documents;
}

/// E(phi_k | z) of one topic after another.
class WordMeans {
 public:
  explicit WordMeans(const MonitoredState& state)
      : mix_(state.mix), mask_(state.word_mask), betas_(mix_), sizes_(admixture::topic_sizes(mix_)) {
    if (mask_ != nullptr && mask_->everything()) mask_ = nullptr;
  }

  std::int64_t size() const { return dead_ ? 0 : sizes_[lane_]; }
  double of(std::size_t v) const {
    const double beta = dead_ ? betas_.of(v) : betas_.at(lane_, v);
    const std::int32_t n = dead_ ? 0 : mix_.word_topic.row(v)[lane_];
    if (mask_ != nullptr && (dead_ || mask_->on.row(v)[lane_] == 0)) return 0;
    return (n == 0 ? absent_ * beta : n + beta) / normaliser_;
  }
  void turn_to(std::uint16_t lane) {
    dead_ = lane == Draw::no_topic;
    lane_ = dead_ ? 0 : lane;
    absent_ = 1;
    const auto n_types = static_cast<std::uint32_t>(mix_.word_topic.rows());
    if (mask_ != nullptr) {
      normaliser_ = static_cast<double>(size()) + mix_.beta * (dead_ ? 1 : mask_->words(lane_));
      return;
    }
    // Of a topic without tokens every type has the same mean, whichever are active.
    if (mix_.pi >= 1 || size() == 0) {
      normaliser_ = static_cast<double>(size()) + (dead_ ? total_of_any() : betas_.total(lane_));
      return;
    }
    SpikeTopic topic{n_types, 0, size()};
    for (std::size_t v = 0; v < n_types; ++v) topic.with_tokens += mix_.word_topic.row(v)[lane_] > 0 ? 1 : 0;
    const SpikeMeans means = spike_means(topic, spike_law(topic, mix_.beta, mix_.pi), mix_.beta);
    normaliser_ = means.normaliser;
    absent_ = means.absent / mix_.beta;
  }

 private:
  /// sum_v beta_v without seeds, which an HDP's topics, alone mortal, never have.
  double total_of_any() const { return betas_.total(0); }

  const admixture::State& mix_;
  const icdp::WordMask* mask_;  ///< null where topics may have every word
  admixture::WordBeta betas_;
  std::vector<std::int64_t> sizes_;
  std::size_t lane_ = 0;
  bool dead_ = false;
  double normaliser_ = 1;
  double absent_ = 1;  ///< what a type without tokens has for each pseudo-token
};

/// E(theta_dk | z) of one document after another.
class DocumentMeans {
 public:
  DocumentMeans(const MonitoredState& state, const Corpus& corpus)
      : state_(state), mix_(state.mix), corpus_(corpus), counts_(mix_.lanes()) {}

  void turn_to(std::size_t d) {
    d_ = d;
    admixture::count_document(mix_, corpus_, d, counts_.data());
    if (has_mask()) {
      total_ = static_cast<double>(corpus_.length(d));
      for (const std::uint16_t k : state_.topic_mask->of[d]) total_ += mix_.prior[k];
      return;
    }
    if (state_.tables == nullptr) {
      total_ = static_cast<double>(corpus_.length(d)) + mix_.allowed.sum(d, mix_.prior);
      return;
    }
    tables_.assign(mix_.lanes(), 0);
    seating::count_tables(std::span(state_.tables->seat).subspan(corpus_.offsets()[d], corpus_.length(d)),
                          admixture::topics_of(mix_, corpus_, d), tables_);
  }
  double of(std::uint16_t lane) const {
    if (lane == Draw::no_topic || !mix_.allowed.allows(d_, lane)) return 0;
    if (has_mask() && std::ranges::find(state_.topic_mask->of[d_], lane) == state_.topic_mask->of[d_].end())
      return 0;
    if (state_.tables == nullptr) return (counts_[lane] + mix_.prior[lane]) / total_;
    return seating::expected_share(
        state_.law,
        {static_cast<double>(counts_[lane]), static_cast<double>(tables_[lane]), state_.psi[lane]},
        {static_cast<double>(corpus_.length(d_)), static_cast<double>(state_.tables->in_document[d_])});
  }

 private:
  bool has_mask() const { return state_.topic_mask != nullptr && !state_.topic_mask->everything(); }

  const MonitoredState& state_;
  const admixture::State& mix_;
  const Corpus& corpus_;
  std::vector<std::int32_t> counts_;
  std::vector<std::int64_t> tables_;  ///< lanes: l_dk of the document, of the franchise
  std::size_t d_ = 0;
  double total_ = 1;
};

/// The W word types with the largest E(phi_kv | z); ties by their place in the vocabulary.
std::vector<std::uint32_t> top_words(const WordMeans& means, std::size_t n_types, std::size_t wanted) {
  std::vector<double> mean(n_types);
  for (std::size_t v = 0; v < n_types; ++v) mean[v] = means.of(v);
  std::vector<std::uint32_t> types(n_types);
  std::iota(types.begin(), types.end(), 0U);
  const auto end = types.begin() + static_cast<std::ptrdiff_t>(std::min(wanted, n_types));
  std::partial_sort(types.begin(), end, types.end(), [&](std::uint32_t a, std::uint32_t b) {
    return mean[a] != mean[b] ? mean[a] > mean[b] : a < b;
  });
  types.erase(end, types.end());
  return types;
}

}  // namespace

Monitor::Monitor(const MonitorPlace& place, const Draw* begun, const MonitoredState& state) : place_(place) {
  const bool chosen =
      place_.options.monitors() && begun != nullptr && begun->sweep >= place_.options.monitor_from;
  if (!chosen) {  // rows that a killed run wrote after its last saved state are of sweeps that are yet to come
    for (const auto& path :
         {monitored_path(place_.fit, place_.chain), monitored_choice_path(place_.fit, place_.chain)})
      std::filesystem::remove(path);
    return;
  }
  choice_ = read_monitored_choice(monitored_choice_path(place_.fit, place_.chain), place_.corpus.n_types(),
                                  place_.corpus.n_documents());
  lanes_ = begun->monitored;
  if (lanes_.size() != choice_.n_topics())
    throw InputError(
        checkpoint_path(place_.fit, place_.chain).string(), 0,
        fmt::format("is damaged: it monitors {} topics; {} were chosen", lanes_.size(), choice_.n_topics()));
  for (const std::uint16_t lane : lanes_) names_.push_back(lane < state.names.size() ? state.names[lane] : 0);
  open(begun->sweep);
}

void Monitor::open(std::uint64_t sweeps_done) {
  rows_.emplace(monitored_path(place_.fit, place_.chain), RowFile::Layout{place_.comments, 0}, sweeps_done);
  rows_->write_header(monitored_header(choice_));
}

void Monitor::choose(const MonitoredState& state, std::uint64_t sweep) {
  const FitOptions& options = place_.options;
  lanes_ = in_equal_steps(topics_by_size(admixture::topic_sizes(state.mix), options), options.monitor_topics);
  choice_ = {sweep, {}, draw_documents(place_.corpus, options.seed, options.monitor_documents)};
  WordMeans means(state);
  for (const std::uint16_t lane : lanes_) {
    means.turn_to(lane);
    choice_.words.push_back(top_words(means, place_.corpus.n_types(), options.monitor_words));
    names_.push_back(lane < state.names.size() ? state.names[lane] : 0);
  }
  write_monitored_choice(monitored_choice_path(place_.fit, place_.chain), choice_);
  open(sweep - 1);
}

void Monitor::find_topics(const MonitoredState& state) {
  if (state.names.empty()) return;
  const std::vector<std::int64_t> sizes = admixture::topic_sizes(state.mix);
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    if (lanes_[i] == Draw::no_topic) continue;
    const auto found =
        static_cast<std::size_t>(std::ranges::find(state.names, names_[i]) - state.names.begin());
    const bool alive = found < state.names.size() && sizes[found] > 0;
    lanes_[i] = alive ? static_cast<std::uint16_t>(found) : Draw::no_topic;
  }
}

std::string Monitor::row(const MonitoredState& state, std::uint64_t sweep) const {
  const std::size_t topics = lanes_.size();
  std::vector<double> phi(choice_.n_words() * topics), theta(topics * choice_.documents.size());
  std::string text = fmt::format("{}", sweep);
  WordMeans words(state);
  for (std::size_t i = 0; i < topics; ++i) {
    words.turn_to(lanes_[i]);
    fmt::format_to(std::back_inserter(text), ",{}", words.size());
    for (std::size_t j = 0; j < choice_.n_words(); ++j) phi[j * topics + i] = words.of(choice_.words[i][j]);
  }
  DocumentMeans documents(state, place_.corpus);
  for (std::size_t d = 0; d < choice_.documents.size(); ++d) {
    documents.turn_to(choice_.documents[d]);
    for (std::size_t i = 0; i < topics; ++i)
      theta[i * choice_.documents.size() + d] = documents.of(lanes_[i]);
  }
  for (const auto* values : {&phi, &theta})
    for (const double value : *values) fmt::format_to(std::back_inserter(text), ",{}", value);
  return text;
}

void Monitor::observe(const MonitoredState& state, std::uint64_t sweep) {
  if (!place_.options.monitors() || sweep < place_.options.monitor_from) return;
  if (rows_)
    find_topics(state);
  else
    choose(state, sweep);
  rows_->write_row(row(state, sweep));
}

void Monitor::sync() {
  if (rows_) rows_->sync();
}

}  // namespace themata
