// The extension module: the library's classes and functions for Python, one to one. What users see is made of
// them in pythemata/.

#include <unistd.h>

#include <optional>
#include <string_view>
#include <thread>
#include <type_traits>

#include "common.hpp"
#include "themata/io/plain_text.hpp"

namespace themata::python {

namespace {

/// An exception class of pythemata/_errors.py.
nb::object error_class(const char* name) { return nb::module_::import_("pythemata._errors").attr(name); }

/// Python takes UTF-8 alone, and messages quote files.
template <class Value>
auto for_python(const Value& value) {
  if constexpr (std::is_convertible_v<Value, std::string_view>)
    return message_text(value);
  else
    return value;
}

template <class... Arguments>
void raise(const char* name, const Arguments&... arguments) {
  const nb::object made = error_class(name)(for_python(arguments)...);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
}

void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const UsageError& error) {
    const OptionFault fault = error.fault().value_or(OptionFault{});
    raise("UsageError", error.what(), fault.option, fault.value, fault.expected);
  } catch (const InputError& error) {
    raise("InputError", error.what(), error.file(), error.line(), error.problem(), error.expected());
  } catch (const ResourceError& error) {
    raise("ResourceError", error.what());
  } catch (const Cancelled& error) {
    raise("Cancelled", error.what());
  } catch (const Error& error) {
    raise("ThemataError", error.what());
  }
}

}  // namespace

TableForPython table_for_python(const PosteriorTable& table) {
  const auto array = [&](const SharedFloats& of) {
    return view_of(of.span(), of, {table.rows, table.columns});
  };
  nb::object sd = nb::none();
  if (table.has_sd()) sd = nb::cast(array(table.sd));
  return TableForPython(
      nb::make_tuple(array(table.mean), sd, table.draws, table.source == TableSource::kept_draws));
}

FilesForPython files_for_python(const ExportedFiles& files) {
  nb::dict dict;
  for (const auto& [name, bytes] : files) dict[name.c_str()] = nb::bytes(bytes.data(), bytes.size());
  return FilesForPython(dict);
}

ExportedFiles files_for_library(const std::map<std::string, nb::bytes>& files) {
  ExportedFiles made;
  for (const auto& [name, bytes] : files) made[name] = std::string(bytes.c_str(), bytes.size());
  return made;
}

bool is_own_process() {
  static const pid_t first = ::getpid();
  return first == ::getpid();
}

void require_own_process() {
  if (is_own_process()) return;
  raise("ForkError");
  throw nb::python_error();
}

namespace {

/// The thread that Python ends on, as a rule.
std::thread::id importing_thread() {
  static const std::thread::id id = std::this_thread::get_id();
  return id;
}

}  // namespace

InLibrary::InLibrary() {
  require_own_process();
  if (ends_ && std::this_thread::get_id() != importing_thread()) {
    PyErr_SetString(PyExc_RuntimeError,
                    "the program is ending, so nothing can be asked of pythemata any more");
    throw nb::python_error();
  }
  ++calls_;
}

void InLibrary::end() {
  if (!is_own_process()) return;
  ends_ = true;
  while (calls_ > 0) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();  // Ctrl-C: as if nothing had waited
    const nb::gil_scoped_release release;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace themata::python

namespace themata::python {
namespace {

/// Until Python says so, not until it is collected.
class HeldScratch {
 public:
  explicit HeldScratch(const std::string& folder) : scratch_(std::in_place, folder) {}
  void end() { scratch_.reset(); }

 private:
  std::optional<Scratch> scratch_;
};

void bind_scratch(nb::module_& module) {
  nb::class_<HeldScratch>(module, "Scratch")
      .def(nb::init<const std::string&>(), nb::arg("folder"))
      .def("end", &HeldScratch::end);
}

}  // namespace
}  // namespace themata::python

NB_MODULE(_core, module) {
  using namespace themata::python;
  importing_thread();
  nb::register_exception_translator(translate);
  module.doc() = "The engine of pythemata. Its names may change in any version: use those of pythemata.";
  module.def("version", [] { return std::string(themata::version()); });
  module.def("end", &InLibrary::end);
  bind_scratch(module);
  bind_collection(module);
  bind_options(module);
  bind_run(module);
  bind_fit(module);
  bind_effects(module);
  bind_evaluation(module);
  bind_prediction(module);
  bind_simulation(module);
}
