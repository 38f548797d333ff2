#include "themata/fit/chain_group.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <thread>

namespace themata {

namespace {

/// A chain's part of the fit's time: chains that run one after the other share it.
double time_of_chain(const FitOptions& options, std::uint64_t at_once) {
  if (options.time_limit <= 0) return std::numeric_limits<double>::infinity();
  const std::uint64_t rounds = (options.chains + at_once - 1) / at_once;
  return options.time_limit / static_cast<double>(rounds);
}

/// The threads of a slot, of which the first ones have one more where they do not divide evenly.
int threads_of_slot(std::uint64_t slot, std::uint64_t slots, std::uint64_t threads) {
  return static_cast<int>(threads / slots + (slot < threads % slots ? 1 : 0));
}

}  // namespace

ChainGroup::ChainGroup(const ChainsOfFit& fit, std::uint64_t at_once, Rest rest)
    : fit_(fit), watch_(guarded(fit.watch)), rest_(rest), chains_(fit.options.chains) {
  const auto threads = static_cast<std::uint64_t>(threads_for(fit.options.threads));
  for (std::uint64_t slot = 0; slot < at_once; ++slot)
    pools_.push_back(std::make_unique<Pool>(threads_of_slot(slot, at_once, threads)));
}

FitWatch ChainGroup::guarded(const FitWatch& watch) {
  FitWatch alone;
  alone.should_stop = [this, &watch] {
    const std::lock_guard<std::mutex> lock(guard_);
    if (!stopped_ && watch.should_stop && watch.should_stop()) stopped_ = true;
    return stopped_.load();
  };
  if (watch.report)
    alone.report = [this, &watch](const FitProgress& progress) {
      const std::lock_guard<std::mutex> lock(guard_);
      watch.report(progress);
    };
  if (watch.warn)
    alone.warn = [this, &watch](const std::string& text) {
      const std::lock_guard<std::mutex> lock(guard_);
      watch.warn(text);
    };
  return alone;
}

ChainEnd ChainGroup::run_one(std::uint32_t chain, std::uint64_t sweep, Pool& pool) {
  const std::uint64_t at_once = pools_.size();
  std::unique_ptr<FitChain>& running = chains_[chain - 1];
  if (!running)
    running = std::make_unique<FitChain>(
        ChainJob{fit_.path, fit_.corpus, fit_.model, fit_.options, fit_.plan, fit_.given, chain, watch_,
                 at_once, time_of_chain(fit_.options, at_once), fit_.leader},
        pool);
  ChainEnd end = running->run_to(sweep, pool);
  if (rest_ == Rest::on_disk) running.reset();
  const std::lock_guard<std::mutex> lock(guard_);
  fit_.came_to(end);
  return end;
}

std::vector<ChainEnd> ChainGroup::run_to(std::uint64_t sweep) {
  std::vector<std::optional<ChainEnd>> ends(fit_.options.chains);
  std::atomic<std::uint32_t> next{0};
  std::exception_ptr failure;
  const auto run_slot = [&](Pool& pool) {
    try {
      for (std::uint32_t i = next++; i < ends.size() && !stopped_; i = next++)
        ends[i] = run_one(i + 1, sweep, pool);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(guard_);
      if (!failure) failure = std::current_exception();
      stopped_ = true;
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t slot = 1; slot < pools_.size(); ++slot)
      others.emplace_back([&, slot] { run_slot(*pools_[slot]); });
    run_slot(*pools_.front());
  }
  if (failure) std::rethrow_exception(failure);
  std::vector<ChainEnd> done;
  for (std::optional<ChainEnd>& end : ends)
    if (end) done.push_back(std::move(*end));
  return done;
}

}  // namespace themata
