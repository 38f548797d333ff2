#include "themata/rating/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>

#include "themata/align/topic_set.hpp"
#include "themata/align/vocabulary.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/rating/blocks.hpp"
#include "themata/rating/draws.hpp"
#include "themata/rating/words.hpp"

namespace themata {

namespace {

/// A fit, as far as tasks are made from it.
struct RatedFit {
  std::string name;
  std::size_t given = 0;      ///< its place among the fits as they were given
  std::uint64_t content = 0;  ///< checksum of its draw
  std::unique_ptr<WordsOfTopics> words;
};

std::uint64_t content_of(const ShownFit& shown) {
  Checksum sum;
  const std::string corpus = shown.corpus.hash();
  sum.add(std::span(corpus));
  sum.add(std::span<const std::uint16_t>(shown.draw.z));
  shown.draw.model->add_to(sum);
  return sum.value();
}

void check_names(const std::vector<RunChoice>& fits) {
  for (std::size_t i = 0; i < fits.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const std::string a = fits[i].fit.path.string(), b = fits[j].fit.path.string();
      if (one_line(a) == one_line(b) ||
          std::filesystem::weakly_canonical(a) == std::filesystem::weakly_canonical(b))
        throw UsageError(fmt::format("the fit {} is named twice; expected different fits", a));
    }
}

/// The fits in an order that only depends on what they hold, or on their names where that is the same.
class RatedFits {
 public:
  RatedFits(const std::vector<RunChoice>& choices, const RatingComparisonOptions& options)
      : rankings_(options.rankings) {
    check_names(choices);
    std::ranges::sort(rankings_, {}, &NamedRanking::name);
    for (NamedRanking& each : rankings_) each.ranking.n_words = std::max(options.words, options.rating_words);
    for (const RunChoice& choice : choices) open(choice);
    std::ranges::sort(fits_, [](const RatedFit& a, const RatedFit& b) {
      return std::tie(a.content, a.name) < std::tie(b.content, b.name);
    });
  }

  std::size_t size() const { return fits_.size(); }
  std::size_t n_rankings() const { return rankings_.size(); }
  const WordsOfTopics& words(std::size_t fit) const { return *fits_[fit].words; }
  const std::string& name(std::size_t fit) const { return fits_[fit].name; }
  std::vector<std::string>& vocabulary() { return vocabulary_; }

  std::vector<TopicSet> topic_sets() const {
    std::vector<TopicSet> sets;
    for (const RatedFit& fit : fits_) sets.push_back(topic_set(fit.words->counts(), fit.words->scores()));
    return sets;
  }

  /// The strategies in the order in which fits and rankings were given.
  std::vector<RatingStrategy> strategies(const std::vector<NamedRanking>& given) const {
    std::vector<RatingStrategy> result(fits_.size() * given.size());
    for (const RatedFit& fit : fits_)
      for (std::size_t r = 0; r < given.size(); ++r)
        result[fit.given * given.size() + r] = {fit.name, given[r].name, fit.words->n_topics()};
    return result;
  }
  /// The place of a strategy in that order.
  std::size_t given(std::size_t fit, std::size_t ranking, const std::vector<NamedRanking>& rankings) const {
    const auto found = std::ranges::find(rankings, rankings_[ranking].name, &NamedRanking::name);
    return fits_[fit].given * rankings.size() + static_cast<std::size_t>(found - rankings.begin());
  }

 private:
  void open(const RunChoice& choice) {
    ShownFit shown = open_shown_fit(choice.fit, choice.chain);
    const std::string name = choice.fit.path.string();
    if (fits_.empty()) {
      vocabulary_ = std::move(shown.corpus.vocabulary);
      first_hash_ = shown.corpus.hash();
    } else {
      check_same_vocabulary({fits_.front().name, first_hash_, vocabulary_},
                            {name, shown.corpus.hash(), shown.corpus.vocabulary});
    }
    if (shown.draw.n_topics() < 2)
      throw InputError(
          name, 0,
          InputFault{"has one topic, so no word can be an intruder", "fits with two or more topics"});
    std::vector<WordRanking> rankings;
    for (const NamedRanking& each : rankings_) rankings.push_back(each.ranking);
    fits_.push_back(
        {name, fits_.size(), content_of(shown), std::make_unique<WordsOfTopics>(shown, rankings)});
  }

  std::vector<NamedRanking> rankings_;
  std::vector<RatedFit> fits_;
  std::vector<std::string> vocabulary_;
  std::string first_hash_;
};

/// Possible intruders in the items of one block: those of the most strategies first, in random order among
/// equals. Each strategy takes the first that is one of its own candidates, so strategies share the intruder
/// where they can. If the intruders of similar lists differed, the words that the lists share would reveal
/// them.
struct IntruderOrder {
  std::vector<std::uint32_t> order;
  std::vector<std::vector<std::uint32_t>> candidates;  ///< by strategy, ascending

  std::optional<std::uint32_t> first_of(std::size_t strategy) const {
    const auto is_own = [&](std::uint32_t v) { return std::ranges::binary_search(candidates[strategy], v); };
    const auto found = std::ranges::find_if(order, is_own);
    return found == order.end() ? std::nullopt : std::optional(*found);
  }
};

/// Makes the items of a comparison.
class ComparisonMaker {
 public:
  ComparisonMaker(const RatedFits& fits, const RatingComparisonOptions& options, Pool& pool)
      : fits_(fits), options_(options) {
    tasks_.strategies = fits.strategies(options.rankings);
    blocks_ = match_topics(fits.topic_sets(), pool);
    leave_out_short_topics();
    tasks_.matched = static_cast<std::size_t>(
        std::ranges::count_if(blocks_, [](const TopicBlock& block) { return block.n_topics() > 1; }));
    order_.resize(blocks_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    Stream stream = rating_stream(options.seed, RatingDraw::topics);
    shuffle(order_, stream);
    tasks_.topics_each = topics_of_each();
  }

  RatingTasks make() {
    std::vector<std::vector<bool>> shows(blocks_.size(), std::vector<bool>(fits_.size(), false));
    for (std::size_t fit = 0; fit < fits_.size(); ++fit)
      for (const std::size_t block : first_blocks(fit, fit, tasks_.topics_each)) shows[block][fit] = true;
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      if (std::ranges::count(shows[block], true) > 0) add_items(block, shows[block]);
    const std::size_t n = fits_.size() * fits_.n_rankings();
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) add_preferences(a, b);
    put_in_order(tasks_.intrusion, rating_stream(options_.seed, RatingDraw::intrusion_order), 'W');
    put_in_order(tasks_.rating, rating_stream(options_.seed, RatingDraw::rating_order), 'C');
    put_in_order(tasks_.preference, rating_stream(options_.seed, RatingDraw::preference_order), 'P');
    return std::move(tasks_);
  }

 private:
  /// A list that is shorter than others would reveal its fit.
  void leave_out_short_topics() {
    const std::size_t least = std::max(options_.words, options_.rating_words);
    for (TopicBlock& block : blocks_)
      for (std::size_t fit = 0; fit < fits_.size(); ++fit)
        if (block.has(fit) && fits_.words(fit).n_words(*block.topics[fit]) < least) {
          block.topics[fit].reset();
          ++tasks_.too_few_words;
        }
  }

  std::size_t topics_of_each() const {
    std::size_t fewest = options_.topics.value_or(blocks_.size());
    for (std::size_t fit = 0; fit < fits_.size(); ++fit) {
      const std::size_t own = first_blocks(fit, fit, blocks_.size()).size();
      if (own == 0)
        throw UsageError(
            fmt::format("no topic of {} has {} different words; give smaller `words` and `rating-words`",
                        fits_.name(fit), std::max(options_.words, options_.rating_words)));
      fewest = std::min(fewest, own);
    }
    return fewest;
  }

  /// The first `n` blocks in the drawn order that have topics of both fits.
  std::vector<std::size_t> first_blocks(std::size_t fit, std::size_t other, std::size_t n) const {
    std::vector<std::size_t> result;
    for (const std::size_t block : order_)
      if (result.size() < n && blocks_[block].has(fit) && blocks_[block].has(other)) result.push_back(block);
    return result;
  }

  /// The rating and intrusion items of the fits that show the block.
  void add_items(std::size_t block, const std::vector<bool>& shows) {
    const IntruderOrder intruders = draw_intruders(block);
    for (std::size_t strategy = 0; strategy < fits_.size() * fits_.n_rankings(); ++strategy)
      if (shows[strategy / fits_.n_rankings()]) add_items(block, strategy, intruders.first_of(strategy));
  }

  /// @param strategy  numbered fit by fit
  void add_items(std::size_t block, std::size_t strategy, std::optional<std::uint32_t> intruder) {
    const std::size_t fit = strategy / fits_.n_rankings(), ranking = strategy % fits_.n_rankings();
    const TopicByRanking of = topic(fit, ranking, block);
    const std::size_t given = fits_.given(fit, ranking, options_.rankings);
    tasks_.rating.push_back(
        {"", of.topic, of.words.best(ranking, of.topic, options_.rating_words), given, block});
    if (!intruder) {
      ++tasks_.no_intruder;
      return;
    }
    const std::uint64_t entity = (std::uint64_t{strategy} << 32) | of.topic;
    tasks_.intrusion.push_back(intrusion_with(of, options_.words, *intruder,
                                              rating_stream(options_.seed, RatingDraw::places, entity)));
    tasks_.intrusion.back().strategy = given;
    tasks_.intrusion.back().block = block;
  }

  TopicByRanking topic(std::size_t fit, std::size_t ranking, std::size_t block) const {
    return {fits_.words(fit), ranking, *blocks_[block].topics[fit]};
  }

  IntruderOrder draw_intruders(std::size_t block) const {
    IntruderOrder result;
    result.candidates.resize(fits_.size() * fits_.n_rankings());
    std::map<std::uint32_t, std::size_t> n_strategies;
    for (std::size_t strategy = 0; strategy < result.candidates.size(); ++strategy) {
      const std::size_t fit = strategy / fits_.n_rankings();
      if (!blocks_[block].has(fit)) continue;
      result.candidates[strategy] = intruder_candidates(topic(fit, strategy % fits_.n_rankings(), block));
      for (const std::uint32_t v : result.candidates[strategy]) ++n_strategies[v];
    }
    for (const auto& [v, n] : n_strategies) result.order.push_back(v);
    Stream stream = rating_stream(options_.seed, RatingDraw::intruder, block);
    shuffle(result.order, stream);
    std::ranges::stable_sort(result.order, std::greater(),
                             [&](std::uint32_t v) { return n_strategies.at(v); });
    return result;
  }

  PreferenceItem::List list_of(std::size_t strategy, std::size_t block) const {
    const std::size_t fit = strategy / fits_.n_rankings(), ranking = strategy % fits_.n_rankings();
    const std::size_t k = *blocks_[block].topics[fit];
    return {fits_.given(fit, ranking, options_.rankings), k,
            fits_.words(fit).best(ranking, k, options_.rating_words)};
  }

  static bool have_same_words(PreferenceItem::List a, PreferenceItem::List b) {
    std::ranges::sort(a.words);
    std::ranges::sort(b.words);
    return a.words == b.words;
  }

  /// @param a, b  strategies, numbered fit by fit
  void add_preferences(std::size_t a, std::size_t b) {
    const std::size_t n = options_.preferences.value_or(tasks_.topics_each);
    for (const std::size_t block : first_blocks(a / fits_.n_rankings(), b / fits_.n_rankings(), n)) {
      PreferenceItem item{"", {list_of(a, block), list_of(b, block)}, block};
      if (have_same_words(item.lists[0], item.lists[1])) {
        ++tasks_.same_lists;
        continue;
      }
      const std::uint64_t pair = a * most_strategies + b;
      Stream stream = rating_stream(options_.seed, RatingDraw::sides, (std::uint64_t{block} << 16) | pair);
      if (stream.below(2) == 1) std::swap(item.lists[0], item.lists[1]);
      tasks_.preference.push_back(std::move(item));
    }
  }

  const RatedFits& fits_;
  const RatingComparisonOptions& options_;
  RatingTasks tasks_;
  std::vector<TopicBlock> blocks_;
  std::vector<std::size_t> order_;  ///< of the blocks
};

}  // namespace

RatingComparison comparison_tasks(const std::vector<RunChoice>& fits, const RatingComparisonOptions& options,
                                  Pool& pool) {
  if (fits.size() * options.rankings.size() > most_strategies)
    throw UsageError(fmt::format("{} fits by {} rankings are {} strategies; expected at most {}", fits.size(),
                                 options.rankings.size(), fits.size() * options.rankings.size(),
                                 most_strategies));
  RatedFits rated(fits, options);
  RatingTasks tasks = ComparisonMaker(rated, options, pool).make();
  return {std::move(tasks), std::move(rated.vocabulary())};
}

}  // namespace themata
