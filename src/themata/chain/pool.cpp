#include "themata/chain/pool.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace themata {
namespace {

/// oneTBB keeps a counter of its work on the stack, invisible to the thread sanitizer, which then reports a
/// race with whatever uses that memory next. Under that sanitizer, oneTBB and the work that it hands out each
/// have a part of the stack that the other does not reach.
#if defined(__SANITIZE_THREAD__)
template <class Call>
[[gnu::noinline]] void in_a_frame_of_its_own(const Call& call) {
  call();
}

template <class Call>
[[gnu::noinline]] void further_down(const Call& call) {
  volatile char gap[std::size_t{1} << 18];
  __asm__ volatile("" : : "r"(gap) : "memory");
  in_a_frame_of_its_own(call);
  __asm__ volatile("" : : "r"(gap) : "memory");  // so that the gap is there throughout
}
#else
template <class Call>
void further_down(const Call& call) {
  call();
}
#endif

/// Without this, oneTBB leaves the threads beyond the number of cores idle, and says so on standard error.
void allow_more_threads_than_cores() {
  static const tbb::global_control control(tbb::global_control::max_allowed_parallelism, most_threads);
}

}  // namespace

struct Pool::Threads {
  explicit Threads(int threads) : arena(threads) {}

  void run(std::size_t n, const void* work, void (*piece)(const void* work, std::size_t i)) {
    // Isolated: an error in other work that contains this work must not cancel some of its pieces.
    tbb::task_group_context context(tbb::task_group_context::isolated);
    const auto one = [&](std::size_t i) {
      handed_out.load(std::memory_order_acquire);
      further_down([&] { piece(work, i); });
      done.fetch_add(1, std::memory_order_release);
    };
    handed_out.fetch_add(1, std::memory_order_release);
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, n, one, tbb::simple_partitioner(), context); });
  }

  tbb::task_arena arena;
  // The thread sanitizer cannot see oneTBB's own hand-over. These two tell it the same, and nothing about the
  // order of the pieces of work among themselves.
  std::atomic<unsigned> handed_out{0}, done{0};
};

Pool::Pool(int threads) : shared_(std::make_unique<Threads>(threads)), threads_(threads) {
  allow_more_threads_than_cores();
}

Pool::~Pool() = default;

void Pool::share_out(std::size_t n, const void* work, void (*piece)(const void* work, std::size_t i)) {
  further_down([&] { shared_->run(n, work, piece); });
  shared_->done.load(std::memory_order_acquire);
}

}  // namespace themata
