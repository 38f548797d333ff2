#include "common.hpp"

namespace themata::python {

namespace {

void bind_results(nb::module_& module) {
  nb::class_<Estimate>(module, "Estimate")
      .def_ro("mean", &Estimate::mean)
      .def_ro("sd", &Estimate::sd)
      .def_ro("low", &Estimate::low)
      .def_ro("high", &Estimate::high)
      .def_ro("above_zero", &Estimate::above_zero);
  nb::class_<EffectTopic>(module, "EffectTopic")
      .def_ro("number", &EffectTopic::number)
      .def_ro("name", &EffectTopic::name)
      .def_ro("words", &EffectTopic::words)
      .def_ro("proportion", &EffectTopic::proportion)
      .def_ro("draws", &EffectTopic::draws)
      .def_ro("everywhere", &EffectTopic::everywhere);
  nb::class_<EffectContrast>(module, "EffectContrast")
      .def_ro("variable", &EffectContrast::variable)
      .def_ro("from_", &EffectContrast::from)
      .def_ro("to", &EffectContrast::to)
      .def_ro("estimates", &EffectContrast::estimates);
  nb::class_<EffectCurve>(module, "EffectCurve")
      .def_ro("variable", &EffectCurve::variable)
      .def_ro("is_factor", &EffectCurve::is_factor)
      .def_ro("values", &EffectCurve::values)
      .def_ro("places", &EffectCurve::places)
      .def_ro("estimates", &EffectCurve::estimates);
  nb::class_<EffectResult>(module, "EffectResult")
      .def_ro("formula", &EffectResult::formula)
      .def_ro("interval", &EffectResult::interval)
      .def_ro("documents", &EffectResult::documents)
      .def_ro("without_words", &EffectResult::without_words)
      .def_ro("left_out", &EffectResult::left_out)
      .def_ro("chains", &EffectResult::chains)
      .def_ro("kept_draws", &EffectResult::kept_draws)
      .def_ro("topics", &EffectResult::topics)
      .def_ro("columns", &EffectResult::columns)
      .def_ro("coefficients", &EffectResult::coefficients)
      .def_ro("contrasts", &EffectResult::contrasts)
      .def_ro("curves", &EffectResult::curves)
      .def("svg", [](const EffectResult& of) { return effect_svg(of); });
}

void bind_trends(nb::module_& module) {
  nb::class_<TrendPeriod>(module, "TrendPeriod")
      .def_ro("name", &TrendPeriod::name)
      .def_ro("documents", &TrendPeriod::documents)
      .def_ro("tokens", &TrendPeriod::tokens);
  nb::class_<TrendCell>(module, "TrendCell")
      .def_ro("proportion", &TrendCell::proportion)
      .def_ro("words", &TrendCell::words)
      .def_ro("changed", &TrendCell::changed)
      .def_ro("is_burst", &TrendCell::is_burst);
  nb::class_<TrendsResult>(module, "TrendsResult")
      .def_ro("by", &TrendsResult::by)
      .def_ro("interval", &TrendsResult::interval)
      .def_ro("without_words", &TrendsResult::without_words)
      .def_ro("left_out", &TrendsResult::left_out)
      .def_ro("chains", &TrendsResult::chains)
      .def_ro("kept_draws", &TrendsResult::kept_draws)
      .def_ro("periods", &TrendsResult::periods)
      .def_ro("topics", &TrendsResult::topics)
      .def_ro("cells", &TrendsResult::cells)
      .def("svg", [](const TrendsResult& of) { return trends_svg(of); });
}

}  // namespace

void bind_effects(nb::module_& module) {
  bind_results(module);
  bind_trends(module);
  nb::class_<EffectOptions>(module, "EffectOptions")
      .def(nb::init<>())
      .def_rw("formula", &EffectOptions::formula)
      .def_rw("topics", &EffectOptions::topics)
      .def_rw("contrasts", &EffectOptions::contrasts)
      .def_rw("references", &EffectOptions::references)
      .def_rw("interval", &EffectOptions::interval)
      .def_rw("leave_out_missing", &EffectOptions::leave_out_missing);
  nb::class_<TrendOptions>(module, "TrendOptions")
      .def(nb::init<>())
      .def_rw("by", &TrendOptions::by)
      .def_rw("period", &TrendOptions::period)
      .def_rw("topics", &TrendOptions::topics)
      .def_rw("interval", &TrendOptions::interval)
      .def_rw("words", &TrendOptions::words)
      .def_rw("burst", &TrendOptions::burst)
      .def_rw("leave_out_missing", &TrendOptions::leave_out_missing);
  module.def(
      "effect",
      [](const Fit& fit, const EffectOptions& options, std::optional<std::uint32_t> chain,
         std::uint64_t threads) {
        return readable(chain, threads, [&](const ReadOptions& read) { return effect(fit, options, read); });
      },
      nb::arg("fit"), nb::arg("options"), nb::arg("chain").none(), nb::arg("threads"));
  module.def(
      "trends",
      [](const Fit& fit, const TrendOptions& options, std::optional<std::uint32_t> chain,
         std::uint64_t threads) {
        return readable(chain, threads, [&](const ReadOptions& read) { return trends(fit, options, read); });
      },
      nb::arg("fit"), nb::arg("options"), nb::arg("chain").none(), nb::arg("threads"));
}

}  // namespace themata::python
