#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "themata/corpus/draft.hpp"
#include "themata/corpus/metadata_join.hpp"
#include "themata/corpus/read/bag.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

/// For a bag with a vocabulary: takes all words of the vocabulary, in its order.
void take_vocabulary(read::BagOfWords& bag, Draft& draft) {
  draft.words = std::move(bag.vocabulary);
  const auto first = static_cast<std::uint32_t>(bag.first_number);
  for (std::size_t i = 0; first > 0 && i < draft.tokens.size(); ++i) draft.tokens[i] -= first;
}

/// Without a vocabulary, the word numbers that occur are the words, in ascending order.
void number_words(Draft& draft) {
  std::vector<std::uint32_t> new_id;
  for (std::size_t i = 0; i < draft.tokens.size(); ++i) {
    const std::uint32_t number = draft.tokens[i];
    if (number >= new_id.size()) new_id.resize(std::size_t{number} + 1, none);
    new_id[number] = 0;
  }
  for (std::size_t number = 0; number < new_id.size(); ++number) {
    if (new_id[number] == none) continue;
    new_id[number] = static_cast<std::uint32_t>(draft.words.size());
    draft.words.push_back(std::to_string(number));
  }
  for (std::size_t i = 0; i < draft.tokens.size(); ++i) draft.tokens[i] = new_id[draft.tokens[i]];
}

/// The ids of the documents of a bag; none if they are not given.
std::vector<std::string> ids_of(const ImportOptions& options, std::size_t n_documents) {
  if (options.ids.empty()) return {};
  std::vector<std::string> ids = read::read_names(options.ids, options.encoding, "one id per line");
  if (ids.size() != n_documents)
    throw InputError(options.ids, 0,
                     InputFault{fmt::format("has {}", count_of(ids.size(), "line")),
                                fmt::format("one for each of {}", count_of(n_documents, "document"))});
  return ids;
}

void add_rows(read::BagOfWords& bag, const LabelRules& rules, const ImportOptions& options, Draft& draft) {
  const std::string file = options.files.front() == "-" ? "standard input" : options.files.front();
  const std::vector<std::string> ids = ids_of(options, draft.n_documents());
  std::optional<MetadataTable> table;
  std::optional<JoinTally> tally;
  if (!options.metadata.path.empty()) tally.emplace(table.emplace(options), options);
  for (std::size_t d = 0; d < draft.n_documents(); ++d) {
    read::RawDocument document;
    if (!ids.empty()) document.id = ids[d];
    if (!bag.labels.empty()) document.labels = std::move(bag.labels[d]);
    if (table) tally->add(look_up(*table, d + 1, document));
    for (std::string& label : document.labels) {
      label = in_nfc(label);
      if (const auto fault = rules.find_fault(label))
        throw InputError(file, 0,
                         InputFault{fmt::format("document {}: {}", d + 1, fault->problem), fault->expected});
    }
    draft.list.ancestors += rules.drop_ancestors(document.labels);
    draft.list.add(
        {.id = document.id, .row = d + 1, .labels = document.labels, .metadata = document.metadata});
  }
  if (tally) tally->finish(draft);
}

}  // namespace

void count_types(Draft& draft) {
  draft.counts.resize(draft.words.size());
  std::vector<std::uint64_t> last_document(draft.words.size(), 0);
  for (std::size_t d = 0; d < draft.n_documents(); ++d) {
    for (std::uint64_t i = draft.offsets[d]; i < draft.offsets[d + 1]; ++i) {
      const std::uint32_t v = draft.tokens[i];
      ++draft.counts[v].tokens;
      if (last_document[v] != d + 1) ++draft.counts[v].documents;
      last_document[v] = d + 1;
    }
  }
}

Draft draft_from_counts(const ImportOptions& options, const LabelRules& labels) {
  read::BagOfWords bag = read::read_bag(options);
  Draft draft;
  draft.order = TypeOrder::as_given;
  draft.tokens = std::move(bag.tokens);
  draft.offsets = std::move(bag.offsets);
  draft.dropped.assign(draft.n_documents(), had_text);
  if (bag.vocabulary.empty())
    number_words(draft);
  else
    take_vocabulary(bag, draft);
  count_types(draft);
  draft.notes = std::move(bag.notes);
  draft.warnings = std::move(bag.warnings);
  if (options.words_of_counts) judge_words(draft, *options.words_of_counts);
  add_rows(bag, labels, options, draft);
  return draft;
}

}  // namespace themata
