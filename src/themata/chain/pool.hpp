#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "themata/io/interruptions.hpp"

namespace themata {

/// The largest number of threads that a user may request.
constexpr std::size_t most_threads = 1024;

/// The number of threads for a user's request. @param asked  0 for one per core
inline int threads_for(std::uint64_t asked) {
  return static_cast<int>(asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency()));
}

/// A fixed number of threads that share work by work stealing. Which thread runs which part is not fixed, so
/// work must be cut the same way for any number of threads, and results must be combined in the order of the
/// pieces.
class Pool {
 public:
  /// @param threads  at least 1
  explicit Pool(int threads);

  /// A pool whose work can be cancelled.
  /// @param go_on  asked before each piece of work that the thread runs which made the pool, and on no other
  ///               thread; once it says false, for_each throws Cancelled as soon as the pieces that were
  ///               begun are done
  Pool(int threads, std::function<bool()> go_on) : Pool(threads) { go_on_ = std::move(go_on); }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();

  int threads() const { return threads_; }

  /// Calls work(i) once for each i in [0, n), in any order and on any thread; returns when all are done.
  template <class Work>
  void for_each(std::size_t n, const Work& work) {
    if (!go_on_) return run_all(n, work);
    run_all(n, [&](std::size_t i) {
      check_cancelled();
      work(i);
    });
  }

  /// Calls work(first, last) on consecutive pieces of `chunk` items that cover [0, n).
  template <class Work>
  void for_chunks(std::size_t n, std::size_t chunk, const Work& work) {
    for_each((n + chunk - 1) / chunk, [&](std::size_t i) {
      const std::size_t first = i * chunk;
      work(first, first + chunk < n ? first + chunk : n);
    });
  }

 private:
  template <class Work>
  void run_all(std::size_t n, const Work& work) {
    if (threads_ == 1 || n <= 1) {
      for (std::size_t i = 0; i < n; ++i) work(i);
      return;
    }
    share_out(n, &work, [](const void* of, std::size_t i) { (*static_cast<const Work*>(of))(i); });
  }

  void check_cancelled() {
    if (!cancelled_ && std::this_thread::get_id() == owner_ && !go_on_()) cancelled_ = true;
    if (cancelled_) throw Cancelled();
  }

  /// Calls piece(work, i) for each i in [0, n), on the threads. oneTBB's headers, which are long, are needed
  /// by its definition alone.
  void share_out(std::size_t n, const void* work, void (*piece)(const void* work, std::size_t i));

  struct Threads;
  std::unique_ptr<Threads> shared_;
  int threads_;
  std::function<bool()> go_on_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<bool> cancelled_{false};
};

}  // namespace themata
