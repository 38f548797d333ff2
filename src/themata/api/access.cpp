#include "themata/api/access.hpp"

#include <utility>

#include "themata/diagnose/later_burn_in.hpp"
#include "themata/io/error.hpp"
#include "themata/store/moved_corpus.hpp"

namespace themata::detail {

const std::shared_ptr<const FitFolder>& FitData::read_folder() const {
  if (folder_) return folder_;
  FitFolder folder = open_fit_after(place_, later_burn_in_);
  if (!moved_corpus_.empty()) use_corpus(folder, moved_corpus_);
  folder_ = std::make_shared<const FitFolder>(std::move(folder));
  return folder_;
}

std::shared_ptr<const FitFolder> FitData::folder() const {
  const std::lock_guard lock(guard_);
  return read_folder();
}

std::shared_ptr<const CorpusFolder> FitData::corpus() const {
  const std::lock_guard lock(guard_);
  if (!corpus_) corpus_ = std::make_shared<const CorpusFolder>(open_corpus_of(*read_folder()));
  return corpus_;
}

std::size_t FitData::n_topics(ChainNumber asked) const {
  const std::lock_guard lock(guard_);
  const std::uint32_t chain = asked.value_or(read_folder()->shown_chain());
  if (const auto known = topics_.find(chain); known != topics_.end()) return known->second;
  return topics_[chain] = read_folder()->summarized_draw(chain).n_topics();
}

void FitData::forget(std::optional<FitStop> stop) {
  const std::lock_guard lock(guard_);
  ++version_;
  folder_.reset();
  topics_.clear();
  stop_ = std::move(stop);
}

std::optional<FitStop> FitData::stop() const {
  const std::lock_guard lock(guard_);
  if (read_folder()->status() == "complete") return std::nullopt;
  return stop_ ? stop_ : FitStop{};
}

FitData::Running::Running(FitData& data) : data_(data) {
  if (data.running_.exchange(true)) throw UsageError("the fit is running already; wait for its end");
}
FitData::Running::~Running() { data_.running_ = false; }

}  // namespace themata::detail
