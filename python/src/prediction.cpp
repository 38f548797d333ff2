#include "record.hpp"

namespace themata::python {

namespace {

using Chain = std::optional<std::uint32_t>;

void bind_infer(nb::module_& module) {
  nb::class_<InferOptions>(module, "InferOptions")
      .def(nb::init<>())
      .def_rw("length", &InferOptions::length)
      .def_rw("seed", &InferOptions::seed);
  Record<UnknownWord>(module, "UnknownWord")
      .field("word", &UnknownWord::word)
      .field("tokens", &UnknownWord::tokens);
  Record<InferSummary>(module, "InferSummary")
      .field("documents", &InferSummary::documents)
      .field("empty", &InferSummary::empty)
      .field("tokens", &InferSummary::tokens)
      .field("unknown_tokens", &InferSummary::unknown_tokens)
      .field("unknown_words", &InferSummary::unknown_words)
      .field("import_differences", &InferSummary::import_differences)
      .field("chain", &InferSummary::chain)
      .field("draws", &InferSummary::draws)
      .field("draws_left_out", &InferSummary::draws_left_out)
      .field("sweep", &InferSummary::sweep)
      .field("has_rest", &InferSummary::has_rest)
      .field("length", &InferSummary::length);
  Record<PosteriorTable>(module, "PosteriorTable")
      .part(&PosteriorTable::rows)
      .part(&PosteriorTable::columns)
      .part(&PosteriorTable::mean)
      .part(&PosteriorTable::sd)
      .part(&PosteriorTable::source)
      .part(&PosteriorTable::draws);
  Record<InferredTopics>(module, "InferredTopics")
      .field("summary", &InferredTopics::summary)
      .part(&InferredTopics::proportions)
      .part(&InferredTopics::tokens)
      .part(&InferredTopics::unknown)
      .def("proportions", [](const InferredTopics& of) { return table_for_python(of.proportions); })
      .def("tokens", [](const InferredTopics& of) { return array_of(of.tokens, {of.tokens.size()}); })
      .def("unknown", [](const InferredTopics& of) { return array_of(of.unknown, {of.unknown.size()}); });
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
  Record<PrecisionRecall>(module, "PrecisionRecall")
      .field("precision", &PrecisionRecall::precision)
      .field("recall", &PrecisionRecall::recall)
      .def("f1", &PrecisionRecall::f1);
  Record<LabelResult>(module, "LabelResult")
      .field("name", &LabelResult::name)
      .field("documents", &LabelResult::documents)
      .field("predicted", &LabelResult::predicted)
      .field("hits", &LabelResult::hits)
      .def("precision", &LabelResult::precision)
      .def("recall", &LabelResult::recall);
  Record<LabelScore>(module, "LabelScore")
      .field("documents", &LabelScore::documents)
      .field("labels", &LabelScore::labels)
      .field("unknown_labels", &LabelScore::unknown_labels)
      .field("predictions", &LabelScore::predictions)
      .field("hits", &LabelScore::hits)
      .field("micro", &LabelScore::micro)
      .field("macro", &LabelScore::macro)
      .field("of_labels", &LabelScore::of_labels);
  Record<ReliabilityRow>(module, "ReliabilityRow")
      .field("pairs", &ReliabilityRow::pairs)
      .field("probability", &ReliabilityRow::probability)
      .field("right", &ReliabilityRow::right);
  Record<LabelCalibrated>(module, "LabelCalibrated")
      .field("mapped", &LabelCalibrated::mapped)
      .field("threshold", &LabelCalibrated::threshold)
      .field("folds", &LabelCalibrated::folds)
      .field("score", &LabelCalibrated::score)
      .field("before", &LabelCalibrated::before)
      .field("after", &LabelCalibrated::after);
  Record<LabelSummary>(module, "LabelSummary")
      .field("documents", &LabelSummary::documents)
      .field("empty", &LabelSummary::empty)
      .field("tokens", &LabelSummary::tokens)
      .field("unknown_tokens", &LabelSummary::unknown_tokens)
      .field("import_differences", &LabelSummary::import_differences)
      .part(&LabelSummary::seen)
      .field("chain", &LabelSummary::chain)
      .field("draws", &LabelSummary::draws)
      .field("method", &LabelSummary::method)
      .field("threshold", &LabelSummary::threshold)
      .field("calibration", &LabelSummary::calibration)
      .field("not_calibrated", &LabelSummary::not_calibrated)
      .field("score", &LabelSummary::score)
      .field("reliability", &LabelSummary::reliability);
  Record<LabelTable>(module, "LabelTable")
      .part(&LabelTable::names)
      .part(&LabelTable::ids)
      .part(&LabelTable::tokens)
      .part(&LabelTable::unknown)
      .part(&LabelTable::probabilities);
  Record<LabelChoice>(module, "LabelChoice").part(&LabelChoice::threshold).part(&LabelChoice::at_least);
  Record<LabelPrediction>(module, "LabelPrediction")
      .field("summary", &LabelPrediction::summary)
      .part(&LabelPrediction::table)
      .part(&LabelPrediction::choice)
      .def("names", [](const LabelPrediction& of) { return of.table.names; })
      .def("ids", [](const LabelPrediction& of) { return of.table.ids; })
      .def("probabilities",
           [](const LabelPrediction& of) {
             return array_of(of.table.probabilities, {of.table.ids.size(), of.table.names.size()});
           })
      .def("labels_of", &LabelPrediction::labels_of);
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
