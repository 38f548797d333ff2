#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "themata/themata.hpp"

namespace themata::python {

namespace nb = nanobind;

/// An array for Python that owns what was computed for it: nothing is copied.
template <class T>
nb::ndarray<nb::numpy, T> array_of(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* data = owned->data();
  const nb::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  static_cast<void>(owned.release());
  return nb::ndarray<nb::numpy, T>(data, shape, owner);
}

/// A read-only array of what another object holds. @param holder  a copy of that object
template <class T, class Holder>
nb::ndarray<nb::numpy, const T> view_of(std::span<const T> values, const Holder& holder,
                                        std::initializer_list<std::size_t> shape) {
  auto kept = std::make_unique<Holder>(holder);
  const nb::capsule owner(kept.get(), [](void* p) noexcept { delete static_cast<Holder*>(p); });
  static_cast<void>(kept.release());
  return nb::ndarray<nb::numpy, const T>(values.data(), shape, owner);
}
template <class T, class Holder>
nb::ndarray<nb::numpy, const T> view_of(std::span<const T> values, const Holder& holder) {
  return view_of(values, holder, {values.size()});
}

/// Mean and standard deviation (None where there is none), from how many draws, and whether these were kept
/// ones.
using TableForPython = nb::typed<nb::tuple, nb::any, nb::any, int, bool>;
TableForPython table_for_python(const PosteriorTable& table);

/// Files of a folder: a dict of bytes by name, and the other way round.
using FilesForPython = nb::typed<nb::dict, nb::str, nb::bytes>;
FilesForPython files_for_python(const ExportedFiles& files);
ExportedFiles files_for_library(const std::map<std::string, nb::bytes>& files);

/// Whether the library was first used by this process, not by one that it was forked from.
bool is_own_process();
/// Threads do not survive a fork, and whoever waits for them waits forever.
/// @throws an error of Python where the library was used before this process was forked
void require_own_process();

/// While a thread of Python is in the library without Python's lock. When Python ends, it takes a thread's
/// life where that asks for the lock again, which nothing in C++ survives: so the end waits for these
/// threads.
class InLibrary {
 public:
  /// @throws an error of Python where the library was used before this process was forked, or where Python
  /// ends and the thread is not the one that imported the module
  InLibrary();
  ~InLibrary() { --calls_; }
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;

  static bool ends() { return ends_; }
  /// Refuses further calls, stops those that can be stopped, and waits for all.
  static void end();

 private:
  static inline std::atomic<int> calls_ = 0;
  static inline std::atomic<bool> ends_ = false;
};

/// Does work without holding Python's lock.
template <class Work>
auto unlocked(const Work& work) {
  const InLibrary here;
  const nb::gil_scoped_release release;
  return work();
}

/// Does work on a thread of its own, and asks Python for signals meanwhile: Python has none on the threads on
/// which work is asked whether to go on. @param work  takes what says whether to stop
template <class Work>
auto watched(const Work& work) {
  const InLibrary here;
  std::atomic<bool> stop = false;
  auto result = std::async(std::launch::async, [&] { return work([&stop] { return stop.load(); }); });
  const auto ended = [&] {
    const nb::gil_scoped_release release;
    return result.wait_for(std::chrono::milliseconds(100)) == std::future_status::ready;
  };
  while (!ended())
    if (InLibrary::ends())
      stop = true;  // the work throws Cancelled, or is done all the same
    else if (PyErr_CheckSignals() != 0) {
      stop = true;
      {
        const nb::gil_scoped_release release;
        result.wait();
      }
      throw nb::python_error();  // with the lock held
    }
  return result.get();
}

/// Does the work of a reader, which stops soon after Ctrl-C. @param work  takes ReadOptions
template <class Work>
auto readable(std::optional<std::uint32_t> chain, std::uint64_t threads, const Work& work) {
  return watched([&](const std::function<bool()>& stop) {
    return work(ReadOptions{.chain = chain, .threads = threads, .go_on = [&stop] { return !stop(); }});
  });
}

void bind_collection(nb::module_& module);
void bind_options(nb::module_& module);
void bind_fit(nb::module_& module);
void bind_run(nb::module_& module);
void bind_effects(nb::module_& module);
void bind_evaluation(nb::module_& module);
void bind_prediction(nb::module_& module);
void bind_simulation(nb::module_& module);

}  // namespace themata::python
