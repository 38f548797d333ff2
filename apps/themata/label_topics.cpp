#include "label_topics.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "themata/io/plain_text.hpp"

namespace themata::cli {

namespace {

/// A word of a label with its three numbers.
struct Word {
  std::uint32_t type;
  double rate, exclusivity, frex;
};

/// The best words of a label by each of them.
struct Words {
  std::vector<Word> frequent, exclusive, frex;
};

constexpr std::array<std::pair<const char*, std::vector<Word> Words::*>, 3> lists{
    {{"frequent", &Words::frequent}, {"exclusive", &Words::exclusive}, {"FREX", &Words::frex}}};

/// The `n` words of the largest scores, the best first; of equal ones the more frequent.
std::vector<Word> best(std::span<const double> scores, const LabelWords& words, std::size_t row,
                       std::size_t n) {
  const std::size_t types = scores.size();
  std::vector<std::uint32_t> order(types);
  std::iota(order.begin(), order.end(), 0U);
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(n, types));
  std::partial_sort(order.begin(), end, order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    const double of_a = words.rate[row * types + a], of_b = words.rate[row * types + b];
    return of_a != of_b ? of_a > of_b : a < b;
  });
  std::vector<Word> result;
  for (auto v = order.begin(); v != end; ++v)
    result.push_back({*v, words.rate[row * types + *v], words.exclusivity[row * types + *v],
                      words.frex[row * types + *v]});
  return result;
}

/// The lists of the label in one row.
Words lists_of(const LabelWords& words, std::size_t row, std::size_t types, std::size_t n) {
  const auto part = [&](const std::vector<double>& all) {
    return std::span(all).subspan(row * types, types);
  };
  return {best(part(words.rate), words, row, n), best(part(words.exclusivity), words, row, n),
          best(part(words.frex), words, row, n)};
}

std::vector<Words> words_of(const ShownFit& fit, const LabelTree& tree, const LabelTopics& options) {
  const EachRates draws = rates_of(fit.fit, fit.draw);
  const std::size_t types = fit.corpus.vocabulary.size(), at_once = labels_at_once(types);
  Pool pool(threads_for(0));
  std::vector<Words> result;
  for (std::size_t first = 0; first < tree.n_topics(); first += at_once) {
    const std::size_t last = std::min(first + at_once, tree.n_topics());
    const LabelWords words = label_words(draws, tree, {first, last}, options.words, pool);
    for (std::size_t row = 0; row < last - first; ++row)
      result.push_back(lists_of(words, row, types, options.n_words));
  }
  return result;
}

/// What is printed.
struct ShownLabels {
  const ShownFit& fit;
  const LabelTree& tree;
  LabelCounts counts;
  std::vector<std::uint64_t> tokens;
  std::vector<Words> words;

  double share(std::size_t k) const {
    return static_cast<double>(tokens[k]) / static_cast<double>(std::max<std::size_t>(1, fit.draw.z.size()));
  }
  std::string joined(const std::vector<Word>& list) const {
    std::string text;
    for (const Word& word : list)
      text.append(text.empty() ? "" : " ").append(one_word(fit.corpus.vocabulary[word.type]));
    return text;
  }
};

void print_table(const ShownLabels& shown, const LabelTopics& options) {
  const std::size_t draws = std::max<std::size_t>(1, shown.fit.fit.kept_sweeps(shown.fit.draw.chain).size());
  fmt::print("hpc, chain {}: {} label{}, {} tokens; mean of {} draw{}, exclusivity against {}\n",
             shown.fit.draw.chain, shown.tree.n_topics(), shown.tree.n_topics() == 1 ? "" : "s",
             fmt::group_digits(shown.fit.draw.z.size()), draws, draws == 1 ? "" : "s",
             name_of(options.words.against));
  fmt::print("{:>6} {:>9} {:>12} {:>7}  label\n", "topic", "documents", "tokens", "share");
  for (const std::uint32_t k : shown.tree.order()) {
    fmt::print(
        "{:>6} {:>9} {:>12} {:>6.2f}%  {:{}}{}{}\n", k, fmt::group_digits(shown.counts.documents[k]),
        fmt::group_digits(shown.tokens[k]), 100 * shown.share(k), "", 2 * shown.tree.depth(k),
        one_line(shown.fit.given.topic_names[k]),
        shown.counts.documents[k] == 0 ? "  (no documents: estimated from the labels next to it)" : "");
    for (const auto& [name, list] : lists)
      fmt::print("{:>37}  {:{}}{}\n", name, "", 2 * shown.tree.depth(k), shown.joined(shown.words[k].*list));
  }
}

void print_tsv(const ShownLabels& shown) {
  fmt::print("topic\tlabel\tparent\tdocuments\ttokens\tshare\tfrequent\texclusive\tfrex\n");
  for (const std::uint32_t k : shown.tree.order()) {
    const std::uint32_t parent = shown.tree.parent(k);
    fmt::print("{}\t{}\t{}\t{}\t{}\t{:.6f}", k, one_line(shown.fit.given.topic_names[k]),
               parent < shown.tree.n_topics() ? one_line(shown.fit.given.topic_names[parent]) : "",
               shown.counts.documents[k], shown.tokens[k], shown.share(k));
    for (const auto& [name, list] : lists) fmt::print("\t{}", shown.joined(shown.words[k].*list));
    fmt::print("\n");
  }
}

nlohmann::ordered_json words_json(const ShownLabels& shown, const std::vector<Word>& list) {
  nlohmann::ordered_json result = nlohmann::ordered_json::array();
  for (const Word& word : list)
    result.push_back({{"word", shown.fit.corpus.vocabulary[word.type]},
                      {"rate", word.rate},
                      {"exclusivity", word.exclusivity},
                      {"frex", word.frex}});
  return result;
}

void print_json(const ShownLabels& shown) {
  using nlohmann::ordered_json;
  ordered_json rows = ordered_json::array();
  for (const std::uint32_t k : shown.tree.order()) {
    const std::uint32_t parent = shown.tree.parent(k);
    rows.push_back(
        {{"topic", k},
         {"label", shown.fit.given.topic_names[k]},
         {"parent", parent < shown.tree.n_topics() ? ordered_json(shown.fit.given.topic_names[parent])
                                                   : ordered_json()},
         {"depth", shown.tree.depth(k)},
         {"documents", shown.counts.documents[k]},
         {"documents_below", shown.counts.with_below[k]},
         {"tokens", shown.tokens[k]},
         {"share", shown.share(k)},
         {"frequent", words_json(shown, shown.words[k].frequent)},
         {"exclusive", words_json(shown, shown.words[k].exclusive)},
         {"frex", words_json(shown, shown.words[k].frex)}});
  }
  fmt::print("{}\n", rows.dump(1, ' ', false, ordered_json::error_handler_t::replace));
}

}  // namespace

void print_label_topics(const ShownFit& fit, const LabelTopics& options) {
  const LabelTree tree(fit.given.parents);
  ShownLabels shown{fit, tree, count_labels(*fit.draw.rates(), tree),
                    std::vector<std::uint64_t>(tree.n_topics()), words_of(fit, tree, options)};
  for (const std::uint16_t k : fit.draw.z) ++shown.tokens[k];
  if (options.format == "table") print_table(shown, options);
  if (options.format == "tsv") print_tsv(shown);
  if (options.format == "json") print_json(shown);
}

}  // namespace themata::cli
