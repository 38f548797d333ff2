#include "themata/sampling/state/unused_topics.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "themata/io/interruptions.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/state/block_counts.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

namespace {

/// Streams of Purpose::block beyond those of the slots.
constexpr std::uint64_t unused_streams = 1ULL << 32;

/// As for topics with slots (block_collapsed.cpp): masses too small for any sum to resolve become 0.
constexpr double least_mass = 1e-25;

/// Slots without tokens, ascending; as many more are added as are needed.
std::vector<Topic> free_slots(State& state, const Corpus& corpus, std::size_t needed) {
  std::vector<Topic> slots;
  const auto sizes = topic_sizes(state);
  for (std::size_t k = 0; k < sizes.size() && slots.size() < needed; ++k)
    if (sizes[k] == 0) slots.push_back(static_cast<Topic>(k));
  if (slots.size() == needed) return slots;
  std::size_t next = state.slots();
  add_slots(state, corpus, slots_for(needed - slots.size()));
  while (slots.size() < needed) slots.push_back(static_cast<Topic>(next++));
  return slots;
}

/// Dir(B_1, ..., B_P).
std::vector<double> draw_parts(Stream stream, const WordBeta& betas, std::size_t n_blocks) {
  if (n_blocks == 1) return {1.0};
  std::vector<double> parts;
  for (std::size_t b = 0; b < n_blocks; ++b) parts.push_back(betas.in_block(b)[0]);
  draw_dirichlet(stream, parts);
  return parts;
}

std::vector<Topic> distinct(std::vector<Topic> topics) {
  std::ranges::sort(topics);
  topics.erase(std::unique(topics.begin(), topics.end()), topics.end());
  return topics;
}

}  // namespace

UnusedTopics::UnusedTopics(const State& state, const Context& context, const WordBeta& betas)
    : first_(state.slots() + slot_group),
      priors_(state.unused.begin(), state.unused.end()),
      in_block_(state.layout.n_blocks),
      in_part_(state.layout.share.n_parts()) {
  if (empty()) return;
  constexpr std::size_t most = 65'520;  // numbers of 16 bits, with one group to spare
  if (end() > most)
    throw TopicLimitError(
        fmt::format("{} topics and {} further ones that tokens may choose, the more the larger `gamma`, are "
                    "more than the {} there can be",
                    topics_in_use(state), size(), most));
  draw_masses(context, betas, state.layout.n_blocks);
}

void UnusedTopics::draw_masses(const Context& context, const WordBeta& betas, std::size_t n_blocks) {
  mass_ = Matrix<float>(n_blocks, slots_for(size()));
  weights_ = Matrix<float>(n_blocks, slots_for(size()));
  context.pool.for_each(size(), [&](std::size_t j) {
    const std::vector<double> parts =
        draw_parts(context.stream(Purpose::block, unused_streams | j), betas, n_blocks);
    for (std::size_t b = 0; b < n_blocks; ++b) {
      const float mass = parts[b] < least_mass ? 0.0F : static_cast<float>(parts[b]);
      mass_.row(b)[j] = mass;
      weights_.row(b)[j] = priors_[j] * (mass / static_cast<float>(betas.in_block(b)[0]));
    }
  });
  for (std::size_t b = 0; b < n_blocks; ++b)
    totals_.push_back(std::accumulate(weights_.row(b), weights_.row(b) + size(), 0.0));
}

std::vector<Topic> UnusedTopics::used() const {
  std::vector<Topic> topics;
  for (const auto& block : in_block_)
    for (const InBlock& topic : block)
      if (topic.tokens > 0) topics.push_back(topic.topic);
  return distinct(std::move(topics));
}

void give_slots(State& state, const Context& context, UnusedTopics& unused) {
  const std::vector<double> priors = std::exchange(state.unused, {});
  state.born.clear();
  const Communicator* ranks = state.layout.share.ranks;
  std::vector<Topic> used = unused.used();
  if (ranks != nullptr) used = distinct(ranks->gather(std::span<const Topic>(used)));
  if (used.empty()) return;
  const std::vector<Topic> slots = free_slots(state, context.corpus, used.size());
  std::vector<Topic> slot_of(unused.end(), 0);
  for (std::size_t i = 0; i < used.size(); ++i) {
    slot_of[used[i]] = slots[i];
    state.prior[slots[i]] = priors[used[i] - unused.first()];
    state.born.push_back({slots[i], state.prior[slots[i]]});
  }
  for (std::size_t b = 0; b < state.block_topic.rows(); ++b)
    for (const UnusedTopics::InBlock& topic : unused.in_block(b))
      if (topic.tokens > 0) state.block_topic.row(b)[slot_of[topic.topic]] = topic.tokens;
  if (ranks != nullptr) gather_totals(state);
  state.word_lists.write_back_beyond(state.word_topic, unused.first(), slot_of, context.pool);
  constexpr std::size_t chunk = 256;
  context.pool.for_chunks(context.corpus.n_documents(), chunk, [&](std::size_t from, std::size_t to) {
    for (std::size_t d = from; d < to; ++d)
      for (std::size_t i = context.corpus.offsets()[d]; i < context.corpus.offsets()[d + 1]; ++i) {
        Topic& topic = state.topics[i];
        if (topic < unused.first()) continue;
        topic = slot_of[topic];
        if (!state.document_topic.empty()) ++state.document_topic.row(d)[topic];
      }
  });
}

}  // namespace themata::sampling
