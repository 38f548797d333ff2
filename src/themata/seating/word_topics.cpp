#include "themata/seating/word_topics.hpp"

#include <algorithm>

namespace themata::seating {

WordTopics::WordTopics(const Matrix<std::int32_t>& counts) : topics_(counts.rows()) {
  for (std::size_t v = 0; v < topics_.size(); ++v) {
    const std::int32_t* row = counts.row(v);
    for (std::size_t k = 0; k < counts.columns(); ++k)
      if (row[k] > 0) topics_[v].push_back(static_cast<admixture::Topic>(k));
  }
}

void WordTopics::remove(std::uint32_t word, admixture::Topic topic) {
  std::vector<admixture::Topic>& list = topics_[word];
  *std::ranges::find(list, topic) = list.back();
  list.pop_back();
}

}  // namespace themata::seating
