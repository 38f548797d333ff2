#include <fmt/core.h>

#include <map>

#include "themata/exports/exports.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"

namespace themata {

namespace {

using FitExport = void (*)(const ShownFit&, const ExportOptions&, const Place&);

const std::map<std::string, FitExport, std::less<>>& fit_exports() {
  static const std::map<std::string, FitExport, std::less<>> table{
      {"mallet-state", [](const ShownFit& fit, const ExportOptions&,
                          const Place& output) { export_mallet_state(fit, output); }},
      {"topic-keys", [](const ShownFit& fit, const ExportOptions& options,
                        const Place& output) { export_topic_keys(fit, output, options.n_words); }},
      {"doc-topics", [](const ShownFit& fit, const ExportOptions& options,
                        const Place& output) { export_doc_topics(fit, output, options.layout); }},
      {"theta-draws", [](const ShownFit& fit, const ExportOptions&,
                         const Place& output) { export_theta_draws(fit, output); }},
      {"draws", [](const ShownFit& fit, const ExportOptions& options,
                   const Place& output) { export_draws(fit, output, options.chain); }},
      {"coefficients", [](const ShownFit& fit, const ExportOptions&,
                          const Place& output) { export_coefficients(fit, output); }},
      {"topic-words", [](const ShownFit& fit, const ExportOptions& options,
                         const Place& output) { export_topic_words(fit, output, options.layout); }},
      {"label-words", [](const ShownFit& fit, const ExportOptions& options,
                         const Place& output) { export_label_words(fit, output, options.labels); }},
      {"label-variances", [](const ShownFit& fit, const ExportOptions&, const Place& output) {
         export_label_variances(fit, output);
       }}};
  return table;
}

using CorpusExport = void (*)(const CorpusFolder&, const Place&);

const std::map<std::string, CorpusExport, std::less<>>& corpus_exports() {
  static const std::map<std::string, CorpusExport, std::less<>> table{
      {"mallet", export_mallet_lines},
      {"ldac", export_ldac},
      {"uci", export_uci},
      {"svmlight", export_svmlight},
      {"matrix-market", export_matrix_market}};
  return table;
}

template <class Table>
std::vector<std::string> names_of(const Table& table) {
  std::vector<std::string> names;
  names.reserve(table.size());
  for (const auto& [name, function] : table) names.push_back(name);
  return names;
}

template <class Table>
auto function_of(const Table& table, std::string_view format) {
  const auto found = table.find(format);
  if (found == table.end())
    throw UsageError(
        OptionFault{"format", std::string(format), fmt::format("one of {}", listed(names_of(table), ", "))});
  return found->second;
}

}  // namespace

const std::vector<std::string>& fit_formats() {
  static const std::vector<std::string> names = names_of(fit_exports());
  return names;
}

const std::vector<std::string>& corpus_formats() {
  static const std::vector<std::string> names = names_of(corpus_exports());
  return names;
}

void export_fit(const ShownFit& shown, std::string_view format, const ExportOptions& options,
                const Place& output) {
  function_of(fit_exports(), format)(shown, options, output);
}

void export_corpus(const CorpusFolder& corpus, std::string_view format, const Place& output) {
  function_of(corpus_exports(), format)(corpus, output);
}

std::size_t documents_left_out(const ShownFit& shown, std::string_view format) {
  return format == "mallet-state" ? count_empty(shown.corpus.corpus) : 0;
}

}  // namespace themata
