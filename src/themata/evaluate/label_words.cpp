#include "themata/evaluate/label_words.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/random/elementary.hpp"

namespace themata {

namespace {

/// For each of V numbers, how many are at most as large.
std::vector<std::uint32_t> count_at_most(std::span<const double> values) {
  std::vector<float> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  std::vector<std::uint32_t> counts;
  counts.reserve(values.size());
  for (const double x : values)
    counts.push_back(
        static_cast<std::uint32_t>(std::ranges::upper_bound(sorted, static_cast<float>(x)) - sorted.begin()));
  return counts;
}

/// Sums over draws of a row of numbers, for means and standard deviations.
class RowMoments {
 public:
  explicit RowMoments(std::size_t n) : sum_(n), square_(n) {}
  void add(std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum_[i] += values[i];
      square_[i] += values[i] * values[i];
    }
  }
  std::vector<double> means(std::size_t draws) const {
    std::vector<double> result = sum_;
    for (double& x : result) x /= static_cast<double>(draws);
    return result;
  }
  std::vector<double> deviations(std::size_t draws) const {
    const auto n = static_cast<double>(draws);
    std::vector<double> result(sum_.size(), 0.0);
    for (std::size_t i = 0; i < result.size() && draws > 1; ++i)
      result[i] = std::sqrt(std::max(0.0, (square_[i] - sum_[i] * sum_[i] / n) / (n - 1)));
    return result;
  }

 private:
  std::vector<double> sum_, square_;
};

/// The rates of a draw, and the sums that divide them: siblings share one sum.
class Quotients {
 public:
  Quotients(const LabelTree& tree, Against against) : group_of_(tree.n_topics()) {
    std::map<std::vector<std::uint32_t>, std::size_t> numbers;
    for (std::size_t k = 0; k < tree.n_topics(); ++k) {
      const auto [entry, is_new] = numbers.emplace(tree.rivals(k, against), groups_.size());
      if (is_new) groups_.push_back(entry->first);
      group_of_[k] = entry->second;
    }
  }

  void set(const TopicRates& draw, Pool& pool) {
    types_ = draw.n_types();
    const std::size_t nodes = draw.n_topics() + 1;
    rates_.resize(nodes * types_);
    sums_.resize(groups_.size() * types_);
    constexpr std::size_t words_at_once = 64;
    pool.for_chunks(types_, words_at_once, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) set_word(draw, v);
    });
  }

  std::span<const double> rate(std::size_t k) const { return std::span(rates_).subspan(k * types_, types_); }
  std::vector<double> exclusivity(std::size_t k) const {
    std::vector<double> result(types_);
    const auto own = rate(k), sum = std::span(sums_).subspan(group_of_[k] * types_, types_);
    for (std::size_t v = 0; v < types_; ++v) result[v] = own[v] / sum[v];
    return result;
  }

 private:
  void set_word(const TopicRates& draw, std::size_t v) {
    for (std::size_t node = 0; node <= draw.n_topics(); ++node)
      rates_[node * types_ + v] = draw.rate(v, node);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      double& sum = sums_[g * types_ + v] = 0;
      for (const std::uint32_t node : groups_[g]) sum += rates_[node * types_ + v];
    }
  }

  std::vector<std::vector<std::uint32_t>> groups_;  ///< nodes
  std::vector<std::size_t> group_of_;               ///< K
  std::vector<double> rates_, sums_;                ///< nodes x V, groups x V
  std::size_t types_ = 0;
};

/// The moments of one topic.
struct LabelMoments {
  RowMoments rate, exclusivity, frex;

  void add(std::span<const double> rates, const std::vector<double>& exclusivities,
           const LabelWordsOptions& options) {
    rate.add(rates);
    exclusivity.add(exclusivities);
    if (options.deviations) frex.add(frex_of(rates, exclusivities, options.exclusivity_weight));
  }
};

void append(std::vector<double>& all, const std::vector<double>& row) {
  all.insert(all.end(), row.begin(), row.end());
}

void append_topic(LabelWords& words, const LabelMoments& topic, std::size_t n_draws,
                  const LabelWordsOptions& options) {
  const std::vector<double> rate = topic.rate.means(n_draws), exclusivity = topic.exclusivity.means(n_draws);
  append(words.rate, rate);
  append(words.exclusivity, exclusivity);
  append(words.frex, frex_of(rate, exclusivity, options.exclusivity_weight));
  if (!options.deviations) return;
  append(words.rate_sd, topic.rate.deviations(n_draws));
  append(words.exclusivity_sd, topic.exclusivity.deviations(n_draws));
  append(words.frex_sd, topic.frex.deviations(n_draws));
}

}  // namespace

std::vector<WordRanks> ranks_of(std::span<const double> frequency, std::span<const double> exclusivity) {
  const std::vector<std::uint32_t> by_frequency = count_at_most(frequency),
                                   by_exclusivity = count_at_most(exclusivity);
  std::vector<WordRanks> ranks;
  ranks.reserve(frequency.size());
  for (std::size_t v = 0; v < frequency.size(); ++v) ranks.push_back({by_frequency[v], by_exclusivity[v]});
  return ranks;
}

std::vector<double> frex_of(std::span<const double> frequency, std::span<const double> exclusivity,
                            double weight) {
  std::vector<double> result;
  result.reserve(frequency.size());
  for (const WordRanks& ranks : ranks_of(frequency, exclusivity))
    result.push_back(frex(ranks, frequency.size(), weight));
  return result;
}

LabelWords label_words(const EachRates& draws, const LabelTree& tree, RowRange topics,
                       const LabelWordsOptions& options, Pool& pool) {
  std::vector<LabelMoments> moments;
  std::size_t n_draws = 0;
  Quotients quotients(tree, options.against);
  draws([&](const TopicRates& draw) {
    const RowMoments none(draw.n_types());
    moments.resize(topics.last - topics.first, {none, none, options.deviations ? none : RowMoments(0)});
    quotients.set(draw, pool);
    pool.for_each(moments.size(), [&](std::size_t i) {
      moments[i].add(quotients.rate(topics.first + i), quotients.exclusivity(topics.first + i), options);
    });
    ++n_draws;
  });
  LabelWords words;
  for (const LabelMoments& topic : moments) append_topic(words, topic, n_draws, options);
  return words;
}

std::size_t labels_at_once(std::size_t n_types) {
  constexpr std::size_t cells = std::size_t{1} << 21;
  return std::max<std::size_t>(1, cells / std::max<std::size_t>(1, n_types));
}

LabelVariances label_variances(const EachRates& draws) {
  LabelVariances result;
  std::optional<RowMoments> moments;
  std::size_t n_draws = 0;
  std::vector<double> rows;
  draws([&](const TopicRates& draw) {
    const std::size_t branches = draw.branch_nodes.size(), types = draw.n_types();
    if (!moments) moments.emplace(branches * types);
    result.nodes = draw.branch_nodes;
    rows.resize(branches * types);
    for (std::size_t v = 0; v < types; ++v)
      for (std::size_t b = 0; b < branches; ++b) rows[b * types + v] = draw.variances[v * branches + b];
    moments->add(rows);
    ++n_draws;
  });
  result.mean = moments->means(n_draws);
  result.sd = moments->deviations(n_draws);
  return result;
}

namespace {

bool have_same_shape(const TopicRates& a, const TopicRates& b) {
  return a.n_topics() == b.n_topics() && a.n_types() == b.n_types() &&
         a.branch_nodes.size() == b.branch_nodes.size();
}

}  // namespace

EachRates rates_of(const FitFolder& fit, const Draw& shown) {
  const std::vector<std::uint64_t> sweeps = fit.kept_sweeps(shown.chain);
  return [&fit, &shown, sweeps](const std::function<void(const TopicRates&)>& visit) {
    if (sweeps.empty()) return visit(*shown.rates());
    for (const std::uint64_t sweep : sweeps) {
      Draw draw = fit.draw(shown.chain, sweep);
      std::optional<TopicRates> rates;
      if (draw.rates() != nullptr && have_same_shape(*draw.rates(), *shown.rates()))
        rates = renumbered(*draw.rates(), shown.order);
      if (!rates || rates->label_begin != shown.rates()->label_begin ||
          rates->labels != shown.rates()->labels)
        throw InputError(draw_path(fit.path, shown.chain, sweep).string(), 0,
                         "is damaged: it does not match the other draws of this fit");
      visit(*rates);
    }
  };
}

}  // namespace themata
