#include <fmt/core.h>

#include "themata/exports/shared.hpp"
#include "themata/io/error.hpp"

namespace themata {

namespace {

[[noreturn]] void refuse(const std::string& needs) {
  throw UsageError(OptionFault{"format", "theta-draws", "another one; it needs " + needs});
}

}  // namespace

void export_theta_draws(const ShownFit& shown, const Place& output) {
  if (shown.draw.finds_topics())
    refuse("a model whose topics stay the same: those of " + shown.fit.model() +
           " come and go, so a number means another topic in another draw");
  const std::vector<std::uint64_t> sweeps = shown.fit.kept_sweeps(shown.draw.chain);
  if (sweeps.empty() && shown.fit.status() != "complete")
    refuse("draws, which this fit has not kept yet; resume it");
  if (sweeps.empty()) refuse("draws, of which this fit kept none: " + shown.fit.why_no_draws());
  const std::size_t n_documents = shown.corpus.corpus.n_documents();
  std::vector<std::string> lines;
  lines.reserve(sweeps.size());
  for (const std::uint64_t sweep : sweeps) lines.push_back(std::to_string(sweep));
  write_ids_beside(shown, output);
  write_lines(lines, output.with_ending(".sweeps.txt"));
  OutputFile file(output);
  write_npy_header_f32(file, {sweeps.size(), n_documents, shown.draw.n_topics()});
  for (const std::uint64_t sweep : sweeps) {
    const Draw draw = drawn_beside(shown, sweep);
    write_theta_rows(file, *draw.model->proportions({shown.corpus.corpus, draw.z, shown.given}), n_documents);
  }
  file.commit();
}

}  // namespace themata
