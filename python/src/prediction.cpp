#include "common.hpp"

namespace themata::python {

namespace {

using Chain = std::optional<std::uint32_t>;

void bind_infer(nb::module_& module) {
  nb::class_<InferOptions>(module, "InferOptions")
      .def(nb::init<>())
      .def_rw("length", &InferOptions::length)
      .def_rw("seed", &InferOptions::seed);
  nb::class_<UnknownWord>(module, "UnknownWord")
      .def_ro("word", &UnknownWord::word)
      .def_ro("tokens", &UnknownWord::tokens);
  nb::class_<InferSummary>(module, "InferSummary")
      .def_ro("documents", &InferSummary::documents)
      .def_ro("empty", &InferSummary::empty)
      .def_ro("tokens", &InferSummary::tokens)
      .def_ro("unknown_tokens", &InferSummary::unknown_tokens)
      .def_ro("unknown_words", &InferSummary::unknown_words)
      .def_ro("import_differences", &InferSummary::import_differences)
      .def_ro("chain", &InferSummary::chain)
      .def_ro("draws", &InferSummary::draws)
      .def_ro("draws_left_out", &InferSummary::draws_left_out)
      .def_ro("sweep", &InferSummary::sweep)
      .def_ro("has_rest", &InferSummary::has_rest)
      .def_ro("length", &InferSummary::length);
  nb::class_<InferredTopics>(module, "InferredTopics")
      .def("proportions", [](const InferredTopics& of) { return table_for_python(of.proportions); })
      .def("tokens", [](const InferredTopics& of) { return array_of(of.tokens, {of.tokens.size()}); })
      .def("unknown", [](const InferredTopics& of) { return array_of(of.unknown, {of.unknown.size()}); })
      .def_ro("summary", &InferredTopics::summary);
  module.def(
      "infer",
      [](const Fit& fit, const Collection& documents, const InferOptions& options, Chain chain,
         std::uint64_t threads) {
        return readable(chain, threads,
                        [&](const ReadOptions& read) { return infer(fit, documents, options, read); });
      },
      nb::arg("fit"), nb::arg("documents"), nb::arg("options"), nb::arg("chain").none(), nb::arg("threads"));
}

void bind_label(nb::module_& module) {
  nb::enum_<LabelMethod>(module, "LabelMethod")
      .value("sets", LabelMethod::sets)
      .value("draws", LabelMethod::draws)
      .value("mode", LabelMethod::mode)
      .value("shares", LabelMethod::shares);
  nb::class_<LabelOptions>(module, "LabelOptions")
      .def(nb::init<>())
      .def_rw("method", &LabelOptions::method)
      .def_rw("length", &LabelOptions::length)
      .def_rw("folds", &LabelOptions::folds)
      .def_rw("threshold", &LabelOptions::threshold)
      .def_rw("at_least", &LabelOptions::at_least)
      .def_rw("seed", &LabelOptions::seed);
  nb::class_<PrecisionRecall>(module, "PrecisionRecall")
      .def_ro("precision", &PrecisionRecall::precision)
      .def_ro("recall", &PrecisionRecall::recall)
      .def("f1", &PrecisionRecall::f1);
  nb::class_<LabelResult>(module, "LabelResult")
      .def_ro("name", &LabelResult::name)
      .def_ro("documents", &LabelResult::documents)
      .def_ro("predicted", &LabelResult::predicted)
      .def_ro("hits", &LabelResult::hits)
      .def("precision", &LabelResult::precision)
      .def("recall", &LabelResult::recall);
  nb::class_<LabelScore>(module, "LabelScore")
      .def_ro("documents", &LabelScore::documents)
      .def_ro("labels", &LabelScore::labels)
      .def_ro("unknown_labels", &LabelScore::unknown_labels)
      .def_ro("predictions", &LabelScore::predictions)
      .def_ro("hits", &LabelScore::hits)
      .def_ro("micro", &LabelScore::micro)
      .def_ro("macro", &LabelScore::macro)
      .def_ro("of_labels", &LabelScore::of_labels);
  nb::class_<ReliabilityRow>(module, "ReliabilityRow")
      .def_ro("pairs", &ReliabilityRow::pairs)
      .def_ro("probability", &ReliabilityRow::probability)
      .def_ro("right", &ReliabilityRow::right);
  nb::class_<LabelCalibrated>(module, "LabelCalibrated")
      .def_ro("mapped", &LabelCalibrated::mapped)
      .def_ro("threshold", &LabelCalibrated::threshold)
      .def_ro("folds", &LabelCalibrated::folds)
      .def_ro("score", &LabelCalibrated::score)
      .def_ro("before", &LabelCalibrated::before)
      .def_ro("after", &LabelCalibrated::after);
  nb::class_<LabelSummary>(module, "LabelSummary")
      .def_ro("documents", &LabelSummary::documents)
      .def_ro("empty", &LabelSummary::empty)
      .def_ro("tokens", &LabelSummary::tokens)
      .def_ro("unknown_tokens", &LabelSummary::unknown_tokens)
      .def_ro("import_differences", &LabelSummary::import_differences)
      .def_ro("chain", &LabelSummary::chain)
      .def_ro("draws", &LabelSummary::draws)
      .def_ro("method", &LabelSummary::method)
      .def_ro("threshold", &LabelSummary::threshold)
      .def_ro("calibration", &LabelSummary::calibration)
      .def_ro("not_calibrated", &LabelSummary::not_calibrated)
      .def_ro("score", &LabelSummary::score)
      .def_ro("reliability", &LabelSummary::reliability);
  nb::class_<LabelPrediction>(module, "LabelPrediction")
      .def("names", [](const LabelPrediction& of) { return of.table.names; })
      .def("ids", [](const LabelPrediction& of) { return of.table.ids; })
      .def("probabilities",
           [](const LabelPrediction& of) {
             return array_of(of.table.probabilities, {of.table.ids.size(), of.table.names.size()});
           })
      .def("labels_of", &LabelPrediction::labels_of)
      .def_ro("summary", &LabelPrediction::summary);
  module.def(
      "label",
      [](const Fit& fit, const Collection& documents, const std::optional<Collection>& calibration,
         const LabelOptions& options, Chain chain, std::uint64_t threads) {
        return readable(chain, threads, [&](const ReadOptions& read) {
          return calibration ? label(fit, documents, *calibration, options, read)
                             : label(fit, documents, options, read);
        });
      },
      nb::arg("fit"), nb::arg("documents"), nb::arg("calibration").none(), nb::arg("options"),
      nb::arg("chain").none(), nb::arg("threads"));
}

}  // namespace

void bind_prediction(nb::module_& module) {
  bind_infer(module);
  bind_label(module);
}

}  // namespace themata::python
