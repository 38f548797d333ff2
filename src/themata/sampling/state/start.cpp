#include "themata/sampling/state/start.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>

#include "themata/chain/pool.hpp"
#include "themata/counts/matrix.hpp"
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
  std::vector<float> mass;
  std::vector<std::int32_t> exponent;
};

/// Word counts of the topics in the documents seen so far.
struct Seen {
  Matrix<std::int32_t> word_topic;  ///< V x slots
  std::vector<std::int64_t> size;   ///< slots: tokens
  std::vector<float> share_of_one;  ///< slots: 1 / (size + V beta)
  float beta;
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
    const std::int32_t* second = is_last ? nullptr : seen.word_topic.row(words[at + 1]);
    multiply(seen.word_topic.row(words[at]), second, seen, out);
  }
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(liken);

namespace {

constexpr std::size_t document_chunk = 256;
constexpr std::size_t pieces = 64;  ///< per batch

/// Several streams of Purpose::init per chain, identified by their second number.
enum Stage : std::uint64_t { by_token = 0, order_of_documents = 2, by_document = 3 };

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

void add_document(Seen& seen, std::span<const std::uint32_t> words, Topic k) {
  for (const std::uint32_t word : words)
    std::atomic_ref(seen.word_topic.row(word)[k]).fetch_add(1, std::memory_order_relaxed);
  std::atomic_ref(seen.size[k]).fetch_add(static_cast<std::int64_t>(words.size()), std::memory_order_relaxed);
}

/// Empty word counts. The exact beta hardly matters, but products of two factors must fit a float.
Seen nothing_seen(const Corpus& corpus, std::size_t topics, double beta) {
  const std::size_t slots = slots_for(topics);
  return {Matrix<std::int32_t>(corpus.n_types(), slots), std::vector<std::int64_t>(slots),
          std::vector<float>(slots), static_cast<float>(std::clamp(beta, 1e-4, 1e4))};
}

/// Documents that are drawn at once: none of them sees another's words.
struct Batch {
  const Corpus& corpus;
  Key key;
  std::span<const std::size_t> documents;
  std::uint64_t first_document;  ///< number of the corpus's first one among those of all ranks
  Pool& pool;

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
    Likeness likeness{std::vector<float>(seen.size.size()), std::vector<std::int32_t>(seen.size.size())};
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t d = batch.documents[i];
      HWY_DYNAMIC_DISPATCH(liken)(batch.corpus.document(d), seen, likeness);
      chosen[i] = draw_topic(likeness, weights,
                             Stream(batch.key, Purpose::init, by_document, batch.first_document + d));
    }
  });
  return chosen;
}

/// Adds the documents to the counts, and assigns the chosen topic to all of their tokens.
void add_batch(const Batch& batch, std::span<const Topic> chosen, Seen& seen, std::vector<Topic>& z) {
  batch.for_pieces([&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::size_t d = batch.documents[i];
      add_document(seen, batch.corpus.document(d), chosen[i]);
      std::ranges::fill(std::span(z).subspan(batch.corpus.offsets()[d], batch.corpus.length(d)), chosen[i]);
    }
  });
}

/// Tells the other ranks the topics and words of the batch's documents that are here, and adds theirs.
void share_batch(const Batch& batch, std::span<const Topic> chosen, const Communicator& ranks, Seen& seen) {
  std::vector<std::uint32_t> mine;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto words = batch.corpus.document(batch.documents[i]);
    mine.insert(mine.end(), {chosen[i], static_cast<std::uint32_t>(words.size())});
    mine.insert(mine.end(), words.begin(), words.end());
  }
  const std::vector<Message> all = ranks.gather_messages(to_message(std::span<const std::uint32_t>(mine)));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (rank == ranks.rank()) continue;
    const auto parts = from_message<std::uint32_t>(all[rank]);
    for (std::size_t at = 0; at < parts.size(); at += 2 + parts[at + 1])
      add_document(seen, std::span(parts).subspan(at + 2, parts[at + 1]), static_cast<Topic>(parts[at]));
  }
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

std::vector<Topic> draw_uniform_topics(const Corpus& corpus, Key key, const TokenStart& start, Pool& pool) {
  std::vector<Topic> z(corpus.n_tokens());
  pool.for_chunks(corpus.n_documents(), document_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t d = first; d < last; ++d)
      draw_uniformly(Stream(key, Purpose::init, by_token, start.first_document + d),
                     start.allowed == nullptr ? std::span<const Topic>() : start.allowed->of(d), start.topics,
                     std::span(z).subspan(corpus.offsets()[d], corpus.length(d)));
  });
  return z;
}

std::vector<Topic> draw_document_topics(const Corpus& corpus, Key key, const DocumentStart& start,
                                        Pool& pool) {
  const Share share = start.share == nullptr ? Share() : *start.share;
  std::vector<Topic> z(corpus.n_tokens());
  Seen seen = nothing_seen(corpus, start.weights.size(), start.beta);
  const std::vector<std::size_t> order = shuffled_documents(corpus, key, share);
  const double all_beta = static_cast<double>(seen.beta) * static_cast<double>(corpus.n_types());
  std::vector<std::size_t> here;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    last = std::min(order.size(), first + 1 + first / 16);
    for (std::size_t k = 0; k < seen.size.size(); ++k)
      seen.share_of_one[k] = static_cast<float>(1 / (static_cast<double>(seen.size[k]) + all_beta));
    here.clear();
    for (std::size_t i = first; i < last; ++i)
      if (order[i] - share.first_document < corpus.n_documents())
        here.push_back(order[i] - share.first_document);
    // Counts from a batch are not used before the next batch.
    const Batch batch{corpus, key, here, share.first_document, pool};
    const std::vector<Topic> chosen = choose_topics(batch, seen, start.weights);
    add_batch(batch, chosen, seen, z);
    if (share.ranks != nullptr) share_batch(batch, chosen, *share.ranks, seen);
  }
  return z;
}

}  // namespace themata::sampling
#endif
