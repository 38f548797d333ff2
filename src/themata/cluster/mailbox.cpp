#include "themata/cluster/mailbox.hpp"

namespace themata {

void Mailbox::put(std::size_t from, std::uint32_t tag, Message message) {
  {
    const std::lock_guard lock(mutex_);
    messages_[{from, tag}].push_back(std::move(message));
  }
  arrived_.notify_all();
}

std::optional<Message> Mailbox::next(Sender sender) {
  if (abandoned_) throw RanksLost();
  const auto found = messages_.find(sender);
  if (found == messages_.end()) return std::nullopt;
  Message message = std::move(found->second.front());
  found->second.pop_front();
  if (found->second.empty()) messages_.erase(found);
  return message;
}

Message Mailbox::take(std::size_t from, std::uint32_t tag) {
  std::unique_lock lock(mutex_);
  std::optional<Message> message;
  arrived_.wait(lock, [&] { return (message = next({from, tag})).has_value(); });
  return std::move(*message);
}

std::optional<Message> Mailbox::poll(std::size_t from, std::uint32_t tag) {
  const std::lock_guard lock(mutex_);
  return next({from, tag});
}

void Mailbox::abandon() {
  {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
  }
  arrived_.notify_all();
}

}  // namespace themata
