#include "themata/report/served_report.hpp"

#include <mutex>
#include <utility>
#include <vector>

#include "themata/io/json.hpp"
#include "themata/report/id_index.hpp"
#include "themata/report/topics.hpp"

namespace themata {

using nlohmann::json;
using namespace report_parts;

class ServedReport::Parts {
 public:
  Parts(ShownFit fit, const ReportOptions& with)
      : shown(std::move(fit)),
        options(with),
        pool(threads_for(0)),
        source(shown, options, pool),
        draws(source, DrawStorage::held),
        rows(shown.corpus),
        ids(rows, shown.corpus.corpus.n_documents()) {
    json data = report_data(source, draws);
    data["facts"]["served"] = true;
    page = served_page(data);
  }

  const ShownFit shown;
  const ReportOptions options;
  Pool pool;
  const ReportSource source;
  const KeptDraws draws;
  const DocumentRows rows;
  const IdIndex ids;
  std::string page;
  mutable std::mutex at_work;  ///< one entry at a time, so that many questions take no more memory than one
};

ServedReport::ServedReport(ShownFit shown, const ReportOptions& options)
    : parts_(std::make_unique<const Parts>(std::move(shown), options)) {}

ServedReport::~ServedReport() = default;

const std::string& ServedReport::page() const { return parts_->page; }

std::optional<std::string> ServedReport::document(std::string_view key) const {
  const auto d = parts_->ids.find(key);
  if (!d) return std::nullopt;
  const std::lock_guard alone(parts_->at_work);
  return dump_json(document_json(parts_->source, parts_->draws, *d, parts_->rows.row(*d)));
}

std::string ServedReport::documents(std::string_view query) const {
  std::vector<std::size_t> found = parts_->ids.search(query, most_found + 1);
  const bool more = found.size() > most_found;
  if (more) found.pop_back();
  json list = json::array();
  for (const std::size_t d : found)
    list.push_back({{"id", parts_->ids.id(d)}, {"number", d}, {"length", parts_->source.corpus().length(d)}});
  return dump_json(json{{"found", std::move(list)}, {"more", more}});
}

}  // namespace themata
