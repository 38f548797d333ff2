#include "record.hpp"

namespace themata::python {

namespace {

void bind_results(nb::module_& module) {
  Record<Estimate>(module, "Estimate")
      .field("mean", &Estimate::mean)
      .field("sd", &Estimate::sd)
      .field("low", &Estimate::low)
      .field("high", &Estimate::high)
      .field("above_zero", &Estimate::above_zero);
  Record<EffectTopic>(module, "EffectTopic")
      .field("number", &EffectTopic::number)
      .field("name", &EffectTopic::name)
      .field("words", &EffectTopic::words)
      .field("proportion", &EffectTopic::proportion)
      .field("draws", &EffectTopic::draws)
      .field("everywhere", &EffectTopic::everywhere);
  Record<EffectContrast>(module, "EffectContrast")
      .field("variable", &EffectContrast::variable)
      .field("from_", &EffectContrast::from)
      .field("to", &EffectContrast::to)
      .field("estimates", &EffectContrast::estimates);
  Record<EffectCurve>(module, "EffectCurve")
      .field("variable", &EffectCurve::variable)
      .field("is_factor", &EffectCurve::is_factor)
      .field("values", &EffectCurve::values)
      .field("places", &EffectCurve::places)
      .field("estimates", &EffectCurve::estimates);
  Record<EffectResult>(module, "EffectResult")
      .field("formula", &EffectResult::formula)
      .field("interval", &EffectResult::interval)
      .field("documents", &EffectResult::documents)
      .field("without_words", &EffectResult::without_words)
      .field("left_out", &EffectResult::left_out)
      .field("chains", &EffectResult::chains)
      .field("kept_draws", &EffectResult::kept_draws)
      .part(&EffectResult::draws)
      .part(&EffectResult::all_topics)
      .field("topics", &EffectResult::topics)
      .field("columns", &EffectResult::columns)
      .field("coefficients", &EffectResult::coefficients)
      .field("contrasts", &EffectResult::contrasts)
      .field("curves", &EffectResult::curves)
      .field("warnings", &EffectResult::warnings)
      .def("svg", [](const EffectResult& of) { return effect_svg(of); });
}

void bind_trends(nb::module_& module) {
  Record<TrendPeriod>(module, "TrendPeriod")
      .field("name", &TrendPeriod::name)
      .field("documents", &TrendPeriod::documents)
      .field("tokens", &TrendPeriod::tokens);
  Record<TrendCell>(module, "TrendCell")
      .field("proportion", &TrendCell::proportion)
      .field("words", &TrendCell::words)
      .field("changed", &TrendCell::changed)
      .field("is_burst", &TrendCell::is_burst);
  Record<TrendsResult>(module, "TrendsResult")
      .field("by", &TrendsResult::by)
      .field("interval", &TrendsResult::interval)
      .field("without_words", &TrendsResult::without_words)
      .field("left_out", &TrendsResult::left_out)
      .field("chains", &TrendsResult::chains)
      .field("kept_draws", &TrendsResult::kept_draws)
      .part(&TrendsResult::all_topics)
      .field("periods", &TrendsResult::periods)
      .field("topics", &TrendsResult::topics)
      .field("cells", &TrendsResult::cells)
      .field("warnings", &TrendsResult::warnings)
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
