#include "themata/sampling/state/start.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>

#include "themata/chain/pool.hpp"
#include "themata/counts/word_row.hpp"
#include "themata/counts/word_topic_table.hpp"
#include "themata/random/shuffle.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/state/start.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef THEMATA_SAMPLING_START_ONCE
#define THEMATA_SAMPLING_START_ONCE
namespace themata::sampling {

/// The likelihood of one document in each topic: mass times 2^exponent.
struct Likeness {
  explicit Likeness(std::size_t slots) : mass(slots), exponent(slots), first(slots), second(slots) {}
  std::vector<float> mass;
  std::vector<std::int32_t> exponent;
  WordRow first, second;  ///< of the words at hand
};

/// Word counts of the topics in the documents seen so far; over ranks, on each those of some slots.
struct Seen {
  std::size_t first_slot;
  WordTopicTable word_topic;        ///< V x slots
  std::vector<std::int64_t> size;   ///< slots: tokens
  std::vector<float> share_of_one;  ///< slots: 1 / (size + V beta)
  float beta;
  bool has_lists;  ///< of rare words
};

}  // namespace themata::sampling
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Multiplies every slot's likelihood by the probabilities of one or two words. @param second  null if there
/// is none
void multiply(const std::int32_t* first, const std::int32_t* second, const Seen& seen, Likeness& out) {
  const hn::CappedTag<float, 16> f;
  const hn::RebindToSigned<decltype(f)> i;
  const auto beta = hn::Set(f, seen.beta);
  const auto fraction = hn::Set(i, 0x007fffff), one = hn::Set(i, 0x3f800000), bias = hn::Set(i, 127);
  for (std::size_t k = 0; k < out.mass.size(); k += hn::Lanes(f)) {
    const auto share = hn::LoadU(f, seen.share_of_one.data() + k);
    const auto factor = [&](const std::int32_t* row) HWY_ATTR {
      return hn::Mul(hn::Add(hn::ConvertTo(f, hn::LoadU(i, row + k)), beta), share);
    };
    auto mass = hn::Mul(hn::LoadU(f, out.mass.data() + k), factor(first));
    if (second != nullptr) mass = hn::Mul(mass, factor(second));
    // Two factors cannot leave the range of a float; now the exponent is moved out.
    const auto bits = hn::BitCast(i, mass);
    const auto exponent = hn::Sub(hn::ShiftRight<23>(bits), bias);
    hn::StoreU(hn::BitCast(f, hn::Or(hn::And(bits, fraction), one)), f, out.mass.data() + k);
    hn::StoreU(hn::Add(hn::LoadU(i, out.exponent.data() + k), exponent), i, out.exponent.data() + k);
  }
}

/// prod_i (n_kw + beta) / (n_k + V beta) over the words of a document, for every slot.
void liken(std::span<const std::uint32_t> words, const Seen& seen, Likeness& out) {
  std::ranges::fill(out.mass, 1.0F);
  std::ranges::fill(out.exponent, 0);
  for (std::size_t at = 0; at < words.size(); at += 2) {
    const bool is_last = at + 1 == words.size();
    const std::int32_t* second = is_last ? nullptr : out.second.counts_of(words[at + 1], seen.word_topic);
    multiply(out.first.counts_of(words[at], seen.word_topic), second, seen, out);
  }
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(liken);

namespace {

constexpr std::size_t document_chunk = 256;
constexpr std::size_t pieces = 64;           ///< per batch
constexpr std::size_t likened_at_once = 16;  ///< documents

/// Several streams of Purpose::init per chain, identified by their second number.
enum Stage : std::uint64_t { by_token = 0, order_of_documents = 2, by_document = 3 };

/// The tag of messages with likelihoods of documents. Those of block_counts.hpp and seating/group_ring.hpp
/// are others.
constexpr std::uint32_t likeness_tag = 6;

/// @param list  topics to choose from; empty for the first `topics` slots
void draw_uniformly(Stream stream, std::span<const Topic> list, std::size_t topics,
                    std::span<Topic> document) {
  const auto choices = static_cast<std::uint32_t>(list.empty() ? topics : list.size());
  for (Topic& k : document) {
    const std::uint32_t chosen = stream.below(choices);
    k = list.empty() ? static_cast<Topic>(chosen) : list[chosen];
  }
}

/// Turns masses into weights, including 2^exponent and the topic's prior weight, relative to the most likely
/// topic.
/// @returns their sum
double weigh(Likeness& likeness, std::span<const double> prior) {
  std::int32_t top = std::numeric_limits<std::int32_t>::min();
  for (std::size_t k = 0; k < prior.size(); ++k)
    if (prior[k] > 0) top = std::max(top, likeness.exponent[k]);
  double sum = 0;
  for (std::size_t k = 0; k < prior.size(); ++k) {
    // A mass is between 1 and 2. A topic that is too unlikely to be drawn gets about 0.
    const std::int32_t below = std::max(likeness.exponent[k] - top, -100) * (1 << 23);
    const auto mass = std::bit_cast<float>(std::bit_cast<std::int32_t>(likeness.mass[k]) + below);
    likeness.mass[k] = prior[k] > 0 ? mass * static_cast<float>(prior[k]) : 0;
    sum += likeness.mass[k];
  }
  return sum;
}

Topic draw_topic(Likeness& likeness, std::span<const double> prior, Stream stream) {
  double rest = stream.uniform() * weigh(likeness, prior);
  std::size_t chosen = 0;
  for (std::size_t k = 0; k < prior.size() && rest >= 0; ++k) {
    if (!(likeness.mass[k] > 0)) continue;
    chosen = k;
    rest -= likeness.mass[k];
  }
  return static_cast<Topic>(chosen);
}

/// On any thread, where no words are listed.
void add_document(Seen& seen, std::span<const std::uint32_t> words, Topic topic) {
  const std::size_t k = topic - seen.first_slot;
  if (k >= seen.size.size()) return;  // another rank counts it
  for (const std::uint32_t word : words)
    if (seen.word_topic.is_listed(word))
      seen.word_topic.add(word, k, 1);
    else
      std::atomic_ref(seen.word_topic.row(word)[k]).fetch_add(1, std::memory_order_relaxed);
  std::atomic_ref(seen.size[k]).fetch_add(static_cast<std::int64_t>(words.size()), std::memory_order_relaxed);
}

std::vector<std::uint32_t> type_frequencies(const Corpus& corpus) {
  std::vector<std::uint32_t> frequency(corpus.n_types());
  for (const std::uint32_t v : corpus.tokens()) ++frequency[v];
  return frequency;
}

/// Empty word counts, over ranks those of about as many slots on each. The exact beta hardly matters, but
/// products of two factors must fit a float.
Seen nothing_seen(const Corpus& corpus, std::size_t topics, double beta, const Communicator* ranks) {
  const bool has_lists =
      ranks == nullptr && WordTopicTable::is_mostly_empty(corpus.n_types(), topics, corpus.n_tokens());
  const std::size_t groups = slots_for(topics) / slot_group, n = ranks == nullptr ? 1 : ranks->size();
  const std::size_t rank = ranks == nullptr ? 0 : ranks->rank();
  const std::size_t first = groups * rank / n * slot_group,
                    slots = groups * (rank + 1) / n * slot_group - first;
  WordTopicTable counts = has_lists ? WordTopicTable::with_lists(type_frequencies(corpus), slots)
                                    : WordTopicTable(corpus.n_types(), slots);
  return {first,
          std::move(counts),
          std::vector<std::int64_t>(slots),
          std::vector<float>(slots),
          static_cast<float>(std::clamp(beta, 1e-4, 1e4)),
          has_lists};
}

/// Documents that are drawn at once: none of them sees another's words. Over ranks, those of a part of the
/// batch that are here.
struct Batch {
  const Corpus& corpus;
  Key key;
  std::span<const std::size_t> documents;
  std::uint64_t first_document;  ///< number of the corpus's first one among those of all ranks
  Pool& pool;

  Stream stream(std::size_t i) const {
    return Stream(key, Purpose::init, by_document, first_document + documents[i]);
  }
  /// Calls work(first, last) for consecutive pieces, enough for a few threads.
  template <class Work>
  void for_pieces(const Work& work) const {
    if (documents.empty()) return;  // all of the batch are with other ranks
    pool.for_chunks(documents.size(), (documents.size() + pieces - 1) / pieces, work);
  }
};

/// Draws each document's topic, given the documents seen before.
std::vector<Topic> choose_topics(const Batch& batch, const Seen& seen, std::span<const double> weights) {
  std::vector<Topic> chosen(batch.documents.size());
  batch.for_pieces([&](std::size_t first, std::size_t last) {
    Likeness likeness(seen.size.size());
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t d = batch.documents[i];
      HWY_DYNAMIC_DISPATCH(liken)(batch.corpus.document(d), seen, likeness);
      chosen[i] = draw_topic(likeness, weights, batch.stream(i));
    }
  });
  return chosen;
}

/// Assigns the chosen topics to all tokens of the documents.
void assign(const Batch& batch, std::span<const Topic> chosen, TokenTopics& z) {
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::size_t d = batch.documents[i];
    std::ranges::fill(std::span(z).subspan(batch.corpus.offsets()[d], batch.corpus.length(d)), chosen[i]);
  }
}

/// Draws the topics of a batch, and adds its documents to the counts.
void draw_batch(const Batch& batch, Seen& seen, std::span<const double> weights, TokenTopics& z) {
  const std::vector<Topic> chosen = choose_topics(batch, seen, weights);
  const auto add = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      add_document(seen, batch.corpus.document(batch.documents[i]), chosen[i]);
  };
  if (seen.has_lists)
    add(0, chosen.size());  // a list is not for two threads
  else
    batch.for_pieces(add);
  assign(batch, chosen, z);
}

/// A document of another rank, in a message.
struct Sent {
  Topic topic;
  std::span<const std::uint32_t> words;
};
std::vector<Sent> documents_in(const Message& message) {
  const auto parts = values_in<std::uint32_t>(message);
  std::vector<Sent> documents;
  for (std::size_t at = 0; at < parts.size(); at += 2 + parts[at + 1])
    documents.push_back({static_cast<Topic>(parts[at]), parts.subspan(at + 2, parts[at + 1])});
  return documents;
}

/// The batch's documents of all ranks, by rank. @param topics  by document; empty if they have none yet
std::vector<Message> gather_documents(const Batch& batch, std::span<const Topic> topics,
                                      const Communicator& ranks) {
  std::vector<std::uint32_t> mine;
  for (std::size_t i = 0; i < batch.documents.size(); ++i) {
    const auto words = batch.corpus.document(batch.documents[i]);
    const Topic topic = topics.empty() ? Topic{0} : topics[i];
    mine.insert(mine.end(), {topic, static_cast<std::uint32_t>(words.size())});
    mine.insert(mine.end(), words.begin(), words.end());
  }
  return ranks.gather_messages(to_message(std::span<const std::uint32_t>(mine)));
}

/// Writes the masses, then the exponents.
void write_likeness(const Likeness& likeness, std::span<std::int32_t> out) {
  std::ranges::transform(likeness.mass, out.begin(),
                         [](float mass) { return std::bit_cast<std::int32_t>(mass); });
  std::ranges::copy(likeness.exponent, out.subspan(likeness.mass.size()).begin());
}

/// The likelihoods of documents in the slots that this rank counts.
Message liken_documents(std::span<const Sent> documents, const Seen& seen, Pool& pool) {
  const std::size_t slots = seen.size.size();
  Message message(documents.size() * 2 * slots * sizeof(std::int32_t));
  const auto out = values_in<std::int32_t>(message);
  pool.for_chunks(documents.size(), likened_at_once, [&](std::size_t first, std::size_t last) {
    Likeness likeness(slots);
    for (std::size_t i = first; i < last; ++i) {
      HWY_DYNAMIC_DISPATCH(liken)(documents[i].words, seen, likeness);
      write_likeness(likeness, out.subspan(2 * i * slots, 2 * slots));
    }
  });
  return message;
}

/// Document i's likelihood in all slots, from the messages of all ranks about n documents.
void join_likeness(const std::vector<Message>& messages, std::size_t i, std::size_t n, Likeness& likeness) {
  std::size_t slot = 0;
  for (const Message& message : messages) {
    const auto parts = values_in<std::int32_t>(message);
    const std::size_t slots = parts.size() / (2 * n);
    for (std::size_t k = 0; k < slots; ++k, ++slot) {
      likeness.mass[slot] = std::bit_cast<float>(parts[2 * i * slots + k]);
      likeness.exponent[slot] = parts[(2 * i + 1) * slots + k];
    }
  }
}

/// As choose_topics(), where each rank counts some topics: it tells the others the likelihoods of their
/// documents in these.
std::vector<Topic> choose_over_ranks(const Batch& batch, const Seen& seen, std::span<const double> weights,
                                     const Communicator& ranks) {
  const std::vector<Message> documents = gather_documents(batch, {}, ranks);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    ranks.send(rank, likeness_tag, liken_documents(documents_in(documents[rank]), seen, batch.pool));
  std::vector<Message> parts;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) parts.push_back(ranks.receive(rank, likeness_tag));
  const std::size_t slots = slots_for(weights.size());
  std::vector<Topic> chosen(batch.documents.size());
  batch.for_pieces([&](std::size_t first, std::size_t last) {
    Likeness likeness(slots);
    for (std::size_t i = first; i < last; ++i) {
      join_likeness(parts, i, chosen.size(), likeness);
      chosen[i] = draw_topic(likeness, weights, batch.stream(i));
    }
  });
  return chosen;
}

/// The documents at some places of the order that are here.
std::vector<std::size_t> documents_here(std::span<const std::size_t> order, const Share& share) {
  std::vector<std::size_t> here;
  for (const std::size_t number : order)
    if (number - share.first_document < share.group_begin.back())
      here.push_back(number - share.first_document);
  return here;
}

/// The same over ranks, part by part: of a part, all ranks hold the words and the likelihoods.
/// @param order  the numbers of the batch's documents, on all ranks
/// @param base  the corpus and all else, without documents
void draw_batch_over_ranks(std::span<const std::size_t> order, const Batch& base, const DocumentStart& start,
                           Seen& seen, TokenTopics& z) {
  constexpr std::size_t at_once = 1024;
  const Communicator& ranks = *start.share->ranks;
  std::vector<std::vector<Topic>> chosen;
  const auto for_parts = [&](const auto& work) {
    for (std::size_t first = 0; first < order.size(); first += at_once) {
      const auto here =
          documents_here(order.subspan(first, std::min(at_once, order.size() - first)), *start.share);
      Batch part = base;
      part.documents = here;
      work(part, first / at_once);
    }
  };
  for_parts([&](const Batch& part, std::size_t) {
    chosen.push_back(choose_over_ranks(part, seen, start.weights, ranks));
  });
  for_parts([&](const Batch& part, std::size_t i) {
    assign(part, chosen[i], z);
    for (const Message& message : gather_documents(part, chosen[i], ranks))
      for (const Sent& document : documents_in(message)) add_document(seen, document.words, document.topic);
  });
}

/// The documents of all ranks in random order; on every rank the same.
std::vector<std::size_t> shuffled_documents(const Corpus& corpus, Key key, const Share& share) {
  const std::uint64_t here = corpus.n_documents();
  std::vector<std::size_t> order(share.ranks == nullptr ? here : share.ranks->sum(here));
  std::iota(order.begin(), order.end(), std::size_t{0});
  Stream stream(key, Purpose::init, order_of_documents, 0);
  shuffle(order, stream);
  return order;
}

}  // namespace

TokenTopics draw_uniform_topics(const Corpus& corpus, Key key, const TokenStart& start, Pool& pool) {
  TokenTopics z(corpus.n_tokens());
  pool.for_chunks(corpus.n_documents(), document_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d)
      draw_uniformly(Stream(key, Purpose::init, by_token, start.first_document + d),
                     start.allowed == nullptr ? std::span<const Topic>() : start.allowed->of(d), start.topics,
                     std::span(z).subspan(corpus.offsets()[d], corpus.length(d)));
  });
  return z;
}

TokenTopics draw_document_topics(const Corpus& corpus, Key key, const DocumentStart& start, Pool& pool) {
  const Share share = start.share == nullptr ? Share() : *start.share;
  TokenTopics z(corpus.n_tokens());
  Seen seen = nothing_seen(corpus, start.weights.size(), start.beta, share.ranks);
  const std::vector<std::size_t> order = shuffled_documents(corpus, key, share);
  const double all_beta = static_cast<double>(seen.beta) * static_cast<double>(corpus.n_types());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    last = std::min(order.size(), first + 1 + first / 16);
    for (std::size_t k = 0; k < seen.size.size(); ++k)
      seen.share_of_one[k] = static_cast<float>(1 / (static_cast<double>(seen.size[k]) + all_beta));
    // Counts from a batch are not used before the next batch.
    const std::span<const std::size_t> batch(order.data() + first, last - first);
    if (share.ranks == nullptr)
      draw_batch({corpus, key, batch, 0, pool}, seen, start.weights, z);
    else
      draw_batch_over_ranks(batch, {corpus, key, {}, share.first_document, pool}, start, seen, z);
  }
  return z;
}

}  // namespace themata::sampling
#endif
