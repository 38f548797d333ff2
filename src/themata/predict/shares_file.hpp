#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "themata/predict/infer.hpp"

namespace themata {

/// The inferred topics of one document.
struct SharesRow {
  std::size_t document = 0;
  std::string id;
  std::uint32_t tokens = 0, unknown = 0;
  std::span<const double> mean, sd;  ///< K
};

/// A table of documents and topics being written; complete after commit(), else nothing is left.
class SharesFile {
 public:
  SharesFile() = default;
  virtual ~SharesFile() = default;
  SharesFile(const SharesFile&) = delete;
  SharesFile& operator=(const SharesFile&) = delete;
  virtual void add(const SharesRow& row) = 0;  ///< in the documents' order. @throws ResourceError
  virtual void commit() = 0;                   ///< @throws ResourceError
};

/// The shape of a table of topic proportions.
struct SharesShape {
  std::size_t documents = 0;
  std::size_t topics = 0;  ///< including the rest
  bool has_rest = false;   ///< whether the last one is the rest
};

std::unique_ptr<SharesFile> make_shares_file(const Place& path, SharesFormat format,
                                             const SharesShape& shape);

}  // namespace themata
