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
  std::size_t most = 0;  ///< documents of a topic, at most
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

/// About how many bytes a document's text or words take in the page, at most.
std::size_t about_bytes(const ReportSource& source, std::size_t d);

/// The entries of the page's documents without their texts or words.
nlohmann::json documents_json(const ReportSource& source, const DocumentChoice& choice,
                              const std::vector<DocumentRow>& rows, const KeptSummary& kept);

/// The page's documents, and what the kept draws say of them.
struct KeptDocuments {
  const DocumentChoice& choice;
  const KeptSummary& kept;
};

/// Adds texts or words to the entries, of sampled documents first, as far as the page has room.
/// @param words  numbers the word types that are mentioned
/// @param room  bytes; of sampled documents all get theirs if their number was given
/// @returns how many have none
std::size_t add_contents(nlohmann::json& entries, const ReportSource& source, const KeptDocuments& of,
                         Mentions& words, std::size_t room);

/// The entry of any one document, as a sampled one has it; "words" have texts in place of numbers.
nlohmann::json document_json(const ReportSource& source, const KeptDraws& draws, std::size_t d,
                             const DocumentRow& row);

}  // namespace themata::report_parts
