#include <map>

#include "themata/exports/shared.hpp"

namespace themata {

namespace {

/// Numbers the labels from 1, in byte order. 0 is for a document without a label.
std::map<std::string, std::size_t> number_labels(const std::vector<DocumentRow>& documents) {
  std::map<std::string, std::size_t> numbers;
  for (const DocumentRow& document : documents)
    for (const std::string& label : document.labels) numbers.emplace(label, 0);
  std::size_t next = 0;
  for (auto& [label, number] : numbers) number = ++next;
  return numbers;
}

/// The target column: the labels' numbers separated by commas.
std::string target(const DocumentRow& document, const std::map<std::string, std::size_t>& numbers) {
  std::string text;
  for (const std::string& label : document.labels)
    text.append(text.empty() ? "" : ",").append(std::to_string(numbers.at(label)));
  return text.empty() ? "0" : text;
}

void write_labels_beside(const std::map<std::string, std::size_t>& numbers, const Place& output) {
  if (numbers.empty()) return;
  std::vector<std::string> labels;
  labels.reserve(numbers.size());
  for (const auto& [label, number] : numbers) labels.push_back(label);
  write_lines(labels, output.with_ending(".labels.txt"));
}

}  // namespace

void export_svmlight(const CorpusFolder& corpus, const Place& output) {
  const SparseCounts counts = document_word_counts(corpus.corpus);
  const std::vector<DocumentRow> documents = read_documents(corpus);
  const auto numbers = number_labels(documents);
  write_vocabulary_beside(corpus, output);
  write_labels_beside(numbers, output);
  OutputFile file(output);
  for (std::size_t d = 0; d < counts.n_rows(); ++d) {
    file.write(target(documents[d], numbers));
    print_pairs(file, counts, d, 1);
    file.write("\n");
  }
  file.commit();
}

}  // namespace themata
