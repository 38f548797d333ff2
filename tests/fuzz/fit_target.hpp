#pragma once

#include "fuzz/folders.hpp"
#include "themata/diagnose/fit_diagnosis.hpp"
#include "themata/diagnose/inefficiency.hpp"
#include "themata/evaluate/topic_table.hpp"
#include "themata/predict/fit_draws.hpp"
#include "themata/store/fit_folder.hpp"
#include "themata/store/monitored_file.hpp"

namespace themata::fuzz {

/// Every state that the folder has.
inline bool read_states(const FitFolder& fit, std::uint32_t chain) {
  const bool draws = succeeds([&] {
    for (const std::uint64_t sweep : fit.kept_sweeps(chain))
      require(!fit.draw(chain, sweep).model->find_fault().has_value());
  });
  const bool last = succeeds([&] { by_size(fit.checkpoint(chain)); });
  const bool trace = succeeds([&] { fit.trace(chain); });
  const bool monitored = succeeds([&] {
    const nlohmann::json& corpus = fit.manifest.at("corpus");
    read_monitored(monitored_path(fit.path, chain),
                   read_monitored_choice(monitored_choice_path(fit.path, chain), corpus.at("types"),
                                         corpus.at("documents")));
    inefficiency_summaries(fit, chain);
  });
  return draws && last && trace && monitored;
}

inline bool show_fit(const FitFolder& fit) {
  return succeeds([&] {
    const ShownFit shown = open_shown_fit(fit, std::nullopt);
    const std::size_t topics = shown.draw.n_topics();
    const SparseCounts counts = topic_word_counts({shown.corpus.corpus, shown.draw.z, topics});
    const WordScores scores(counts, shown.draw.model->topic_words(), shown.given.word_prior);
    const auto rows = topic_rows(scores, WordRanking{}, shown.given.topic_names);
    require(rows.size() == topics && !topic_table_tsv(rows, shown.corpus.vocabulary).empty());
    const auto proportions = shown.draw.model->proportions(shown.context());
    std::vector<double> theta(topics);
    for (std::size_t d = 0; d < shown.corpus.corpus.n_documents(); ++d) proportions->row(d, theta);
    for (const std::uint64_t sweep : fit.kept_sweeps(shown.draw.chain)) drawn_beside(shown, sweep);
  });
}

inline bool predict_with(const FitFolder& fit, Pool& pool) {
  return succeeds([&] {
    const FitDraws draws(fit, std::nullopt, DrawUse::every);
    if (!draws.shown().given.covariates.empty()) return;
    const std::uint32_t types[] = {0, 1};
    for (std::size_t s = 0; s < draws.size(); ++s) {
      Stream stream({1}, Purpose::infer, 0, 0);
      draws.predictor(s, types, pool)->draw_proportions(types, {.sweeps = 4, .skip = 2}, stream);
    }
  });
}

/// Goes on for some sweeps, whatever the manifest asks for.
inline bool resume_for_a_while(const Place& folder) {
  return succeeds([&] {
    int left = 3;
    FitWatch watch;
    watch.should_stop = [&left] { return --left < 0; };
    watch.failed = [](const ResourceError&) {};
    ResumeChanges changes;
    changes.sweeps = 18;
    changes.threads = 1;
    resume_fit(folder, changes, watch);
  });
}

/// What the readers of a fit folder are: each execution of the fuzzer runs one of them.
enum class FitUse { states, topics, diagnosis, prediction, resume };
inline constexpr unsigned n_fit_uses = 5;

inline bool use_fit(const Place& folder, FitUse use) {
  bool done = false;
  const bool opened = succeeds([&] {
    const FitFolder fit = open_fit(folder);
    Pool pool(1);
    switch (use) {
      case FitUse::states:
        done = true;
        for (const std::uint32_t chain : fit.chains()) done = read_states(fit, chain) && done;
        break;
      case FitUse::topics:
        done = show_fit(fit);
        break;
      case FitUse::diagnosis:
        done = succeeds([&] { diagnose_fit(fit, {}, pool); });
        break;
      case FitUse::prediction:
        done = predict_with(fit, pool);
        break;
      case FitUse::resume:
        done = resume_for_a_while(folder);
        break;
    }
  });
  return opened && done;
}

/// Uses a fit folder of which one file is changed: the first byte says what for, the second which fit.
/// @returns whether that can be done
inline bool use_changed_fit(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const auto use = static_cast<FitUse>(bytes.byte() % n_fit_uses);
  const std::vector<BaseFolder>& bases = base_fits();
  const BaseFolder& base = bases[bytes.byte() % bases.size()];
  return use_fit(changed_folder(base, bytes), use);
}

}  // namespace themata::fuzz
