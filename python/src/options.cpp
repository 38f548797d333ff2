#include "common.hpp"

namespace themata::python {

void bind_options(nb::module_& module) {
  nb::class_<ModelName>(module, "ModelName")
      .def_ro("name", &ModelName::name)
      .def_ro("title", &ModelName::title);
  nb::enum_<OptionKind>(module, "OptionKind")
      .value("text", OptionKind::text)
      .value("whole", OptionKind::whole)
      .value("number", OptionKind::number)
      .value("gamma_prior", OptionKind::gamma_prior)
      .value("beta_prior", OptionKind::beta_prior);
  nb::class_<OptionInfo>(module, "OptionInfo")
      .def_ro("name", &OptionInfo::name)
      .def_ro("kind", &OptionInfo::kind)
      .def_ro("heading", &OptionInfo::heading)
      .def_ro("help", &OptionInfo::help)
      .def_ro("otherwise", &OptionInfo::otherwise)
      .def_ro("least", &OptionInfo::least)
      .def_ro("most", &OptionInfo::most)
      .def_ro("choices", &OptionInfo::choices)
      .def_ro("list", &OptionInfo::list);
  module.def("models", &models);
  module.def("option_table", &option_table);
  nb::class_<Options>(module, "Options")
      .def(nb::init<std::string_view>())
      .def("set", [](Options& options, const std::string& name,
                     const std::string& value) { options.set(name, value); })
      .def("get", [](const Options& options, const std::string& name) { return options.get(name); })
      .def("names", &Options::names)
      .def("model", &Options::model);
}

}  // namespace themata::python
