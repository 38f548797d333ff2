#include <fmt/core.h>

#include <algorithm>

#include "themata/corpus/draft.hpp"
#include "themata/corpus/read/bag.hpp"
#include "themata/io/error.hpp"

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

void add_rows(read::BagOfWords& bag, const LabelRules& rules, const std::string& file, Draft& draft) {
  for (std::size_t d = 0; d < draft.n_documents(); ++d) {
    std::vector<std::string> labels =
        bag.labels.empty() ? std::vector<std::string>() : std::move(bag.labels[d]);
    for (const std::string& label : labels)
      if (const auto fault = rules.find_fault(label))
        throw InputError(file, 0,
                         InputFault{fmt::format("document {}: {}", d + 1, fault->problem), fault->expected});
    draft.list.ancestors += rules.drop_ancestors(labels);
    draft.list.add({.row = d + 1, .labels = std::move(labels)});
  }
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
  add_rows(bag, labels, options.files.front() == "-" ? "standard input" : options.files.front(), draft);
  draft.notes = std::move(bag.notes);
  draft.warnings = std::move(bag.warnings);
  return draft;
}

}  // namespace themata
