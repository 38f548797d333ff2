#include "themata/predict/shares_file.hpp"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "themata/exports/shared.hpp"
#include "themata/io/json.hpp"
#include "themata/io/npz.hpp"
#include "themata/io/output_file.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

using nlohmann::ordered_json;

/// "0", "1", ..., and "rest" for the last column of an HDP.
std::string name_of(std::size_t k, const SharesShape& shape) {
  return shape.has_rest && k + 1 == shape.topics ? "rest" : std::to_string(k);
}

class TsvShares : public SharesFile {
 public:
  TsvShares(const Place& path, const SharesShape& shape) : file_(path) {
    file_.write("document\tid\ttokens\tunknown");
    for (const char* what : {"topic", "sd"})
      for (std::size_t k = 0; k < shape.topics; ++k) file_.print("\t{}_{}", what, name_of(k, shape));
    file_.write("\n");
  }
  void add(const SharesRow& row) override {
    file_.print("{}\t{}\t{}\t{}", row.document, one_line(row.id), row.tokens, row.unknown);
    for (const auto values : {row.mean, row.sd})
      for (const double value : values) file_.print("\t{:.6g}", value);
    file_.write("\n");
  }
  void commit() override { file_.commit(); }

 private:
  OutputFile file_;
};

class JsonShares : public SharesFile {
 public:
  JsonShares(const Place& path, const SharesShape& shape) : file_(path), has_rest_(shape.has_rest) {}
  void add(const SharesRow& row) override {
    file_.print(R"({{"document":{},"id":{},"tokens":{},"unknown":{})", row.document,
                dump_json(ordered_json(row.id)), row.tokens, row.unknown);
    add_values("topics", row.mean);
    add_values("sd", row.sd);
    file_.write("}\n");
  }
  void commit() override { file_.commit(); }

 private:
  /// Writes the rest under its own name, so that positions in the list are topic numbers.
  void add_values(const char* name, std::span<const double> values) {
    const std::size_t numbered = values.size() - (has_rest_ ? 1 : 0);
    file_.print(",\"{}\":[", name);
    for (std::size_t k = 0; k < numbered; ++k) file_.print("{}{:.6g}", k > 0 ? "," : "", values[k]);
    file_.write("]");
    if (has_rest_) file_.print(",\"{}_rest\":{:.6g}", name, values.back());
  }

  OutputFile file_;
  bool has_rest_;
};

class NpzShares : public SharesFile {
 public:
  NpzShares(Place path, const SharesShape& shape) : path_(std::move(path)), shape_(shape) {
    mean_.reserve(shape.documents * shape.topics);
    sd_.reserve(shape.documents * shape.topics);
  }
  void add(const SharesRow& row) override {
    mean_.insert(mean_.end(), row.mean.begin(), row.mean.end());
    sd_.insert(sd_.end(), row.sd.begin(), row.sd.end());
    tokens_.push_back(row.tokens);
    unknown_.push_back(row.unknown);
    ids_.push_back(row.id);
  }
  void commit() override {
    std::vector<std::int32_t> numbers(shape_.topics);
    for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<std::int32_t>(k);
    if (shape_.has_rest) numbers.back() = -1;
    NpzWriter npz;
    const Shape matrix{ids_.size(), shape_.topics};
    npz.add("mean", std::span<const float>(mean_), matrix);
    npz.add("sd", std::span<const float>(sd_), matrix);
    npz.add("tokens", std::span<const std::uint32_t>(tokens_), {tokens_.size()});
    npz.add("unknown", std::span<const std::uint32_t>(unknown_), {unknown_.size()});
    npz.add("topic", std::span<const std::int32_t>(numbers), {numbers.size()});
    write_lines(ids_, path_.with_ending(".ids.txt"));
    npz.write(path_);
  }

 private:
  Place path_;
  SharesShape shape_;
  std::vector<float> mean_, sd_;
  std::vector<std::uint32_t> tokens_, unknown_;
  std::vector<std::string> ids_;
};

}  // namespace

std::unique_ptr<SharesFile> make_shares_file(const Place& path, SharesFormat format,
                                             const SharesShape& shape) {
  switch (format) {
    case SharesFormat::jsonl:
      return std::make_unique<JsonShares>(path, shape);
    case SharesFormat::npz:
      return std::make_unique<NpzShares>(path, shape);
    case SharesFormat::tsv:
      break;
  }
  return std::make_unique<TsvShares>(path, shape);
}

}  // namespace themata
