#pragma once

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
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
  explicit Pool(int threads) : arena_(threads), threads_(threads) { allow_more_threads_than_cores(); }

  /// A pool whose work can be cancelled.
  /// @param go_on  asked before each piece of work that the thread runs which made the pool, and on no other
  ///               thread; once it says false, for_each throws Cancelled as soon as the pieces that were
  ///               begun are done
  Pool(int threads, std::function<bool()> go_on) : Pool(threads) { go_on_ = std::move(go_on); }

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
    // The thread sanitizer cannot see oneTBB's own hand-over. These two atomics tell it the same, and nothing
    // about the order of the pieces of work among themselves.
    handed_out_.fetch_add(1, std::memory_order_release);
    further_down([&] { share_out(n, work); });
    done_.load(std::memory_order_acquire);
  }

  void check_cancelled() {
    if (!cancelled_ && std::this_thread::get_id() == owner_ && !go_on_()) cancelled_ = true;
    if (cancelled_) throw Cancelled();
  }

  template <class Work>
  void share_out(std::size_t n, const Work& work) {
    // Isolated: an error in other work that contains this work must not cancel some of its pieces.
    tbb::task_group_context context(tbb::task_group_context::isolated);
    const auto one = [&](std::size_t i) {
      handed_out_.load(std::memory_order_acquire);
      further_down([&] { work(i); });
      done_.fetch_add(1, std::memory_order_release);
    };
    arena_.execute([&] { tbb::parallel_for(std::size_t{0}, n, one, tbb::simple_partitioner(), context); });
  }

  /// oneTBB keeps a counter of its work on the stack, invisible to the thread sanitizer, which then reports a
  /// race with whatever uses that memory next. Under that sanitizer, oneTBB and the work that it hands out
  /// each have a part of the stack that the other does not reach.
  template <class Call>
  static void further_down(const Call& call) {
#if defined(__SANITIZE_THREAD__)
    below_a_gap(call);
#else
    call();
#endif
  }
#if defined(__SANITIZE_THREAD__)
  template <class Call>
  [[gnu::noinline]] static void below_a_gap(const Call& call) {
    volatile char gap[std::size_t{1} << 18];
    __asm__ volatile("" : : "r"(gap) : "memory");
    in_a_frame_of_its_own(call);
    __asm__ volatile("" : : "r"(gap) : "memory");  // so that the gap is there throughout
  }
  template <class Call>
  [[gnu::noinline]] static void in_a_frame_of_its_own(const Call& call) {
    call();
  }
#endif

  /// Without this, oneTBB leaves the threads beyond the number of cores idle, and says so on standard error.
  static void allow_more_threads_than_cores() {
    static const tbb::global_control control(tbb::global_control::max_allowed_parallelism, most_threads);
  }

  tbb::task_arena arena_;
  int threads_;
  std::atomic<unsigned> handed_out_{0}, done_{0};
  std::function<bool()> go_on_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<bool> cancelled_{false};
};

}  // namespace themata
