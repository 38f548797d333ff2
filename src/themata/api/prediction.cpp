#include "themata/api/prediction.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "themata/api/access.hpp"
#include "themata/predict/infer.hpp"
#include "themata/predict/labels.hpp"
#include "themata/predict/shares_file.hpp"

namespace themata {

namespace {

using detail::Access;

/// Takes the rows of an inference.
class SharesInMemory : public SharesFile {
 public:
  SharesInMemory(InferredTopics& topics, const SharesShape& shape) : topics_(topics) {
    topics_.proportions.columns = shape.topics;
  }
  void add(const SharesRow& row) override {
    ++topics_.proportions.rows;
    mean_.insert(mean_.end(), row.mean.begin(), row.mean.end());
    sd_.insert(sd_.end(), row.sd.begin(), row.sd.end());
    topics_.tokens.push_back(row.tokens);
    topics_.unknown.push_back(row.unknown);
  }
  void commit() override {
    topics_.proportions.mean = std::move(mean_);
    topics_.proportions.sd = std::move(sd_);
  }

 private:
  InferredTopics& topics_;
  std::vector<float> mean_, sd_;
};

/// The options with what is said of the reading.
template <class Options>
Options with(Options options, const ReadOptions& read) {
  if (read.chain) options.chain = read.chain;
  if (read.threads > 0) options.threads = read.threads;
  return options;
}

LabelPrediction label_by(const Fit& fit, const Collection& documents, const LabelOptions& asked,
                         const CorpusFolder* calibration, const ReadOptions& read) {
  const LabelOptions options = with(asked, read);
  Pool pool(threads_for(options.threads), read.go_on);
  LabelTask task{options, calibration, {}};
  if (read.go_on) task.watch.fit.should_stop = [&] { return !read.go_on(); };
  return label_documents(Access::folder(fit), Access::corpus(documents), task, pool);
}

}  // namespace

InferredTopics infer(const Fit& fit, const Collection& documents, const InferOptions& options,
                     const ReadOptions& read) {
  const InferOptions chosen = with(options, read);
  Pool pool(threads_for(chosen.threads), read.go_on);
  const FitDraws draws(Access::folder(fit), chosen.chain, DrawUse::alike);
  const NewDocuments new_documents(Access::corpus(documents), draws.corpus());
  InferredTopics topics;
  topics.summary = infer(draws, new_documents, chosen, pool, [&](const SharesShape& shape) {
    return std::make_unique<SharesInMemory>(topics, shape);
  });
  const bool one = draws.finds_topics() || draws.shown().fit.kept_sweeps(draws.chain()).empty();
  topics.proportions.source = one ? TableSource::one_draw : TableSource::kept_draws;
  topics.proportions.draws = draws.size();
  return topics;
}

LabelPrediction label(const Fit& fit, const Collection& documents, const LabelOptions& options,
                      const ReadOptions& read) {
  return label_by(fit, documents, options, nullptr, read);
}

LabelPrediction label(const Fit& fit, const Collection& documents, const Collection& calibration,
                      const LabelOptions& options, const ReadOptions& read) {
  return label_by(fit, documents, options, &Access::corpus(calibration), read);
}

}  // namespace themata
