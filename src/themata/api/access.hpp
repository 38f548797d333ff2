#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "themata/api/fit.hpp"
#include "themata/models/options.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata::detail {

/// What a fit holds, shared by its copies: where it is, and what was read of it. A fit that goes on forgets
/// the latter.
class FitData {
 public:
  /// @param moved_corpus  where the fit's corpus now is; "": where the fit says
  explicit FitData(Place place, std::string moved_corpus = "",
                   std::optional<std::uint64_t> later_burn_in = std::nullopt)
      : place_(std::move(place)), moved_corpus_(std::move(moved_corpus)), later_burn_in_(later_burn_in) {}

  const Place& place() const { return place_; }
  const std::string& moved_corpus() const { return moved_corpus_; }
  std::shared_ptr<const FitFolder> folder() const;
  std::shared_ptr<const CorpusFolder> corpus() const;
  std::size_t n_topics(ChainNumber asked) const;
  /// @param stop  what ended the run that there was
  void forget(std::optional<FitStop> stop);
  std::optional<FitStop> stop() const;
  std::uint64_t version() const { return version_; }

  /// While a run of the fit goes on. @throws UsageError where one does already
  class Running {
   public:
    explicit Running(FitData& data);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

   private:
    FitData& data_;
  };

 private:
  const std::shared_ptr<const FitFolder>& read_folder() const;  ///< the guard is locked

  const Place place_;
  const std::string moved_corpus_;
  const std::optional<std::uint64_t> later_burn_in_;
  mutable std::mutex guard_;
  mutable std::shared_ptr<const FitFolder> folder_;
  mutable std::shared_ptr<const CorpusFolder> corpus_;
  mutable std::map<std::uint32_t, std::size_t> topics_;
  std::optional<FitStop> stop_;
  std::atomic<bool> running_ = false;
  std::atomic<std::uint64_t> version_ = 0;
};

/// The inside of the classes of the library's users, for the library itself and its tests.
struct Access {
  static const CorpusFolder& corpus(const Collection& collection) { return *collection.corpus_; }
  static Collection collection(std::shared_ptr<const CorpusFolder> corpus) {
    return Collection(std::move(corpus));
  }
  static const FitOptions& options(const Options& options) { return *options.options_; }
  static Options options(const FitOptions& options) { return Options(std::make_unique<FitOptions>(options)); }
  static const Place& place(const Fit& fit) { return fit.data_->place(); }
  static FitFolder folder(const Fit& fit) { return *fit.data_->folder(); }
  static Fit fit(const Place& place, const std::string& moved_corpus = "") {
    return Fit(std::make_shared<FitData>(place, moved_corpus));
  }
  static FitData& data(const Fit& fit) { return *fit.data_; }
};

}  // namespace themata::detail
