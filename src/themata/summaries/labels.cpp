#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "themata/evaluate/label_tree.hpp"
#include "themata/evaluate/label_words.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/npz.hpp"
#include "themata/summaries/tables.hpp"

namespace themata {

namespace {

/// The six matrices of label_words, K x V each.
class LabelWordArrays {
 public:
  void append(const LabelWords& words) {
    const std::array<const std::vector<double>*, 6> parts{
        &words.rate, &words.rate_sd, &words.exclusivity, &words.exclusivity_sd, &words.frex, &words.frex_sd};
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (const double x : *parts[i]) arrays_[i].push_back(static_cast<float>(x));
  }
  void add_to(NpzWriter& npz, const Shape& shape) const {
    constexpr std::array<const char*, 6> names{"rate",           "rate_sd", "exclusivity",
                                               "exclusivity_sd", "frex",    "frex_sd"};
    for (std::size_t i = 0; i < names.size(); ++i)
      npz.add(names[i], std::span<const float>(arrays_[i]), shape);
  }

 private:
  std::array<std::vector<float>, 6> arrays_;
};

}  // namespace

void write_labels_and_words(const FitFolder& fit, const CorpusFolder& corpus, std::uint32_t chain,
                            Pool& pool) {
  const Draw shown = fit.summarized_draw(chain);
  const GivenPriors given = given_of(fit, shown);
  write_file_atomically(fit.path / fmt::format("labels-{}.tsv", chain), label_table_tsv(shown, given));
  const LabelTree tree(given.parents);
  const std::size_t topics = tree.n_topics(), types = corpus.corpus.n_types(),
                    at_once = labels_at_once(types);
  LabelWordArrays arrays;
  for (std::size_t first = 0; first < topics; first += at_once)
    arrays.append(
        label_words(rates_of(fit, shown), tree, {first, std::min(first + at_once, topics)}, {}, pool));
  const LabelVariances variances = label_variances(rates_of(fit, shown));
  std::vector<std::int32_t> nodes;
  for (const std::uint32_t node : variances.nodes)
    nodes.push_back(node < topics ? static_cast<std::int32_t>(node) : -1);
  const std::vector<float> mean(variances.mean.begin(), variances.mean.end()),
      sd(variances.sd.begin(), variances.sd.end());
  NpzWriter npz;
  arrays.add_to(npz, {topics, types});
  npz.add("parent", std::span<const std::int32_t>(nodes), {nodes.size()});
  npz.add("tau2", std::span<const float>(mean), {nodes.size(), types});
  npz.add("tau2_sd", std::span<const float>(sd), {nodes.size(), types});
  npz.write(fit.path / fmt::format("label-words-{}.npz", chain));
}

}  // namespace themata
