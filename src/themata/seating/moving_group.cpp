#include "themata/seating/moving_group.hpp"

#include <cstring>

#include "themata/cluster/communicator.hpp"

namespace themata::seating {

namespace {

/// What a message begins with.
struct Head {
  std::int64_t number, visited, n_topics, n_free, n_listed;
};

/// Reads arrays from a message, one after the other.
class Reader {
 public:
  explicit Reader(const Message& message) : message_(message) {}
  template <class T>
  std::vector<T> read(std::int64_t n) {
    std::vector<T> values(static_cast<std::size_t>(n));
    if (n > 0) std::memcpy(values.data(), message_.data() + at_, values.size() * sizeof(T));
    at_ += values.size() * sizeof(T);
    return values;
  }

 private:
  const Message& message_;
  std::size_t at_ = 0;
};

template <class T>
void append(Message& message, const std::vector<T>& values) {
  const std::size_t end = message.size(), bytes = values.size() * sizeof(T);
  message.resize(end + bytes);
  if (bytes > 0) std::memcpy(message.data() + end, values.data(), bytes);
}

}  // namespace

MovingGroup::MovingGroup(const Message& message, std::size_t n_types) {
  Reader reader(message);
  const Head head = reader.read<Head>(1).front();
  number_ = static_cast<std::size_t>(head.number);
  visited_ = static_cast<std::size_t>(head.visited);
  topics_ = reader.read<GroupTopic>(head.n_topics);
  free_ = reader.read<std::int64_t>(head.n_free);
  const ListedCounts listed = reader.read<std::int32_t>(head.n_listed);
  counts_ = {n_types, std::span(&listed, 1)};
}

Message MovingGroup::to_message(const sampling::Layout& layout) const {
  ListedCounts listed;
  counts_.append_to(listed, layout.types_by_block);
  const auto size = [](const auto& values) { return static_cast<std::int64_t>(values.size()); };
  const Head head{static_cast<std::int64_t>(number_), static_cast<std::int64_t>(visited_), size(topics_),
                  size(free_), size(listed)};
  Message message = themata::to_message(std::span(&head, 1));
  append(message, topics_);
  append(message, free_);
  append(message, listed);
  return message;
}

const GroupTopic& MovingGroup::change(std::size_t k, std::int64_t tables, std::int64_t tokens) {
  topics_[k].tables += tables;
  topics_[k].tokens += tokens;
  return topics_[k];
}

std::size_t MovingGroup::make() {
  if (free_.empty()) {
    release(topics_.size());
    topics_.emplace_back();
  }
  const auto k = static_cast<std::size_t>(free_.back());
  free_.pop_back();
  topics_[k].is_new = 1;
  return k;
}

}  // namespace themata::seating
