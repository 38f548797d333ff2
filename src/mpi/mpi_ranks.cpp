#include "mpi/mpi_ranks.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

// The only file that knows MPI, by its C interface; errors end the program (MPI_ERRORS_ARE_FATAL).

namespace themata {

namespace {

/// A message on its way out.
struct Letter {
  int to, tag;
  Message message;
};

/// What other threads hand to the one that calls MPI.
class Outbox {
 public:
  void put(Letter letter) {
    {
      const std::lock_guard lock(mutex_);
      letters_.push_back(std::move(letter));
    }
    changed_.notify_all();
  }
  void finish(int result) {
    {
      const std::lock_guard lock(mutex_);
      result_ = result;
      is_finished_ = true;
    }
    changed_.notify_all();
  }
  std::list<Letter> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(letters_, {});
  }
  /// Waits for a letter, or the end of the work, for so long at most.
  void wait(std::chrono::microseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [&] { return !letters_.empty() || is_finished_; });
  }
  /// The work's result, once it and all letters are gone.
  bool is_done(int& result) {
    const std::lock_guard lock(mutex_);
    result = result_;
    return is_finished_ && letters_.empty();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Letter> letters_;
  int result_ = 0;
  bool is_finished_ = false;
};

/// The thread that calls MPI. A message travels as its length, then its bytes in parts, from and to the
/// memory where they stay.
class Exchange {
 public:
  Exchange(Outbox& outbox, Mailbox& mailbox, std::size_t most_bytes)
      : outbox_(outbox), mailbox_(mailbox), most_bytes_(most_bytes) {}

  /// Until the work is done and everything is sent. @returns the work's result
  int serve() {
    int result = 0;
    std::chrono::microseconds pause{1};
    constexpr std::chrono::microseconds longest{200};
    while (!(outbox_.is_done(result) && sent_.empty())) {
      const bool any = send_letters() + receive_parts() + forget_sent() > 0;
      if (any) {
        pause = std::chrono::microseconds{1};
        continue;
      }
      outbox_.wait(pause);
      pause = std::min(2 * pause, longest);
    }
    return result;
  }

  /// Receives until all ranks have got here.
  void part() {
    MPI_Request all = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &all);
    for (int done = 0; done == 0; MPI_Test(&all, &done, MPI_STATUS_IGNORE)) receive_parts();
  }

 private:
  struct Sent {
    std::uint64_t length = 0;
    Message bytes;
    std::vector<MPI_Request> requests;
  };
  struct Arriving {
    Message bytes;
    std::size_t have = 0;  ///< of the bytes
  };
  using Sender = std::pair<int, int>;

  int send_letters() {
    int n = 0;
    for (Letter& letter : outbox_.take()) {
      Sent& sent = sent_.emplace_back();
      sent.bytes = std::move(letter.message);
      sent.length = sent.bytes.size();
      const auto post = [&](const void* bytes, std::size_t length) {
        MPI_Isend(bytes, static_cast<int>(length), MPI_BYTE, letter.to, letter.tag, MPI_COMM_WORLD,
                  &sent.requests.emplace_back());
      };
      post(&sent.length, sizeof(sent.length));
      for (std::size_t at = 0; at < sent.bytes.size(); at += most_bytes_)
        post(sent.bytes.data() + at, std::min(most_bytes_, sent.bytes.size() - at));
      ++n;
    }
    return n;
  }

  int receive_parts() {
    int n = 0;
    for (;; ++n) {
      int is_there = 0;
      MPI_Message part = MPI_MESSAGE_NULL;
      MPI_Status status;
      MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &part, &status);
      if (is_there == 0) return n;
      int length = 0;
      MPI_Get_count(&status, MPI_BYTE, &length);
      add(part, {status.MPI_SOURCE, status.MPI_TAG}, length);
    }
  }

  /// The parts of a sender and a tag come in their order, the length first.
  void add(MPI_Message part, Sender sender, int length) {
    const auto [found, is_new] = arriving_.try_emplace(sender);
    Arriving& arriving = found->second;
    if (is_new) {
      std::uint64_t whole = 0;
      MPI_Mrecv(&whole, length, MPI_BYTE, &part, MPI_STATUS_IGNORE);
      arriving.bytes.resize(whole);
    } else {
      MPI_Mrecv(arriving.bytes.data() + arriving.have, length, MPI_BYTE, &part, MPI_STATUS_IGNORE);
      arriving.have += static_cast<std::size_t>(length);
    }
    if (arriving.have < arriving.bytes.size()) return;
    mailbox_.put(static_cast<std::size_t>(sender.first), static_cast<std::uint32_t>(sender.second),
                 std::move(arriving.bytes));
    arriving_.erase(found);
  }

  int forget_sent() {
    return static_cast<int>(std::erase_if(sent_, [](Sent& sent) {
      int done = 0;
      MPI_Testall(static_cast<int>(sent.requests.size()), sent.requests.data(), &done, MPI_STATUSES_IGNORE);
      return done != 0;
    }));
  }

  Outbox& outbox_;
  Mailbox& mailbox_;
  std::size_t most_bytes_;
  std::list<Sent> sent_;
  std::map<Sender, Arriving> arriving_;
};

class MpiTransport : public Transport {
 public:
  MpiTransport(std::size_t rank, std::size_t size, Outbox& outbox, Mailbox& mailbox)
      : rank_(rank), size_(size), outbox_(outbox), mailbox_(mailbox) {}
  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return size_; }
  void send(std::size_t to, std::uint32_t tag, Message message) override {
    if (to == rank_) return mailbox_.put(to, tag, std::move(message));
    outbox_.put({static_cast<int>(to), static_cast<int>(tag), std::move(message)});
  }
  Mailbox& mailbox() override { return mailbox_; }

 private:
  std::size_t rank_, size_;
  Outbox& outbox_;
  Mailbox& mailbox_;
};

}  // namespace

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string all(text, static_cast<std::size_t>(length));
  return all.substr(0, all.find_first_of(",\n"));
}

int run_mpi_rank(int* argc, char*** argv, const std::function<int(const Communicator&)>& work,
                 std::size_t most_bytes) {
  int level = 0, rank = 0, size = 1;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Outbox outbox;
  Mailbox mailbox;
  std::thread worker([&] {
    int result = 1;
    try {
      result = work(Communicator(std::make_unique<MpiTransport>(
          static_cast<std::size_t>(rank), static_cast<std::size_t>(size), outbox, mailbox)));
    } catch (...) {  // the work has said what it had to say
    }
    outbox.finish(result);
  });
  Exchange exchange(outbox, mailbox, std::max(most_bytes, std::size_t{1}));
  const int result = exchange.serve();
  worker.join();
  if (result != 0) MPI_Abort(MPI_COMM_WORLD, result);
  exchange.part();
  MPI_Finalize();
  return 0;
}

}  // namespace themata
