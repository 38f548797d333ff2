#include "common.hpp"

namespace themata::python {

namespace {

using Chain = std::optional<std::uint32_t>;

void bind_diagnosis(nb::module_& module) {
  nb::enum_<Outcome>(module, "Outcome")
      .value("agreed", Outcome::agreed)
      .value("nearly", Outcome::nearly)
      .value("disagreed", Outcome::disagreed)
      .value("too_few_draws", Outcome::too_few_draws);
  nb::class_<Diagnosis>(module, "Diagnosis")
      .def_ro("name", &Diagnosis::name)
      .def_ro("mean", &Diagnosis::mean)
      .def_ro("sd", &Diagnosis::sd)
      .def_ro("mcse", &Diagnosis::mcse)
      .def_ro("rhat", &Diagnosis::rhat)
      .def_ro("ess_bulk", &Diagnosis::ess_bulk)
      .def_ro("ess_tail", &Diagnosis::ess_tail)
      .def_ro("inefficiency", &Diagnosis::inefficiency);
  nb::class_<TopicDiagnosis>(module, "TopicDiagnosis")
      .def_ro("proportion", &TopicDiagnosis::proportion)
      .def_ro("distance", &TopicDiagnosis::distance)
      .def_ro("words", &TopicDiagnosis::words);
  nb::class_<ChainWindow>(module, "ChainWindow")
      .def_ro("chain", &ChainWindow::chain)
      .def_ro("first_sweep", &ChainWindow::first_sweep)
      .def_ro("last_sweep", &ChainWindow::last_sweep)
      .def_ro("draws", &ChainWindow::draws)
      .def_ro("left_out", &ChainWindow::left_out);
  nb::class_<Advice>(module, "Advice")
      .def_ro("sweeps", &Advice::sweeps)
      .def_ro("burn_in", &Advice::burn_in)
      .def_ro("several_chains", &Advice::several_chains);
  nb::class_<Judgement>(module, "Judgement")
      .def_ro("outcome", &Judgement::outcome)
      .def_ro("shows", &Judgement::shows)
      .def_ro("does_not_show", &Judgement::does_not_show)
      .def_ro("advice", &Judgement::advice);
  nb::class_<FitDiagnosis>(module, "FitDiagnosis")
      .def_ro("model", &FitDiagnosis::model)
      .def_ro("burn_in", &FitDiagnosis::burn_in)
      .def_ro("sweeps", &FitDiagnosis::sweeps)
      .def_ro("sweeps_a_draw", &FitDiagnosis::sweeps_a_draw)
      .def_ro("chains", &FitDiagnosis::chains)
      .def_ro("quantities", &FitDiagnosis::quantities)
      .def_ro("topic_draws", &FitDiagnosis::topic_draws)
      .def_ro("topics", &FitDiagnosis::topics)
      .def_ro("judgement", &FitDiagnosis::judgement)
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
  nb::class_<RunOfTopics>(module, "RunOfTopics")
      .def_ro("fit", &RunOfTopics::fit)
      .def_ro("chain", &RunOfTopics::chain)
      .def_ro("model", &RunOfTopics::model)
      .def_ro("sweep", &RunOfTopics::sweep)
      .def_ro("tokens", &RunOfTopics::tokens)
      .def_ro("proportions", &RunOfTopics::proportions)
      .def_ro("top_words", &RunOfTopics::top_words);
  nb::class_<PairedTopic>(module, "PairedTopic")
      .def_ro("topic", &PairedTopic::topic)
      .def_ro("distance", &PairedTopic::distance)
      .def_ro("is_partner", &PairedTopic::is_partner)
      .def_ro("common_words", &PairedTopic::common_words);
  nb::class_<TopicStability>(module, "TopicStability")
      .def_ro("similarity", &TopicStability::similarity)
      .def_ro("lowest", &TopicStability::lowest)
      .def_ro("words_kept", &TopicStability::words_kept)
      .def_ro("n_partners", &TopicStability::n_partners);
  nb::class_<ComparisonTotals>(module, "ComparisonTotals")
      .def_ro("everywhere", &ComparisonTotals::everywhere)
      .def_ro("nowhere", &ComparisonTotals::nowhere)
      .def_ro("proportion_everywhere", &ComparisonTotals::proportion_everywhere)
      .def_ro("similarity", &ComparisonTotals::similarity)
      .def_ro("words_kept", &ComparisonTotals::words_kept);
  nb::class_<Comparison>(module, "Comparison")
      .def_ro("runs", &Comparison::runs)
      .def_ro("vocabulary", &Comparison::vocabulary)
      .def_ro("limit", &Comparison::limit)
      .def_ro("pairs", &Comparison::pairs)
      .def_ro("stability", &Comparison::stability)
      .def_ro("without_partner", &Comparison::without_partner)
      .def_ro("totals", &Comparison::totals)
      .def("same_corpus", &Comparison::same_corpus);
  module.def(
      "compare",
      [](const std::vector<Fit>& fits, const ComparisonOptions& options, Chain chain, std::uint64_t threads) {
        return readable(chain, threads,
                        [&](const ReadOptions& read) { return compare(fits, options, read); });
      },
      nb::arg("fits"), nb::arg("options"), nb::arg("chain").none(), nb::arg("threads"));
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
  nb::class_<ScoredWord>(module, "ScoredWord")
      .def_ro("type", &ScoredWord::type)
      .def_ro("count", &ScoredWord::count)
      .def_ro("score", &ScoredWord::score);
  nb::class_<TopicQuality>(module, "TopicQuality")
      .def_ro("topic", &TopicQuality::topic)
      .def_ro("name", &TopicQuality::name)
      .def_ro("tokens", &TopicQuality::tokens)
      .def_ro("share", &TopicQuality::share)
      .def_ro("documents", &TopicQuality::documents)
      .def_ro("types", &TopicQuality::types)
      .def_ro("umass", &TopicQuality::umass)
      .def_ro("npmi", &TopicQuality::npmi)
      .def_ro("cv", &TopicQuality::cv)
      .def_ro("exclusivity", &TopicQuality::exclusivity)
      .def_ro("words_in_reference", &TopicQuality::words_in_reference)
      .def_ro("words", &TopicQuality::words);
  nb::class_<TopicMean>(module, "TopicMean")
      .def_ro("value", &TopicMean::value)
      .def_ro("topics", &TopicMean::topics);
  nb::class_<Diversity>(module, "Diversity")
      .def_ro("words", &Diversity::words)
      .def_ro("share", &Diversity::share);
  nb::class_<Sparsity>(module, "Sparsity")
      .def_ro("types_a_topic", &Sparsity::types_a_topic)
      .def_ro("documents_a_topic", &Sparsity::documents_a_topic)
      .def_ro("topics_a_document", &Sparsity::topics_a_document)
      .def_ro("topics_a_type", &Sparsity::topics_a_type);
  nb::class_<FitQuality>(module, "FitQuality")
      .def_ro("topics", &FitQuality::topics)
      .def_ro("umass", &FitQuality::umass)
      .def_ro("npmi", &FitQuality::npmi)
      .def_ro("cv", &FitQuality::cv)
      .def_ro("exclusivity", &FitQuality::exclusivity)
      .def_ro("diversity", &FitQuality::diversity)
      .def_ro("effective_topics", &FitQuality::effective_topics)
      .def_ro("sparsity", &FitQuality::sparsity)
      .def_ro("npmi_window", &FitQuality::npmi_window)
      .def_ro("cv_window", &FitQuality::cv_window)
      .def_ro("words", &FitQuality::words)
      .def_ro("words_in_reference", &FitQuality::words_in_reference);
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
  nb::class_<GibbsLength>(module, "GibbsLength")
      .def(nb::init<>())
      .def_rw("sweeps", &GibbsLength::sweeps)
      .def_rw("skip", &GibbsLength::skip);
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
  nb::class_<DocumentScore>(module, "DocumentScore")
      .def_ro("scored", &DocumentScore::scored)
      .def_ro("seen", &DocumentScore::seen)
      .def_ro("unknown", &DocumentScore::unknown)
      .def_ro("log_p", &DocumentScore::log_p)
      .def_ro("error", &DocumentScore::error);
  nb::class_<HeldOutScore>(module, "HeldOutScore")
      .def_ro("documents", &HeldOutScore::documents)
      .def_ro("scored", &HeldOutScore::scored)
      .def_ro("seen", &HeldOutScore::seen)
      .def_ro("unknown", &HeldOutScore::unknown)
      .def_ro("draws", &HeldOutScore::draws)
      .def_ro("kept", &HeldOutScore::kept)
      .def_ro("runs", &HeldOutScore::runs)
      .def_ro("length", &HeldOutScore::length)
      .def_ro("log_p", &HeldOutScore::log_p)
      .def_ro("error", &HeldOutScore::error)
      .def_ro("draw_error", &HeldOutScore::draw_error)
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
  nb::class_<FoldScore>(module, "FoldScore")
      .def_ro("documents", &FoldScore::documents)
      .def_ro("score", &FoldScore::score);
  nb::class_<FoldsMean>(module, "FoldsMean")
      .def_ro("per_word", &FoldsMean::per_word)
      .def_ro("error", &FoldsMean::error);
  nb::class_<CrossValidation>(module, "CrossValidation")
      .def_ro("folds", &CrossValidation::folds)
      .def_ro("complete", &CrossValidation::complete)
      .def_ro("mean", &CrossValidation::mean);
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
  bind_quality(module);
  bind_held_out(module);
  bind_sweep(module);
}

}  // namespace themata::python
