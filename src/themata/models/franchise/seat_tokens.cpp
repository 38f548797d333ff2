#include "themata/models/franchise/seat_tokens.hpp"

#include "themata/random/distributions.hpp"

namespace themata::franchise {

namespace {

struct Table {
  sampling::Topic topic;
  double tokens;
};

/// The index after the last table is a new one.
std::size_t choose(Stream& stream, const std::vector<Table>& tables, sampling::Topic topic,
                   const KnownTopics& known) {
  std::vector<double> weight(tables.size() + 1, 0.0);
  for (std::size_t t = 0; t < tables.size(); ++t)
    if (tables[t].topic == topic) weight[t] = tables[t].tokens - known.documents.discount;
  weight.back() = known.documents.of_new(static_cast<std::int64_t>(tables.size())) * known.proportions[topic];
  return draw_index(stream, weight);
}

}  // namespace

std::vector<seating::Seat> seat_tokens(const Corpus& corpus, Key key, const KnownTopics& known) {
  std::vector<seating::Seat> seats;
  seats.reserve(corpus.n_tokens());
  std::vector<Table> tables;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    Stream stream(key, Purpose::init, 0, d);
    tables.clear();
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i) {
      const sampling::Topic topic = known.topics[i];
      const std::size_t table = choose(stream, tables, topic, known);
      if (table == tables.size()) tables.push_back({topic, 0});
      tables[table].tokens += 1;
      seats.push_back(static_cast<seating::Seat>(table));
    }
  }
  return seats;
}

}  // namespace themata::franchise
