#include "record.hpp"

namespace themata::python {

void bind_simulation(nb::module_& module) {
  module.def("simulations", &simulations);
  module.def("simulation_options", &simulation_options);
  module.def("simulate", [](const std::string& name, const GivenOptions& options, bool with_truth) {
    SimulatedData made = watched([&](const std::function<bool()>& stop) {
      return simulate_from(name, options, with_truth ? TrueValues::always : TrueValues::as_usual,
                           [&stop] { return !stop(); });
    });
    using CollectionAndTruth = nb::typed<nb::tuple, std::optional<Collection>, FilesForPython>;
    return CollectionAndTruth(nb::make_tuple(made.collection, files_for_python(made.truth)));
  });

  nb::class_<SelfTestLength>(module, "SelfTestLength")
      .def(nb::init<>())
      .def_rw("data_sets", &SelfTestLength::data_sets)
      .def_rw("draws", &SelfTestLength::draws)
      .def_rw("burn_in", &SelfTestLength::burn_in)
      .def_rw("thin", &SelfTestLength::thin)
      .def_rw("seed", &SelfTestLength::seed);
  Record<RankedQuantity>(module, "RankedQuantity")
      .field("name", &RankedQuantity::name)
      .field("p", &RankedQuantity::p)
      .field("effective_draws", &RankedQuantity::effective_draws)
      .field("bins", &RankedQuantity::bins);
  Record<SelfTestResult>(module, "SelfTestResult")
      .field("json", &SelfTestResult::json)
      .field("svg", &SelfTestResult::svg)
      .field("passed", &SelfTestResult::passed)
      .field("quantities", &SelfTestResult::quantities);
  module.def("selftest_models", nb::overload_cast<>(&selftest_models));
  module.def("selftest", [](const std::string& model, const GivenOptions& sampler,
                            const SelfTestLength& length, std::uint64_t threads) {
    return watched([&](const std::function<bool()>& stop) {
      return selftest(model, sampler, length, threads, [&stop] { return !stop(); });
    });
  });
}

}  // namespace themata::python
