#include "themata/sampling/phi/listed_block.hpp"

#include <algorithm>

namespace themata::sampling {

namespace {

struct WordHead {
  std::uint32_t n_groups, n_tail;
  float prior_mass, tail_bound;
};

/// Numbers of groups and of masses in tails.
struct Sizes {
  std::size_t groups = 0, tail = 0;

  /// One group more: an empty list at the end is read before it is known to be empty.
  std::size_t bytes_of_groups() const { return (groups + 1) * sizeof(TopicGroup); }
};

template <class Words>
Sizes sizes_of(const Words& words) {
  Sizes sizes;
  for (const auto& word : words) {
    sizes.groups += word.n_groups;
    sizes.tail += word.n_tail;
  }
  return sizes;
}

/// Writes numbers as bytes. @returns where the next ones go
template <class T>
std::byte* put(std::byte* to, std::span<const T> values) {
  if (!values.empty()) std::memcpy(to, values.data(), values.size_bytes());
  return to + values.size_bytes();
}

}  // namespace

Message pack_words(std::span<const WordTopics> words) {
  const Sizes sizes = sizes_of(words);
  Message message(words.size() * sizeof(WordHead) + sizes.bytes_of_groups() +
                  sizes.tail * (sizeof(float) + sizeof(Topic)));
  std::byte* head = message.data();
  std::byte* groups = head + words.size() * sizeof(WordHead);
  std::byte* masses = groups + sizes.bytes_of_groups();
  std::byte* topics = masses + sizes.tail * sizeof(float);
  for (const WordTopics& word : words) {
    const WordHead numbers{word.n_groups, word.n_tail, word.prior_mass, word.tail_bound};
    head = put(head, std::span(&numbers, 1));
    groups = put(groups, std::span(word.groups, word.n_groups));
    masses = put(masses, std::span(word.tail_masses, word.n_tail));
    topics = put(topics, std::span(word.tail_topics, word.n_tail));
  }
  return message;
}

std::span<const WordTopics> ListedBlock::unpack(const Message& message, std::size_t n_words, Pool& pool) {
  const auto heads = values_in<WordHead>(message).first(n_words);
  const Sizes sizes = sizes_of(heads);
  const std::byte* const at = message.data() + n_words * sizeof(WordHead);
  const auto* groups = reinterpret_cast<const TopicGroup*>(at);
  const auto* masses = reinterpret_cast<const float*>(at + sizes.bytes_of_groups());
  const auto* topics =
      reinterpret_cast<const Topic*>(at + sizes.bytes_of_groups() + sizes.tail * sizeof(float));
  words_.clear();
  std::vector<std::size_t> long_words;
  for (const WordHead& head : heads) {
    if (head.n_groups > groups_without_row_) long_words.push_back(words_.size());
    words_.push_back(
        {groups, nullptr, topics, masses, head.n_groups, head.n_tail, head.prior_mass, head.tail_bound});
    groups += head.n_groups;
    masses += head.n_tail;
    topics += head.n_tail;
  }
  const std::size_t columns = slots_ + slot_group;  // as SparsePhi has them
  if (rows_.rows() < long_words.size()) rows_ = Matrix<float>(long_words.size(), columns);
  pool.for_each(long_words.size(), [&](std::size_t i) {
    WordTopics& word = words_[long_words[i]];
    std::ranges::fill(rows_.span(i), 0.0F);
    for (const TopicGroup& group : std::span(word.groups, word.n_groups))
      for (std::size_t j = 0; j < slot_group; ++j)
        if (group.masses[j] > 0) rows_.row(i)[group.topics[j]] = group.masses[j];
    word.row = rows_.row(i);
  });
  return words_;
}

}  // namespace themata::sampling
