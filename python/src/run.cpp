#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
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

  explicit Run(Job job) : job_(std::move(job)) {
    require_own_process();
    thread_ = std::thread([this] { work(); });
  }
  ~Run() {
    if (!is_own_process()) {  // the thread is in the other process
      thread_.detach();
      return;
    }
    stop();
    const nb::gil_scoped_release release;
    thread_.join();
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void stop() {
    const std::lock_guard lock(guard_);
    stopped_ = true;
  }
  /// Waits for the end, at most so many seconds. @returns whether it has ended
  bool wait(double seconds) {
    const InLibrary here;
    const nb::gil_scoped_release release;
    std::unique_lock lock(guard_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return ended_; });
  }
  /// Where each chain is that has reported.
  std::vector<Progress> progress() const {
    require_own_process();
    const std::lock_guard lock(guard_);
    std::vector<Progress> chains;
    for (const auto& [number, progress] : chains_) chains.push_back(progress);
    return chains;
  }
  /// Warnings that were not taken yet.
  std::vector<std::string> take_warnings() {
    require_own_process();
    const std::lock_guard lock(guard_);
    return std::exchange(warnings_, {});
  }
  /// Of a run that has ended. Rethrows what ended it.
  Fit result() const {
    require_own_process();
    const std::lock_guard lock(guard_);
    if (failure_) std::rethrow_exception(failure_);
    return *fit_;
  }

 private:
  void work() {
    Observer observer;
    observer.progress = [this](const Progress& progress) {
      const std::lock_guard lock(guard_);
      chains_[progress.chain] = progress;
      return !stopped_;
    };
    observer.warning = [this](const std::string& text) {
      const std::lock_guard lock(guard_);
      warnings_.push_back(text);
    };
    observer.go_on = [this] {
      const std::lock_guard lock(guard_);
      return !stopped_;
    };
    std::optional<Fit> fit;
    std::exception_ptr failure;
    try {
      fit = job_(observer);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(guard_);
    fit_ = std::move(fit);
    failure_ = failure;
    ended_ = true;
    changed_.notify_all();
  }

  Job job_;
  mutable std::mutex guard_;
  std::condition_variable changed_;
  bool stopped_ = false, ended_ = false;
  std::map<std::uint64_t, Progress> chains_;
  std::vector<std::string> warnings_;
  std::optional<Fit> fit_;
  std::exception_ptr failure_;
  std::thread thread_;
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
