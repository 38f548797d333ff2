#include "themata/consensus/chains.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

/// Positions of tokens by topic.
struct TokensByTopic {
  std::vector<std::size_t> first;     ///< K + 1
  std::vector<std::uint32_t> tokens;  ///< ascending within a topic

  TokensByTopic(std::span<const std::uint16_t> z, std::size_t n_topics) : first(n_topics + 1, 0) {
    for (const std::uint16_t k : z) ++first[k + std::size_t{1}];
    std::partial_sum(first.begin(), first.end(), first.begin());
    tokens.resize(z.size());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < z.size(); ++i) tokens[next[z[i]]++] = static_cast<std::uint32_t>(i);
  }
  std::span<const std::uint32_t> of(std::size_t k) const {
    return std::span(tokens).subspan(first[k], first[k + 1] - first[k]);
  }
};

/// Counts of some numbers, with memory for all of them.
class Tally {
 public:
  explicit Tally(std::size_t n) : counts_(n, 0) {}
  void add(std::uint32_t number) {
    if (counts_[number]++ == 0) seen_.push_back(number);
  }
  /// visit(number, count), ascending; then it is empty.
  template <class Visit>
  void take(Visit&& visit) {
    std::ranges::sort(seen_);
    for (const std::uint32_t number : seen_) visit(number, std::exchange(counts_[number], 0));
    seen_.clear();
  }

 private:
  std::vector<std::uint32_t> counts_, seen_;
};

/// Adds counts to means, both ascending.
void add_to(std::vector<MeanCount>& means, const std::vector<MeanCount>& counts) {
  std::vector<MeanCount> sums;
  sums.reserve(means.size() + counts.size());
  auto a = means.begin();
  for (const MeanCount& count : counts) {
    while (a != means.end() && a->of < count.of) sums.push_back(*a++);
    const bool is_known = a != means.end() && a->of == count.of;
    sums.push_back({count.of, count.tokens + (is_known ? (a++)->tokens : 0)});
  }
  sums.insert(sums.end(), a, means.end());
  means = std::move(sums);
}

/// The topics of one chain, with their own numbers.
struct OneChain {
  std::vector<double> tokens;
  std::vector<std::vector<MeanCount>> words, documents;
  std::vector<SourceDraw> draws;
};

/// Of each topic of a draw, the topic of the reference that most of its tokens are in.
std::vector<std::uint32_t> mostly_in(const Draw& draw, const Draw& reference) {
  const TokensByTopic by_topic(draw.z, draw.n_topics());
  Tally tally(reference.n_topics());
  std::vector<std::uint32_t> topics(draw.n_topics(), 0);
  for (std::size_t k = 0; k < topics.size(); ++k) {
    for (const std::uint32_t i : by_topic.of(k)) tally.add(reference.z[i]);
    std::uint32_t most = 0;
    tally.take([&](std::uint32_t there, std::uint32_t count) {
      if (count > most) topics[k] = there, most = count;
    });
  }
  return topics;
}

void add_draw(const Corpus& corpus, const Draw& draw, const std::vector<std::uint32_t>& topics, float weight,
              OneChain& chain) {
  std::vector<std::uint16_t> z(draw.z.size());
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<std::uint16_t>(topics[draw.z[i]]);
  const TokensByTopic by_topic(z, chain.tokens.size());
  Tally words(corpus.n_types()), in_document(chain.tokens.size());
  const std::span<const std::uint32_t> types = corpus.tokens();
  for (std::size_t k = 0; k < chain.tokens.size(); ++k) {
    std::vector<MeanCount> counts;
    for (const std::uint32_t i : by_topic.of(k)) words.add(types[i]);
    words.take([&](std::uint32_t v, std::uint32_t n) {
      counts.push_back({v, weight * static_cast<float>(n)});
    });
    chain.tokens[k] += double{weight} * static_cast<double>(by_topic.of(k).size());
    add_to(chain.words[k], counts);
  }
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::vector<MeanCount> counts;
    for (std::uint64_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) in_document.add(z[i]);
    in_document.take([&](std::uint32_t k, std::uint32_t n) {
      counts.push_back({k, weight * static_cast<float>(n)});
    });
    add_to(chain.documents[d], counts);
  }
}

OneChain read_chain(const FitFolder& fit, std::size_t number, std::uint32_t chain, const Corpus& corpus,
                    std::size_t most_draws) {
  const Draw shown = fit.summarized_draw(chain);
  if (const auto fault = find_mismatch(shown, corpus))
    throw InputError(fit.path.string(), 0, "is damaged: " + *fault);
  const GivenPriors given = given_of(fit, shown);
  std::vector<std::uint64_t> sweeps = evenly_spread(fit.kept_sweeps(chain), most_draws);
  if (sweeps.empty()) sweeps.push_back(shown.sweep);
  OneChain result;
  result.tokens.assign(shown.n_topics(), 0);
  result.words.resize(shown.n_topics());
  result.documents.resize(corpus.n_documents());
  const float weight = 1 / static_cast<float>(sweeps.size());
  for (const std::uint64_t sweep : sweeps) {
    const Draw draw = sweep == shown.sweep ? shown : drawn_beside({fit, corpus, shown, given}, sweep);
    std::vector<std::uint32_t> topics(draw.n_topics());
    std::iota(topics.begin(), topics.end(), 0U);
    if (draw.finds_topics()) topics = mostly_in(draw, shown);
    add_draw(corpus, draw, topics, weight, result);
    std::vector<std::uint64_t> tokens(draw.n_topics(), 0);
    for (const std::uint16_t k : draw.z) ++tokens[k];
    result.draws.push_back({number, chain, sweep, std::move(topics), std::move(tokens)});
  }
  return result;
}

/// Whether documents' proportions are Dirichlet, so that those of joined topics are, with sums of weights.
bool can_be_joined(const ModelInfo& info) {
  return info.labels == LabelUse::none && info.dirichlet_documents && !info.masks_topics &&
         !info.masks_words && !info.covariates;
}

void check_fit(const FitFolder& fit, const FitFolder& first) {
  const ModelInfo& info = fit.plugin().info();
  if (fit.manifest["corpus"]["hash"] != first.manifest["corpus"]["hash"])
    throw UsageError(fmt::format("{} and {} are fits of different corpora; a consensus is of one corpus",
                                 first.path.string(), fit.path.string()));
  if (info.labels != LabelUse::none)
    throw UsageError(fmt::format("{}: the topics of model {} are its labels, which come back by name",
                                 fit.path.string(), info.name));
  if (fit.manifest.contains("consensus"))
    throw UsageError(
        fmt::format("{}: is a consensus already; name the fits that it is of", fit.path.string()));
  if (!can_be_joined(info))
    throw UsageError(fmt::format("{}: a consensus of model {} cannot be made; of {} it can",
                                 fit.path.string(), info.name, models_where(can_be_joined)));
}

/// Leaves out all but the largest topics. @returns the new number of each, or none
std::vector<std::uint32_t> largest(const std::vector<double>& tokens, std::size_t most) {
  std::vector<std::uint32_t> order(tokens.size()), number(tokens.size(), RecurringTopics::none);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t k) { return tokens[k]; });
  std::erase_if(order, [&](std::uint32_t k) { return tokens[k] <= 0; });
  if (order.size() > most) order.resize(most);
  std::ranges::sort(order);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  return number;
}

void join(std::vector<OneChain> chains, std::size_t most_topics, SourceChains& result) {
  ChainTopics& all = result.topics;
  std::vector<double> tokens;
  for (const OneChain& chain : chains) tokens.insert(tokens.end(), chain.tokens.begin(), chain.tokens.end());
  const std::vector<std::uint32_t> number = largest(tokens, most_topics);
  all.n_chains = chains.size();
  all.n_types = result.corpus.vocabulary.size();
  all.documents.resize(result.corpus.corpus.n_documents());
  std::size_t first = 0;
  for (std::uint32_t c = 0; c < chains.size(); ++c) {
    OneChain& chain = chains[c];
    for (std::size_t k = 0; k < chain.tokens.size(); ++k) {
      if (number[first + k] == RecurringTopics::none) continue;
      all.chain.push_back(c);
      all.tokens.push_back(chain.tokens[k]);
      all.words.push_back(std::move(chain.words[k]));
    }
    for (std::size_t d = 0; d < chain.documents.size(); ++d)
      for (const MeanCount& cell : chain.documents[d])
        if (const std::uint32_t k = number[first + cell.of]; k != RecurringTopics::none)
          all.documents[d].push_back({k, cell.tokens});
    for (SourceDraw& draw : chain.draws) {
      for (std::uint32_t& k : draw.topics) k = number[first + k];
      result.draws.push_back(std::move(draw));
    }
    first += chain.tokens.size();
    chain = {};
  }
}

}  // namespace

SourceChains read_chains(std::vector<FitFolder> fits, const MostRead& most, Pool& pool) {
  for (const FitFolder& fit : fits) check_fit(fit, fits.front());
  std::vector<std::pair<std::size_t, std::uint32_t>> sources;
  for (std::size_t f = 0; f < fits.size(); ++f)
    for (const std::uint32_t chain : fits[f].chains()) sources.emplace_back(f, chain);
  if (sources.size() < 2)
    throw UsageError(fmt::format(
        "{} has one chain, and nothing comes back in a single one; fit with `chains` 8, or name further fits "
        "of the same corpus",
        fits.front().path.string()));
  CorpusFolder corpus = open_corpus_of(fits.front());
  std::vector<OneChain> chains(sources.size());
  const std::size_t most_draws = std::max<std::size_t>(1, most.draws / sources.size());
  pool.for_each(sources.size(), [&](std::size_t i) {
    const auto& [f, chain] = sources[i];
    chains[i] = read_chain(fits[f], f, chain, corpus.corpus, most_draws);
  });
  SourceChains result{std::move(fits), std::move(corpus), {}, {}};
  join(std::move(chains), most.topics, result);
  return result;
}

void for_each_source(const SourceChains& chains,
                     const std::function<void(const SourceDraw& source, const Draw& draw)>& see) {
  const Corpus& corpus = chains.corpus.corpus;
  for (auto source = chains.draws.begin(); source != chains.draws.end();) {
    const auto is_other = [&](const SourceDraw& other) {
      return other.fit != source->fit || other.chain != source->chain;
    };
    const auto end = std::find_if(source, chains.draws.end(), is_other);
    const FitFolder& fit = chains.fits[source->fit];
    const Draw shown = fit.summarized_draw(source->chain);
    const GivenPriors given = given_of(fit, shown);
    for (; source != end; ++source)
      see(*source,
          source->sweep == shown.sweep ? shown : drawn_beside({fit, corpus, shown, given}, source->sweep));
  }
}

}  // namespace themata
