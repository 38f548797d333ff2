#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "common.hpp"

namespace themata::python {

namespace {

/// A fit on a thread of its own, which never asks for Python's lock: whoever waits for it looks at it now and
/// then, so that Ctrl-C is handled where Python handles it.
class Run {
 public:
  using Job = std::function<Fit(const Observer&)>;

  explicit Run(Job job) {
    require_own_process();
    state_->job = std::move(job);
    state_->thread = std::thread([state = state_.get()] { work(*state); });
  }
  ~Run() {
    if (!is_own_process()) {
      // The thread is in the other process: here its stack may be gone, which detaching it would write to,
      // and it may have left what it was changing half done.
      static_cast<void>(state_.release());
      return;
    }
    stop();
    const nb::gil_scoped_release release;
    state_->thread.join();
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void stop() {
    require_own_process();
    const std::lock_guard lock(state_->guard);
    state_->stopped = true;
  }
  /// Waits for the end, at most so many seconds. @returns whether it has ended
  bool wait(double seconds) {
    const InLibrary here;
    const nb::gil_scoped_release release;
    std::unique_lock lock(state_->guard);
    return state_->changed.wait_for(lock, std::chrono::duration<double>(seconds),
                                    [this] { return state_->ended; });
  }
  /// Where each chain is that has reported.
  std::vector<Progress> progress() const {
    require_own_process();
    const std::lock_guard lock(state_->guard);
    std::vector<Progress> chains;
    for (const auto& [number, progress] : state_->chains) chains.push_back(progress);
    return chains;
  }
  /// Warnings that were not taken yet.
  std::vector<std::string> take_warnings() {
    require_own_process();
    const std::lock_guard lock(state_->guard);
    return std::exchange(state_->warnings, {});
  }
  /// Of a run that has ended. Rethrows what ended it.
  Fit result() const {
    require_own_process();
    const std::lock_guard lock(state_->guard);
    if (state_->failure) std::rethrow_exception(state_->failure);
    return *state_->fit;
  }

 private:
  struct State {
    Job job;
    std::mutex guard;
    std::condition_variable changed;
    bool stopped = false, ended = false;
    std::map<std::uint64_t, Progress> chains;
    std::vector<std::string> warnings;
    std::optional<Fit> fit;
    std::exception_ptr failure;
    std::thread thread;
  };

  static void work(State& state) {
    Observer observer;
    observer.progress = [&state](const Progress& progress) {
      const std::lock_guard lock(state.guard);
      state.chains[progress.chain] = progress;
      return !state.stopped;
    };
    observer.warning = [&state](const std::string& text) {
      const std::lock_guard lock(state.guard);
      state.warnings.push_back(text);
    };
    observer.go_on = [&state] {
      const std::lock_guard lock(state.guard);
      return !state.stopped;
    };
    std::optional<Fit> fit;
    std::exception_ptr failure;
    try {
      fit = state.job(observer);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(state.guard);
    state.fit = std::move(fit);
    state.failure = failure;
    state.ended = true;
    state.changed.notify_all();
  }

  std::unique_ptr<State> state_ = std::make_unique<State>();
};

Run* start(const Collection& collection, const Options& options, const GivenInputs& inputs,
           const std::optional<std::string>& folder) {
  return new Run([=](const Observer& observer) {
    return folder ? fit_into(*folder, collection, options, inputs, observer)
                  : fit(collection, options, inputs, observer);
  });
}

Run* go_on(const Fit& fit, const ResumeOptions& options) {
  return new Run([=](const Observer& observer) {
    Fit same = fit;
    same.resume(options, observer);
    return same;
  });
}

}  // namespace

void bind_run(nb::module_& module) {
  nb::class_<Progress>(module, "Progress")
      .def_ro("chain", &Progress::chain)
      .def_ro("chains", &Progress::chains)
      .def_ro("sweep", &Progress::sweep)
      .def_ro("sweeps", &Progress::sweeps)
      .def_ro("seconds", &Progress::seconds)
      .def_ro("log_posterior", &Progress::log_posterior)
      .def_ro("topics", &Progress::topics);
  nb::class_<ResumeOptions>(module, "ResumeOptions")
      .def(nb::init<>())
      .def_rw("sweeps", &ResumeOptions::sweeps)
      .def_rw("until", &ResumeOptions::until)
      .def_rw("time_limit", &ResumeOptions::time_limit)
      .def_rw("burn_in", &ResumeOptions::burn_in)
      .def_rw("threads", &ResumeOptions::threads)
      .def_rw("max_topics", &ResumeOptions::max_topics);
  nb::class_<Run>(module, "Run")
      .def("stop", &Run::stop)
      .def("wait", &Run::wait)
      .def("progress", &Run::progress)
      .def("take_warnings", &Run::take_warnings)
      .def("result", &Run::result);
  module.def("start", &start, nb::arg("collection"), nb::arg("options"), nb::arg("inputs"),
             nb::arg("folder").none(), nb::rv_policy::take_ownership);
  module.def("go_on", &go_on, nb::rv_policy::take_ownership);
}

}  // namespace themata::python
