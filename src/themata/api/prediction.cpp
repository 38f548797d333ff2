#include "themata/api/prediction.hpp"

#include <memory>

#include "themata/predict/infer.hpp"
#include "themata/predict/labels.hpp"
#include "themata/predict/shares_file.hpp"

namespace themata {

namespace {

/// Takes the rows of an inference.
class SharesInMemory : public SharesFile {
 public:
  SharesInMemory(InferredTopics& topics, const SharesShape& shape) : topics_(topics) {
    topics_.proportions.columns = shape.topics;
  }
  void add(const SharesRow& row) override {
    ++topics_.proportions.rows;
    topics_.proportions.mean.insert(topics_.proportions.mean.end(), row.mean.begin(), row.mean.end());
    topics_.proportions.sd.insert(topics_.proportions.sd.end(), row.sd.begin(), row.sd.end());
    topics_.tokens.push_back(row.tokens);
    topics_.unknown.push_back(row.unknown);
  }
  void commit() override {}

 private:
  InferredTopics& topics_;
};

}  // namespace

InferredTopics infer(const Fit& fit, const Collection& documents, const InferOptions& options) {
  const FitDraws draws(fit.place(), options.chain, DrawUse::alike);
  const NewDocuments new_documents(documents.corpus(), draws.corpus());
  InferredTopics topics;
  topics.summary = infer(draws, new_documents, options, [&](const SharesShape& shape) {
    return std::make_unique<SharesInMemory>(topics, shape);
  });
  return topics;
}

LabelPrediction label(const Fit& fit, const Collection& documents, const LabelOptions& options) {
  return label_documents(fit.place(), documents.corpus(), options, nullptr);
}

LabelPrediction label(const Fit& fit, const Collection& documents, const Collection& calibration,
                      const LabelOptions& options) {
  return label_documents(fit.place(), documents.corpus(), options, &calibration.corpus());
}

}  // namespace themata
