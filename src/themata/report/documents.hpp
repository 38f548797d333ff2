#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "themata/report/fields.hpp"
#include "themata/report/kept_draws.hpp"
#include "themata/report/report_source.hpp"

namespace themata::report_parts {

/// A document with a large proportion of a topic.
struct TopicDocument {
  std::size_t document;
  double share;
  std::int32_t tokens;
};

/// The documents with the largest proportions of each topic, and the number of documents that have it.
struct TopicDocuments {
  std::vector<std::vector<TopicDocument>> top;  ///< best first
  std::vector<std::size_t> n_documents;
};

TopicDocuments find_topic_documents(const ReportSource& source);

/// The documents of the page: those that lead a topic, in the order of topics, then the sampled ones.
struct DocumentChoice {
  std::vector<PageDocument> documents;
  std::vector<std::vector<std::size_t>> places;  ///< by topic and place in its top: index into documents
  bool has_all = false;
  std::size_t n_sampled = 0;  ///< that were drawn, those that lead a topic included
};

/// A document as a sampled one is shown.
PageDocument sampled_document(const ReportSource& source, std::size_t d);

DocumentChoice choose_documents(const ReportSource& source, const TopicDocuments& found);

/// What the corpus folder says of documents.
struct PageRows {
  std::vector<DocumentRow> of_page;  ///< beside DocumentChoice::documents
  std::vector<FieldGroups> fields;
};

PageRows read_rows(const ReportSource& source, const DocumentChoice& choice);

/// @param words  numbers the word types that are mentioned
nlohmann::json documents_json(const ReportSource& source, const DocumentChoice& choice,
                              const std::vector<DocumentRow>& rows, const KeptSummary& kept, Mentions& words);

/// The entry of any one document, as a sampled one has it; "words" have texts in place of numbers.
nlohmann::json document_json(const ReportSource& source, const KeptDraws& draws, std::size_t d,
                             const DocumentRow& row);

}  // namespace themata::report_parts
