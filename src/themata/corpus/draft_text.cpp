#include <fmt/core.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "themata/corpus/analyze.hpp"
#include "themata/corpus/draft.hpp"
#include "themata/corpus/metadata_join.hpp"
#include "themata/corpus/read/record.hpp"
#include "themata/io/error.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/io/plural.hpp"

namespace themata {

namespace {

/// Joins batches, in order, into one draft.
class Joiner {
 public:
  /// @param table  of metadata, or null
  Joiner(const MetadataTable* table, const ImportOptions& options)
      : split_words_(options.split_words.value_or(0)) {
    if (table != nullptr) tally_.emplace(*table, options);
  }

  void add(Analyzed& batch) {
    add_tokens(batch);
    add_dropped(batch);
    if (tally_)
      for (Lookup& lookup : batch.lookups) tally_->add(std::move(lookup));
    std::ranges::move(batch.notes, std::back_inserter(draft_.notes));
    split_ += batch.split;
    parts_ += batch.parts;
    draft_.spans.append(batch.spans);
    std::ranges::move(batch.texts, std::back_inserter(draft_.texts));
    draft_.list.append(std::move(batch.list));
    std::ranges::copy(batch.dropped, std::back_inserter(draft_.dropped));
  }

  Draft finish() {
    if (tally_) tally_->finish(draft_);
    if (split_ > 0)
      draft_.notes.push_back(fmt::format("{} of {} {} split into {} of {}", split_,
                                         count_of(draft_.n_documents() - parts_ + split_, "document"),
                                         noun(split_, "is", "are"), count_of(parts_, "part"),
                                         count_of(split_words_, "word")));
    for (std::uint32_t v = 0; v < types_.size(); ++v) draft_.words.emplace_back(types_.word(v));
    for (std::size_t r = 0; r < n_rules; ++r) draft_.rules[r].types = dropped_types_[r].size();
    return std::move(draft_);
  }

 private:
  void add_tokens(Analyzed& batch) {
    std::vector<std::uint32_t> id(batch.kept_words.size());
    for (std::uint32_t v = 0; v < id.size(); ++v) {
      id[v] = types_.find_or_add(batch.kept_words.word(v));
      draft_.counts.resize(types_.size());
      draft_.counts[id[v]].tokens += batch.kept[v].tokens;
      draft_.counts[id[v]].documents += batch.kept[v].documents;
    }
    for (std::uint32_t& token : batch.tokens) token = id[token & ~apart] | (token & apart);
    draft_.tokens.append(batch.tokens);
    for (const std::uint32_t length : batch.lengths) draft_.offsets.push_back(draft_.offsets.back() + length);
  }

  void add_dropped(const Analyzed& batch) {
    for (std::uint32_t w = 0; w < batch.found.size(); ++w) {
      const auto rule = static_cast<std::size_t>(batch.found[w].rule);
      if (batch.found[w].rule == Rule::keep) continue;
      dropped_types_[rule].find_or_add(batch.found_words.word(w));
      draft_.rules[rule].tokens += batch.found[w].tokens;
    }
  }

  Draft draft_;
  std::optional<JoinTally> tally_;
  std::uint32_t split_words_;
  std::uint64_t split_ = 0, parts_ = 0;  ///< documents that are split, and their parts
  WordTable types_;
  std::array<WordTable, n_rules> dropped_types_;
};

/// Hands out batches. An error of the reader comes as the last batch.
class Source {
 public:
  explicit Source(read::NextBatch next) : next_(std::move(next)) {}

  std::shared_ptr<Work> next() {
    auto work = std::make_shared<Work>();
    work->first_row = row_;
    try {
      if (ended_ || !next_(work->batch)) return nullptr;
    } catch (...) {
      ended_ = true;
      // The records before the error are kept: one of them may be bad too, and would have to be reported
      // first.
      work->batch.bytes.append(read::batch_padding, '\0');
      work->error = std::current_exception();
    }
    row_ += work->batch.places.size();
    return work;
  }

 private:
  read::NextBatch next_;
  std::uint64_t row_ = 1;
  bool ended_ = false;
};

/// The stages of the pipeline, in order. The middle one runs on several threads.
struct Stages {
  std::function<std::shared_ptr<Work>()> take;  ///< null at the end of the input
  std::function<std::shared_ptr<Analyzed>(const std::shared_ptr<Work>&)> analyze;
  std::function<void(const std::shared_ptr<Analyzed>&)> join;  ///< called in the order of the input
};

void run(const Stages& stages, unsigned threads) {
  namespace tbb = oneapi::tbb;
  using tbb::filter_mode;
  std::optional<tbb::global_control> more_threads;  // more than TBB would start by default
  if (threads > static_cast<unsigned>(tbb::info::default_concurrency()))
    more_threads.emplace(tbb::global_control::max_allowed_parallelism, threads);
  const auto take = [&stages](tbb::flow_control& control) {
    std::shared_ptr<Work> work = stages.take();
    if (!work) control.stop();
    return work;
  };
  tbb::task_arena arena(threads == 0 ? tbb::task_arena::automatic : static_cast<int>(threads));
  arena.execute([&] {
    const auto in_flight = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()) * 2;
    tbb::parallel_pipeline(
        in_flight,
        tbb::make_filter<void, std::shared_ptr<Work>>(filter_mode::serial_in_order, take) &
            tbb::make_filter<std::shared_ptr<Work>, std::shared_ptr<Analyzed>>(filter_mode::parallel,
                                                                               stages.analyze) &
            tbb::make_filter<std::shared_ptr<Analyzed>, void>(filter_mode::serial_in_order, stages.join));
  });
}

/// Reads the first records before the others, to know what the texts have.
class Peeked {
 public:
  explicit Peeked(read::NextBatch next) : next_(std::move(next)) {
    try {
      has_first_ = next_(first_);
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  const read::Batch& first() const { return first_; }
  bool next(read::Batch& batch) {
    if (!is_taken_) {
      is_taken_ = true;
      batch = std::move(first_);
      if (error_) std::rethrow_exception(error_);
      return has_first_;
    }
    return next_(batch);
  }

 private:
  read::NextBatch next_;
  read::Batch first_;
  std::exception_ptr error_;
  bool has_first_ = false, is_taken_ = false;
};

/// How many of the first texts have something that may be left out.
struct FirstTexts {
  std::size_t texts = 0, with_markup = 0, with_addresses = 0;
};

FirstTexts look_at_first(const read::Batch& first) {
  constexpr std::size_t most = 1000;
  FirstTexts found;
  if (!first.make_parse) return found;
  const read::Parse parse = first.make_parse();
  read::RawDocument document;
  try {
    for (std::size_t i = 0; i < std::min(most, first.places.size()); ++i) {
      document.clear();
      parse(first.record(i), document);
      ++found.texts;
      found.with_markup += text::has_markup(document.text) ? 1 : 0;
      found.with_addresses += text::has_address(document.text) ? 1 : 0;
    }
  } catch (const InputError&) {  // is reported in its turn
  }
  return found;
}

/// Settles what is left out of the texts, with a note where they decide it.
void settle_left_out(const read::Batch& first, text::WordOptions& words, std::vector<std::string>& notes) {
  const bool asks = words.markup == text::LeaveOut::if_most || words.addresses == text::LeaveOut::if_most;
  const FirstTexts found = asks ? look_at_first(first) : FirstTexts();
  const auto leaves_out = [&](text::LeaveOut choice, std::size_t with, const char* what, const char* option) {
    if (choice != text::LeaveOut::if_most) return choice == text::LeaveOut::yes;
    if (words.split.by != text::SplitBy::unicode || 2 * with <= found.texts) return false;
    notes.push_back(fmt::format("most texts have {} (`{}` keep leaves them in)", what, option));
    return true;
  };
  if (leaves_out(words.markup, found.with_markup, "tags or entities of HTML, which are left out and decoded",
                 "markup"))
    words.split.markup = text::Markup::removed;
  if (leaves_out(words.addresses, found.with_addresses, "addresses of the web or of mail, which are left out",
                 "addresses"))
    words.split.addresses = text::Addresses::removed;
}

/// A batch in words, or with the error that it has.
std::shared_ptr<Analyzed> analyzed(Analyser& analyzer, const Work& work) {
  try {
    return analyzer.analyze(work);
  } catch (...) {
    auto bad = std::make_shared<Analyzed>();
    bad->error = std::current_exception();
    return bad;
  }
}

void warn_of_no_words(const std::vector<std::string>& entries, Draft& draft) {
  if (entries.empty()) return;
  draft.warnings.push_back(
      fmt::format("{} of the stop words {} no single word of these texts, and nothing is dropped by {}: {}",
                  entries.size(), noun(entries.size(), "is", "are"), noun(entries.size(), "it", "them"),
                  first_ten(entries)));
}

}  // namespace

Draft draft_from_text(const ImportOptions& options, const LabelRules& labels) {
  if (options.metadata.path.empty()) return draft_from_records(read::read_records(options), options, labels);
  const MetadataTable table(options);
  ImportOptions documents = options;
  documents.fields = table.document_fields();
  return draft_from_records(read::read_records(documents), options, labels, &table);
}

Draft draft_from_records(read::NextBatch next, const ImportOptions& asked, const LabelRules& labels,
                         const MetadataTable* table) {
  text::ListedStopWords listed_words = text::stop_words_of(asked.words);
  const text::StopWords& stop_words = listed_words.words;
  const Analyser probe(asked,
                       {stop_words, labels, table});  // reports errors in the options before anything is read
  Peeked records(std::move(next));
  ImportOptions options = asked;
  std::vector<std::string> notes;
  settle_left_out(records.first(), options.words, notes);
  oneapi::tbb::enumerable_thread_specific<Analyser> analyzers([&] {
    return Analyser(options, {stop_words, labels, table});
  });
  Source source([&records](read::Batch& batch) { return records.next(batch); });
  Joiner joiner(table, options);
  const auto analyze = [&](const std::shared_ptr<Work>& work) { return analyzed(analyzers.local(), *work); };
  // The first error is stored until the pipeline is empty: an exception thrown through it would leak the
  // batches in flight.
  std::exception_ptr failure;
  std::atomic<bool> failed{false};
  const auto take = [&] { return failed ? nullptr : source.next(); };
  const auto join = [&](const std::shared_ptr<Analyzed>& batch) {
    if (failed) return;
    try {
      if (batch->error) std::rethrow_exception(batch->error);
      joiner.add(*batch);
    } catch (...) {
      failure = std::current_exception();
      failed = true;
    }
  };
  run({take, analyze, join}, options.threads);
  if (failure) std::rethrow_exception(failure);
  Draft draft = joiner.finish();
  draft.markup = options.words.split.markup;
  draft.addresses = options.words.split.addresses;
  draft.notes.insert(draft.notes.begin(), notes.begin(), notes.end());
  if (options.words.phrases.any()) join_phrases(draft, options, stop_words, listed_words.no_words);
  warn_of_no_words(listed_words.no_words, draft);
  return draft;
}

}  // namespace themata
