#include "opened_fits.hpp"

#include <fmt/core.h>

#include <utility>

#include "themata/diagnose/later_burn_in.hpp"
#include "themata/diagnose/verdict.hpp"
#include "themata/run/lock.hpp"
#include "themata/store/moved_corpus.hpp"
#include "themata/store/topic_names.hpp"

namespace themata::cli {

void add_corpus(CLI::App& subcommand, std::string& corpus) {
  subcommand.add_option("--corpus", corpus, "Where the fit's corpus now is, if it was moved")
      ->type_name("PATH");
}

FitFolder with_corpus(FitFolder fit, const std::string& corpus) {
  if (!corpus.empty()) use_corpus(fit, corpus);
  return fit;
}

std::vector<FitFolder> with_corpus(std::vector<FitFolder> fits, const std::string& corpus) {
  if (corpus.empty()) return fits;
  bool is_of_one = false;
  for (FitFolder& fit : fits)
    if (is_corpus_of(fit, corpus)) {
      use_corpus(fit, corpus);
      is_of_one = true;
    }
  if (!is_of_one) use_corpus(fits.front(), corpus);  // says that it is not
  return fits;
}

std::string status_now(const FitFolder& fit) {
  const std::string status = fit.status();
  return status == "running" && !is_locked(fit.path.path()) ? "interrupted" : status;
}

void warn_of_unsettled(const FitFolder& fit) {
  if (fit.status() != "complete")
    fmt::print(stderr, "themata: warning: {}: the fit {}; whether it has settled is judged at its end\n",
               fit.path.string(), status_now(fit) == "running" ? "still runs" : "was interrupted");
  else if (is_unsettled(fit))
    fmt::print(stderr, "themata: warning: {}\n", verdict_text(fit));
}

void warn_of_doubts(const FitFolder& fit) {
  warn_of_unsettled(fit);
  const std::string unclear = unclear_text(fit);
  if (fit.status() == "complete" && !is_unsettled(fit) && !unclear.empty())
    fmt::print(stderr, "themata: warning: {}\n", unclear);
}

ShownFit open_chosen(const ChosenFit& fit) {
  FitFolder folder = with_corpus(open_fit_after(fit.folder, fit.burn_in), fit.corpus);
  return with_names(open_shown_fit(std::move(folder), fit.chain), fit.names);
}

std::vector<RunChoice> open_runs(const std::vector<std::string>& fits, const std::string& corpus,
                                 std::optional<std::uint32_t> chain) {
  std::vector<FitFolder> opened;
  opened.reserve(fits.size());
  for (const std::string& fit : fits) opened.push_back(open_fit(fit));
  std::vector<RunChoice> runs;
  for (FitFolder& fit : with_corpus(std::move(opened), corpus)) {
    warn_of_unsettled(fit);
    runs.push_back({std::move(fit), chain});
  }
  return runs;
}

}  // namespace themata::cli
