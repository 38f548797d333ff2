#include "themata/cluster/in_process.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

#include "themata/random/stream.hpp"

namespace themata {

namespace {

using Clock = std::chrono::steady_clock;

/// Carries messages between the mailboxes of one process, on a thread of its own where they are held up.
class Courier {
 public:
  Courier(std::size_t ranks, Delays delays) : mailboxes_(ranks), delays_(delays) {
    if (delays_.seed != 0) thread_ = std::thread([this] { deliver(); });
  }
  ~Courier() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;

  Mailbox& mailbox(std::size_t rank) { return mailboxes_[rank]; }

  void send(std::size_t from, std::size_t to, std::uint32_t tag, Message message) {
    if (delays_.seed == 0 || from == to) return mailboxes_[to].put(from, tag, std::move(message));
    const std::lock_guard lock(mutex_);
    Clock::time_point& last = last_due_[{from, to, tag}];
    last = std::max(last, Clock::now() + random_delay());
    waiting_.emplace(last, Letter{from, to, tag, std::move(message)});  // after those due at the same time
    changed_.notify_all();
  }

  void abandon() {
    for (Mailbox& mailbox : mailboxes_) mailbox.abandon();
  }

 private:
  struct Letter {
    std::size_t from, to;
    std::uint32_t tag;
    Message message;
  };

  std::chrono::microseconds random_delay() {
    Stream stream({delays_.seed}, Purpose::data, 0, ++sent_);
    return std::chrono::microseconds(stream.below(static_cast<std::uint32_t>(delays_.longest.count()) + 1));
  }

  void deliver() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
      if (waiting_.empty()) {
        changed_.wait(lock);
      } else if (const auto first = waiting_.begin(); first->first > Clock::now()) {
        changed_.wait_until(lock, Clock::time_point(first->first));
      } else {
        Letter& letter = first->second;
        mailboxes_[letter.to].put(letter.from, letter.tag, std::move(letter.message));
        waiting_.erase(first);
      }
    }
  }

  std::deque<Mailbox> mailboxes_;
  Delays delays_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<Clock::time_point, Letter> waiting_;
  std::map<std::tuple<std::size_t, std::size_t, std::uint32_t>, Clock::time_point> last_due_;
  std::uint64_t sent_ = 0;
  bool ends_ = false;
  std::thread thread_;
};

class InProcess : public Transport {
 public:
  InProcess(Courier& courier, std::size_t rank, std::size_t size)
      : courier_(courier), rank_(rank), size_(size) {}
  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return size_; }
  void send(std::size_t to, std::uint32_t tag, Message message) override {
    courier_.send(rank_, to, tag, std::move(message));
  }
  Mailbox& mailbox() override { return courier_.mailbox(rank_); }

 private:
  Courier& courier_;
  std::size_t rank_, size_;
};

}  // namespace

void run_ranks(std::size_t n, const std::function<void(const Communicator&)>& work, Delays delays) {
  Courier courier(n, delays);
  std::vector<std::exception_ptr> failures(n);
  std::vector<std::thread> threads;
  for (std::size_t rank = 0; rank < n; ++rank)
    threads.emplace_back([&, rank] {
      try {
        work(Communicator(std::make_unique<InProcess>(courier, rank, n)));
      } catch (const RanksLost&) {  // the rank that failed says why
      } catch (...) {
        failures[rank] = std::current_exception();
        courier.abandon();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace themata
