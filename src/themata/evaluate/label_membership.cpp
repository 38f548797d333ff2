#include "themata/evaluate/label_membership.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "themata/models/posterior_moments.hpp"

namespace themata {

namespace {

/// The number of levels of a tree.
std::size_t n_levels(const LabelTree& tree) {
  std::size_t levels = 0;
  for (std::size_t k = 0; k < tree.n_topics(); ++k) levels = std::max(levels, tree.depth(k) + 1);
  return levels;
}

/// Calls `visit` with the places i < j of each two of a document's labels, and the level at which they split.
template <class Visit>
void for_each_pair(const LabelTree& tree, std::span<const std::uint16_t> labels, const Visit& visit) {
  for (std::size_t j = 1; j < labels.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) visit(i, j, level_of_split(tree, labels[i], labels[j]));
}

/// The counts, which depend on the labels alone.
class Counter {
 public:
  explicit Counter(const LabelTree& tree)
      : tree_(tree), shared_(tree.n_topics()), split_(n_levels(tree)), result_{{}, empty(), {}} {
    result_.labels.assign(tree.n_topics(), empty());
  }

  void add(std::span<const std::uint16_t> labels) {
    if (labels.empty()) return;
    if (result_.by_count.size() < labels.size()) result_.by_count.resize(labels.size());
    ++result_.by_count[labels.size() - 1];
    std::ranges::fill(split_, 0);
    for_each_pair(tree_, labels, [&](std::size_t i, std::size_t j, std::optional<std::size_t> level) {
      if (level) split_[*level] = 1;
      ++shared_[labels[i]][labels[j]];
      ++shared_[labels[j]][labels[i]];
    });
    add_document(result_.all, labels.size());
    for (const std::uint16_t k : labels) add_document(result_.labels[k], labels.size());
  }

  Memberships result() {
    for (std::size_t k = 0; k < shared_.size(); ++k) {
      std::vector<SharedLabel>& list = result_.labels[k].shared;
      for (const auto& [topic, documents] : shared_[k]) list.push_back({topic, documents});
      std::ranges::stable_sort(list, std::greater<>(), &SharedLabel::documents);
    }
    return std::move(result_);
  }

 private:
  Membership empty() const {
    Membership membership;
    membership.across.resize(n_levels(tree_));
    membership.words_across.resize(n_levels(tree_));
    return membership;
  }
  void add_document(Membership& membership, std::size_t n_labels) const {
    ++membership.documents;
    if (n_labels > 1) ++membership.mixed;
    for (std::size_t level = 0; level < split_.size(); ++level) membership.across[level] += split_[level];
  }

  const LabelTree& tree_;
  std::vector<std::map<std::uint32_t, std::size_t>> shared_;  ///< by label: others, with documents
  std::vector<std::uint8_t> split_;  ///< by level: whether two labels of a document split there
  Memberships result_;
};

/// The proportions of words in one draw, a row per label and the last for all documents: own, then across by
/// level. Sums over documents.
class WordSums {
 public:
  explicit WordSums(const LabelTree& tree)
      : tree_(tree), columns_(n_levels(tree) + 1), sums_((tree.n_topics() + 1) * columns_) {}

  std::size_t columns() const { return columns_; }
  double operator()(std::size_t row, std::size_t column) const { return sums_[row * columns_ + column]; }

  void set(const TopicRates& draw) {
    std::ranges::fill(sums_, 0.0);
    const std::vector<double> theta = label_shares(draw);
    for (std::size_t d = 0; d + 1 < draw.label_begin.size(); ++d) {
      const auto labels = draw.labels_of(d);
      add(labels, std::span(theta).subspan(draw.label_begin[d], labels.size()));
    }
  }

 private:
  void add(std::span<const std::uint16_t> labels, std::span<const double> theta) {
    const std::size_t all = tree_.n_topics();
    for (std::size_t i = 0; i < labels.size(); ++i) {
      at(labels[i], 0) += theta[i];
      at(all, 0) += theta[i] * theta[i];
    }
    for_each_pair(tree_, labels, [&](std::size_t i, std::size_t j, std::optional<std::size_t> level) {
      if (!level) return;
      at(labels[i], 1 + *level) += theta[j];
      at(labels[j], 1 + *level) += theta[i];
      at(all, 1 + *level) += 2 * theta[i] * theta[j];
    });
  }
  double& at(std::size_t row, std::size_t column) { return sums_[row * columns_ + column]; }

  const LabelTree& tree_;
  std::size_t columns_;
  std::vector<double> sums_;
};

/// Sets the means and standard deviations of a row of `moments`.
void set_words(Membership& membership, const PosteriorMoments& moments, std::size_t row,
               std::size_t n_draws) {
  const std::size_t first = row * (membership.across.size() + 1);
  const auto cell = [&](std::size_t column) {
    return MeanSd{moments.mean(first + column, n_draws), moments.sd(first + column, n_draws)};
  };
  membership.own = cell(0);
  for (std::size_t level = 0; level < membership.words_across.size(); ++level)
    membership.words_across[level] = cell(1 + level);
}

}  // namespace

std::optional<std::size_t> level_of_split(const LabelTree& tree, std::uint32_t a, std::uint32_t b) {
  while (tree.depth(a) > tree.depth(b)) a = tree.parent(a);
  while (tree.depth(b) > tree.depth(a)) b = tree.parent(b);
  if (a == b) return std::nullopt;
  while (tree.parent(a) != tree.parent(b)) a = tree.parent(a), b = tree.parent(b);
  return tree.depth(a);
}

Memberships memberships(const EachRates& draws, const LabelTree& tree) {
  WordSums sums(tree);
  const std::size_t topics = tree.n_topics();
  PosteriorMoments moments(topics + 1, sums.columns());
  Memberships result;
  std::size_t n_draws = 0;
  draws([&](const TopicRates& draw) {
    if (n_draws == 0) {
      Counter counter(tree);
      for (std::size_t d = 0; d + 1 < draw.label_begin.size(); ++d) counter.add(draw.labels_of(d));
      result = counter.result();
    }
    sums.set(draw);
    for (std::size_t row = 0; row <= topics; ++row) {
      const Membership& of = row < topics ? result.labels[row] : result.all;
      for (std::size_t column = 0; of.documents > 0 && column < sums.columns(); ++column)
        moments.add(row, column, sums(row, column) / static_cast<double>(of.documents), 0);
    }
    ++n_draws;
  });
  for (std::size_t row = 0; row <= topics && n_draws > 0; ++row)
    set_words(row < topics ? result.labels[row] : result.all, moments, row, n_draws);
  return result;
}

}  // namespace themata
