#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// Sees which kernel opens which random stream, for tests. open() is called on any thread.
class StreamWatch {
 public:
  virtual ~StreamWatch() = default;
  virtual void enter(std::string_view kernel) = 0;
  virtual void open(Purpose purpose, std::uint64_t entity) = 0;
};

/// What an update may use besides the state. `sweep` counts from 1.
struct Context {
  const Corpus& corpus;
  Key key;
  std::uint64_t sweep;
  Pool& pool;
  StreamWatch* watch = nullptr;

  Stream stream(Purpose purpose, std::uint64_t entity) const {
    if (watch != nullptr) watch->open(purpose, entity);
    return {key, purpose, sweep, entity};
  }
};

/// One update of a state: it leaves the posterior invariant. A sweep is a list of them, run in order.
template <class State>
struct Kernel {
  std::string_view name;
  std::function<void(State&, const Context&)> step;
};

template <class State>
using Kernels = std::vector<Kernel<State>>;

/// The kernel, which leaves the first sweeps out.
template <class State>
Kernel<State> after_start(Kernel<State> kernel, std::uint64_t start_sweeps) {
  if (start_sweeps == 0) return kernel;
  return {kernel.name,
          [n = start_sweeps, step = std::move(kernel.step)](State& state, const Context& context) {
            if (context.sweep > n) step(state, context);
          }};
}

/// Runs every kernel of the list once.
template <class State>
void run_sweep(const Kernels<State>& kernels, State& state, const Context& context) {
  for (const auto& kernel : kernels) {
    if (context.watch != nullptr) context.watch->enter(kernel.name);
    kernel.step(state, context);
  }
}

}  // namespace themata
