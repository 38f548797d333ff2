#include "record.hpp"

namespace themata::python {

namespace {

using Chain = std::optional<std::uint32_t>;

void bind_diagnosis(nb::module_& module) {
  nb::enum_<Outcome>(module, "Outcome")
      .value("agreed", Outcome::agreed)
      .value("nearly", Outcome::nearly)
      .value("disagreed", Outcome::disagreed)
      .value("too_few_draws", Outcome::too_few_draws);
  Record<Diagnosis>(module, "Diagnosis")
      .field("name", &Diagnosis::name)
      .field("mean", &Diagnosis::mean)
      .field("sd", &Diagnosis::sd)
      .field("mcse", &Diagnosis::mcse)
      .field("rhat", &Diagnosis::rhat)
      .field("ess_bulk", &Diagnosis::ess_bulk)
      .field("ess_tail", &Diagnosis::ess_tail)
      .field("inefficiency", &Diagnosis::inefficiency)
      .part(&Diagnosis::obstacle);
  Record<TopicDiagnosis>(module, "TopicDiagnosis")
      .field("proportion", &TopicDiagnosis::proportion)
      .field("distance", &TopicDiagnosis::distance)
      .field("words", &TopicDiagnosis::words);
  Record<ChainWindow>(module, "ChainWindow")
      .field("chain", &ChainWindow::chain)
      .field("first_sweep", &ChainWindow::first_sweep)
      .field("last_sweep", &ChainWindow::last_sweep)
      .field("draws", &ChainWindow::draws)
      .field("left_out", &ChainWindow::left_out);
  Record<Advice>(module, "Advice")
      .field("sweeps", &Advice::sweeps)
      .field("burn_in", &Advice::burn_in)
      .field("several_chains", &Advice::several_chains);
  Record<Judgement>(module, "Judgement")
      .field("outcome", &Judgement::outcome)
      .field("shows", &Judgement::shows)
      .field("does_not_show", &Judgement::does_not_show)
      .field("advice", &Judgement::advice);
  Record<FitDiagnosis>(module, "FitDiagnosis")
      .field("model", &FitDiagnosis::model)
      .field("burn_in", &FitDiagnosis::burn_in)
      .field("sweeps", &FitDiagnosis::sweeps)
      .field("sweeps_a_draw", &FitDiagnosis::sweeps_a_draw)
      .field("chains", &FitDiagnosis::chains)
      .field("quantities", &FitDiagnosis::quantities)
      .field("topic_draws", &FitDiagnosis::topic_draws)
      .field("topics", &FitDiagnosis::topics)
      .field("judgement", &FitDiagnosis::judgement)
      .def("outcome", [](const FitDiagnosis& of) {
        return std::string(name_of(of.judgement.outcome, of.chains.size()));
      });
  module.def(
      "diagnose",
      [](const Fit& fit, std::optional<std::uint64_t> burn_in, std::uint64_t threads) {
        return readable({}, threads, [&](const ReadOptions& read) { return diagnose(fit, burn_in, read); });
      },
      nb::arg("fit"), nb::arg("burn_in").none(), nb::arg("threads"));
}

void bind_comparison(nb::module_& module) {
  nb::enum_<TopicDistance>(module, "TopicDistance")
      .value("hellinger", TopicDistance::hellinger)
      .value("jensen_shannon", TopicDistance::jensen_shannon);
  nb::class_<ComparisonOptions>(module, "ComparisonOptions")
      .def(nb::init<>())
      .def_rw("distance", &ComparisonOptions::distance)
      .def_rw("n_words", &ComparisonOptions::n_words)
      .def_rw("limit", &ComparisonOptions::limit);
  Record<RunOfTopics>(module, "RunOfTopics")
      .field("fit", &RunOfTopics::fit)
      .field("chain", &RunOfTopics::chain)
      .field("model", &RunOfTopics::model)
      .field("sweep", &RunOfTopics::sweep)
      .field("tokens", &RunOfTopics::tokens)
      .part(&RunOfTopics::corpus_hash)
      .field("proportions", &RunOfTopics::proportions)
      .field("top_words", &RunOfTopics::top_words);
  Record<PairedTopic>(module, "PairedTopic")
      .field("topic", &PairedTopic::topic)
      .field("distance", &PairedTopic::distance)
      .field("is_partner", &PairedTopic::is_partner)
      .field("common_words", &PairedTopic::common_words);
  Record<NearestTopic>(module, "NearestTopic").part(&NearestTopic::topic).part(&NearestTopic::distance);
  Record<TopicStability>(module, "TopicStability")
      .field("similarity", &TopicStability::similarity)
      .field("lowest", &TopicStability::lowest)
      .field("words_kept", &TopicStability::words_kept)
      .field("n_partners", &TopicStability::n_partners);
  Record<ComparisonTotals>(module, "ComparisonTotals")
      .field("everywhere", &ComparisonTotals::everywhere)
      .field("nowhere", &ComparisonTotals::nowhere)
      .field("proportion_everywhere", &ComparisonTotals::proportion_everywhere)
      .field("similarity", &ComparisonTotals::similarity)
      .field("words_kept", &ComparisonTotals::words_kept);
  Record<Comparison>(module, "Comparison")
      .field("runs", &Comparison::runs)
      .field("vocabulary", &Comparison::vocabulary)
      .field("limit", &Comparison::limit)
      .field("pairs", &Comparison::pairs)
      .part(&Comparison::nearest)
      .part(&Comparison::nearest_in_first)
      .field("stability", &Comparison::stability)
      .field("without_partner", &Comparison::without_partner)
      .field("totals", &Comparison::totals)
      .def("same_corpus", &Comparison::same_corpus);
  module.def(
      "compare",
      [](const std::vector<Fit>& fits, const ComparisonOptions& options, Chain chain, std::uint64_t threads) {
        return readable(chain, threads,
                        [&](const ReadOptions& read) { return compare(fits, options, read); });
      },
      nb::arg("fits"), nb::arg("options"), nb::arg("chain").none(), nb::arg("threads"));
}

void bind_consensus(nb::module_& module) {
  module.def(
      "consensus",
      [](const std::vector<Fit>& fits, std::optional<double> cut, double least_share,
         const std::string& folder, std::uint64_t threads) {
        return readable(Chain(), threads, [&](const ReadOptions& read) {
          return consensus(fits, {.cut = cut, .least_share = least_share}, folder, read);
        });
      },
      nb::arg("fits"), nb::arg("cut").none(), nb::arg("least_share"), nb::arg("folder"), nb::arg("threads"));
}

void bind_quality(nb::module_& module) {
  nb::enum_<WindowCounts>(module, "WindowCounts")
      .value("exact", WindowCounts::exact)
      .value("gensim", WindowCounts::gensim);
  nb::class_<QualityOptions>(module, "QualityOptions")
      .def(nb::init<>())
      .def_rw("ranking", &QualityOptions::ranking)
      .def_rw("window", &QualityOptions::window)
      .def_rw("counts", &QualityOptions::counts);
  Record<ScoredWord>(module, "ScoredWord")
      .field("type", &ScoredWord::type)
      .field("count", &ScoredWord::count)
      .field("score", &ScoredWord::score);
  Record<TopicQuality>(module, "TopicQuality")
      .field("topic", &TopicQuality::topic)
      .field("name", &TopicQuality::name)
      .field("tokens", &TopicQuality::tokens)
      .field("share", &TopicQuality::share)
      .field("documents", &TopicQuality::documents)
      .field("types", &TopicQuality::types)
      .field("umass", &TopicQuality::umass)
      .field("npmi", &TopicQuality::npmi)
      .field("cv", &TopicQuality::cv)
      .field("exclusivity", &TopicQuality::exclusivity)
      .field("words_in_reference", &TopicQuality::words_in_reference)
      .field("words", &TopicQuality::words);
  Record<TopicMean>(module, "TopicMean")
      .field("value", &TopicMean::value)
      .field("topics", &TopicMean::topics);
  Record<Diversity>(module, "Diversity").field("words", &Diversity::words).field("share", &Diversity::share);
  Record<Sparsity>(module, "Sparsity")
      .field("types_a_topic", &Sparsity::types_a_topic)
      .field("documents_a_topic", &Sparsity::documents_a_topic)
      .field("topics_a_document", &Sparsity::topics_a_document)
      .field("topics_a_type", &Sparsity::topics_a_type);
  Record<FitQuality>(module, "FitQuality")
      .field("topics", &FitQuality::topics)
      .field("umass", &FitQuality::umass)
      .field("npmi", &FitQuality::npmi)
      .field("cv", &FitQuality::cv)
      .field("exclusivity", &FitQuality::exclusivity)
      .field("diversity", &FitQuality::diversity)
      .field("effective_topics", &FitQuality::effective_topics)
      .field("sparsity", &FitQuality::sparsity)
      .field("npmi_window", &FitQuality::npmi_window)
      .field("cv_window", &FitQuality::cv_window)
      .field("words", &FitQuality::words)
      .field("words_in_reference", &FitQuality::words_in_reference);
  module.def(
      "quality",
      [](const Fit& fit, const std::optional<Collection>& reference, const QualityOptions& options,
         Chain chain, std::uint64_t threads) {
        return readable(chain, threads, [&](const ReadOptions& read) {
          return reference ? evaluate(fit, *reference, options, read) : evaluate(fit, options, read);
        });
      },
      nb::arg("fit"), nb::arg("reference").none(), nb::arg("options"), nb::arg("chain").none(),
      nb::arg("threads"));
}

void bind_held_out(nb::module_& module) {
  nb::enum_<HeldOutMethod>(module, "HeldOutMethod")
      .value("completion", HeldOutMethod::completion)
      .value("left_to_right", HeldOutMethod::left_to_right);
  Record<GibbsLength>(module, "GibbsLength")
      .option("sweeps", &GibbsLength::sweeps)
      .option("skip", &GibbsLength::skip)
      .def(nb::init<>());
  nb::class_<Particles>(module, "Particles")
      .def(nb::init<>())
      .def_rw("particles", &Particles::particles)
      .def_rw("redraws", &Particles::redraws);
  nb::class_<HeldOutOptions>(module, "HeldOutOptions")
      .def(nb::init<>())
      .def_rw("method", &HeldOutOptions::method)
      .def_rw("seen", &HeldOutOptions::seen)
      .def_rw("draws", &HeldOutOptions::draws)
      .def_rw("length", &HeldOutOptions::length)
      .def_rw("particles", &HeldOutOptions::particles)
      .def_rw("seed", &HeldOutOptions::seed);
  Record<DocumentScore>(module, "DocumentScore")
      .field("scored", &DocumentScore::scored)
      .field("seen", &DocumentScore::seen)
      .field("unknown", &DocumentScore::unknown)
      .field("log_p", &DocumentScore::log_p)
      .field("error", &DocumentScore::error);
  Record<HeldOutScore>(module, "HeldOutScore")
      .field("documents", &HeldOutScore::documents)
      .field("scored", &HeldOutScore::scored)
      .field("seen", &HeldOutScore::seen)
      .field("unknown", &HeldOutScore::unknown)
      .field("draws", &HeldOutScore::draws)
      .field("kept", &HeldOutScore::kept)
      .field("runs", &HeldOutScore::runs)
      .field("length", &HeldOutScore::length)
      .field("log_p", &HeldOutScore::log_p)
      .field("error", &HeldOutScore::error)
      .field("draw_error", &HeldOutScore::draw_error)
      .def("per_word", &HeldOutScore::per_word)
      .def("error_per_word", &HeldOutScore::error_per_word)
      .def("draw_error_per_word", &HeldOutScore::draw_error_per_word)
      .def("perplexity", &HeldOutScore::perplexity)
      .def("perplexity_error", &HeldOutScore::perplexity_error);
  module.def(
      "held_out",
      [](const Fit& fit, const Collection& documents, const HeldOutOptions& options, Chain chain,
         std::uint64_t threads) {
        return readable(chain, threads,
                        [&](const ReadOptions& read) { return held_out(fit, documents, options, read); });
      },
      nb::arg("fit"), nb::arg("documents"), nb::arg("options"), nb::arg("chain").none(), nb::arg("threads"));
  Record<FoldScore>(module, "FoldScore")
      .field("documents", &FoldScore::documents)
      .field("score", &FoldScore::score);
  Record<FoldsMean>(module, "FoldsMean")
      .field("per_word", &FoldsMean::per_word)
      .field("error", &FoldsMean::error);
  Record<CrossValidation>(module, "CrossValidation")
      .field("folds", &CrossValidation::folds)
      .field("complete", &CrossValidation::complete)
      .field("mean", &CrossValidation::mean);
  module.def("cross_validate",
             [](const Fit& fit, std::uint64_t folds, const HeldOutOptions& options, std::uint64_t threads) {
               return watched([&](const std::function<bool()>& stop) {
                 return cross_validate(fit, {.folds = folds, .held_out = options, .threads = threads},
                                       Observer{.go_on = [&stop] { return !stop(); }});
               });
             });
}

void bind_sweep(nb::module_& module) {
  nb::class_<Sweep>(module, "Sweep")
      .def(nb::init<>())
      .def_rw("axes", &Sweep::axes)
      .def_rw("options", &Sweep::options)
      .def_rw("held_out", &Sweep::held_out)
      .def_rw("split_seed", &Sweep::split_seed)
      .def_rw("threads", &Sweep::threads)
      .def_rw("part", &Sweep::part)
      .def_rw("parts", &Sweep::parts);
  nb::class_<SweptFit>(module, "SweptFit")
      .def_ro("name", &SweptFit::name)
      .def_ro("options", &SweptFit::options)
      .def_ro("fit", &SweptFit::fit)
      .def_ro("topics", &SweptFit::topics)
      .def_ro("per_word", &SweptFit::per_word)
      .def_ro("mc_error", &SweptFit::mc_error)
      .def_ro("draw_error", &SweptFit::draw_error)
      .def_ro("npmi", &SweptFit::npmi)
      .def_ro("exclusivity", &SweptFit::exclusivity)
      .def_ro("stability", &SweptFit::stability)
      .def_ro("log_posterior", &SweptFit::log_posterior)
      .def_ro("seconds", &SweptFit::seconds);
  nb::class_<SweepResult>(module, "SweepResult")
      .def_ro("fits", &SweepResult::fits)
      .def_ro("complete", &SweepResult::complete)
      .def_ro("awaits_others", &SweepResult::awaits_others)
      .def_ro("failed", &SweepResult::failed);
  module.def(
      "sweep",
      [](const Collection& collection, const Sweep& grid, const std::optional<std::string>& folder) {
        return watched([&](const std::function<bool()>& stop) {
          GridWatch watch;
          watch.should_stop = stop;
          return folder ? sweep_into(*folder, collection, grid, watch) : sweep(collection, grid, watch);
        });
      },
      nb::arg("collection"), nb::arg("grid"), nb::arg("folder").none());
}

}  // namespace

void bind_evaluation(nb::module_& module) {
  bind_diagnosis(module);
  bind_comparison(module);
  bind_consensus(module);
  bind_quality(module);
  bind_held_out(module);
  bind_sweep(module);
}

}  // namespace themata::python
