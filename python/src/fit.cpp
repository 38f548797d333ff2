#include <nanobind/stl/function.h>

#include "common.hpp"
#include "themata/io/atomic_file.hpp"

namespace themata::python {

namespace {

using Chain = std::optional<std::uint32_t>;

nb::ndarray<nb::numpy, double> columns_of(const ChainTrace& trace) {
  const std::size_t n = trace.columns.empty() ? 0 : trace.columns.front().size();
  std::vector<double> values;
  values.reserve(trace.columns.size() * n);
  for (const std::vector<double>& column : trace.columns)
    values.insert(values.end(), column.begin(), column.end());
  return array_of(std::move(values), {trace.columns.size(), n});
}

void bind_inputs(nb::module_& module) {
  nb::class_<StartTopics>(module, "StartTopics")
      .def(nb::init<>())
      .def_rw("topics", &StartTopics::topics)
      .def_rw("n_topics", &StartTopics::n_topics)
      .def_rw("weights", &StartTopics::weights)
      .def_rw("seats", &StartTopics::seats)
      .def_rw("hyperparameters", &StartTopics::hyperparameters);
  nb::class_<SeededTopic>(module, "SeededTopic")
      .def(nb::init<>())
      .def_rw("words", &SeededTopic::words)
      .def_rw("name", &SeededTopic::name);
  nb::class_<GivenInputs>(module, "GivenInputs")
      .def(nb::init<>())
      .def_rw("seeds", &GivenInputs::seeds)
      .def_rw("alpha_weights", &GivenInputs::alpha_weights)
      .def_rw("beta_weights", &GivenInputs::beta_weights)
      .def_rw("start", &GivenInputs::start);
  module.def("read_mallet_state", [](const std::string& file, const Collection& collection) {
    return unlocked([&] { return read_mallet_state(file, collection); });
  });
}

void bind_draws(nb::module_& module) {
  nb::class_<KeptDraw>(module, "KeptDraw")
      .def_prop_ro("chain", &KeptDraw::chain)
      .def_prop_ro("sweep", &KeptDraw::sweep)
      .def_prop_ro("n_topics", &KeptDraw::n_topics)
      .def("topics", [](const KeptDraw& draw) { return view_of(draw.topics(), draw); })
      .def(
          "topic_words",
          [](const KeptDraw& draw) { return table_for_python(unlocked([&] { return draw.topic_words(); })); })
      .def("document_topics", [](const KeptDraw& draw) {
        return table_for_python(unlocked([&] { return draw.document_topics(); }));
      });
}

void bind_topics(nb::module_& module) {
  nb::enum_<WordScore>(module, "WordScore")
      .value("prob", WordScore::probability)
      .value("frex", WordScore::frex)
      .value("lift", WordScore::lift)
      .value("score", WordScore::score);
  nb::class_<WordRanking>(module, "WordRanking")
      .def(nb::init<>())
      .def_rw("by", &WordRanking::by)
      .def_rw("exclusivity_weight", &WordRanking::exclusivity_weight)
      .def_rw("n_words", &WordRanking::n_words);
  nb::class_<TopicWord>(module, "TopicWord")
      .def_ro("word", &TopicWord::word)
      .def_ro("probability", &TopicWord::probability)
      .def_ro("score", &TopicWord::score)
      .def_ro("count", &TopicWord::count);
  nb::class_<TopicSummary>(module, "TopicSummary")
      .def_ro("number", &TopicSummary::number)
      .def_ro("name", &TopicSummary::name)
      .def_ro("tokens", &TopicSummary::tokens)
      .def_ro("proportion", &TopicSummary::proportion)
      .def_ro("words", &TopicSummary::words);
}

void bind_reading(nb::class_<Fit>& fit) {
  fit.def(
         "trace",
         [](const Fit& of, Chain chain) {
           const ChainTrace trace = of.trace(chain);
           return nb::typed<nb::tuple, std::vector<std::string>, nb::any, int>(
               nb::make_tuple(trace.names, columns_of(trace), trace.burn_in));
         },
         nb::arg("chain").none())
      .def("kept_sweeps", &Fit::kept_sweeps, nb::arg("chain").none())
      .def(
          "draw",
          [](const Fit& of, std::uint64_t sweep, Chain chain) {
            return unlocked([&] { return of.draw(sweep, chain); });
          },
          nb::arg("sweep"), nb::arg("chain").none())
      .def(
          "topics",
          [](const Fit& of, const WordRanking& ranking, Chain chain) {
            return unlocked([&] { return of.topics(ranking, chain); });
          },
          nb::arg("ranking"), nb::arg("chain").none())
      .def(
          "topic_words",
          [](const Fit& of, Chain chain) {
            return table_for_python(unlocked([&] { return of.topic_words(chain); }));
          },
          nb::arg("chain").none())
      .def(
          "document_topics",
          [](const Fit& of, Chain chain) {
            return table_for_python(unlocked([&] { return of.document_topics(chain); }));
          },
          nb::arg("chain").none())
      .def(
          "start_topics",
          [](const Fit& of, Chain chain) { return unlocked([&] { return of.start_topics(chain); }); },
          nb::arg("chain").none())
      .def(
          "report",
          [](const Fit& of, Chain chain, std::vector<std::string> names,
             std::optional<std::uint64_t> documents, std::optional<Fit> other) {
            const ReportChoices choices{std::move(names), documents, std::move(other)};
            return unlocked([&] { return report(of, chain, choices); });
          },
          nb::arg("chain").none(), nb::arg("names"), nb::arg("documents").none(), nb::arg("other").none())
      .def(
          "export_to",
          [](const Fit& of, const std::string& format, const std::string& file, const ExportOptions& options,
             Chain chain) { unlocked([&] { export_fit(of, format, file, options, chain); }); },
          nb::arg("format"), nb::arg("file"), nb::arg("options"), nb::arg("chain").none());
}

}  // namespace

void bind_fit(nb::module_& module) {
  bind_inputs(module);
  bind_draws(module);
  bind_topics(module);
  nb::enum_<MatrixLayout>(module, "MatrixLayout")
      .value("tsv", MatrixLayout::tsv)
      .value("npy", MatrixLayout::npy)
      .value("mtx", MatrixLayout::mtx);
  nb::class_<ExportOptions>(module, "ExportOptions")
      .def(nb::init<>())
      .def_rw("layout", &ExportOptions::layout)
      .def_rw("n_words", &ExportOptions::n_words);
  module.def("fit_formats", &fit_formats);
  module.def("write_bytes", [](const std::string& file, const nb::bytes& content) {
    const std::string_view bytes(content.c_str(), content.size());
    unlocked([&] { write_file_atomically(Place(file), bytes); });
  });
  nb::class_<Fit> fit(module, "Fit");
  fit.def_static("open",
                 [](const std::string& folder, const std::string& corpus) {
                   return unlocked([&] { return Fit::open(folder, corpus); });
                 })
      .def("save", [](const Fit& of, const std::string& folder) { unlocked([&] { of.save(folder); }); })
      .def("after", &Fit::after)
      .def("collection", [](const Fit& of) { return unlocked([&] { return of.collection(); }); })
      .def("model", &Fit::model)
      .def("version", &Fit::version)
      .def("complete", &Fit::complete)
      .def("settled", &Fit::settled)
      .def("verdict", &Fit::verdict)
      .def("stop_message",
           [](const Fit& of) {
             const std::optional<FitStop> stop = of.stop();
             return stop ? std::optional(stop->message) : std::nullopt;
           })
      .def("chains", &Fit::chains)
      .def("n_topics", &Fit::n_topics, nb::arg("chain").none())
      .def("options", &Fit::options)
      .def("manifest", &Fit::manifest)
      .def("files", [](const Fit& of) { return files_for_python(unlocked([&] { return files_of(of); })); })
      .def_static("of_files", [](const std::map<std::string, nb::bytes>& files) {
        return fit_of(files_for_library(files));
      });
  bind_reading(fit);
}

}  // namespace themata::python
