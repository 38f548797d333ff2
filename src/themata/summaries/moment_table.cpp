#include "themata/summaries/moment_table.hpp"

#include <algorithm>

#include "themata/store/draw_file.hpp"

namespace themata {

void KeptDraws::for_each(const Visit& visit) const {
  if (sweeps_.empty()) visit(shown_.draw, 0);
  for (const std::uint64_t sweep : sweeps_) {
    const Draw draw = drawn_beside(shown_, sweep);
    numbers_[sweep] = {draw.order, draw.unclear};
    visit(draw, 0);
  }
}

void KeptDraws::for_each(RowRange documents, const Visit& visit) const {
  if (sweeps_.empty()) visit(shown_.draw, 0);
  const std::uint64_t first = corpus().offsets()[documents.first];
  const TokenRange tokens{first, corpus().offsets()[documents.last] - first};
  for (const std::uint64_t sweep : sweeps_) {
    Draw draw = read_draw(draw_path(fit().path, shown().chain, sweep), fit().plugin(), tokens);
    visit(in_order(std::move(draw), numbers_.at(sweep).order), first);
  }
}

UnclearTopics KeptDraws::unclear() const {
  UnclearTopics topics(shown().n_topics());
  for (const auto& [sweep, numbers] : numbers_) topics.add(numbers.unclear);
  return topics;
}

/// What a block of rows gathers.
class MomentTable::Block {
 public:
  Block(const MomentTable& table, RowRange rows, CellsWithTokens cells)
      : table_(table),
        corpus_(table.draws_.corpus()),
        rows_(rows),
        moments_(rows.last - rows.first, table.columns_),
        has_tokens_(cells == CellsWithTokens::marked ? moments_.n_cells() : 0) {}

  void add(const Draw& draw, std::uint64_t first_token) {
    const DrawContext context{corpus_, draw.z, table_.draws_.given(), first_token};
    const bool of_words = table_.what_ == PosteriorOf::topic_words;
    if (of_words)
      draw.model->add_topic_moments(context, rows_, moments_);
    else
      draw.model->add_document_moments(context, rows_, moments_);
    if (has_tokens_.empty()) return;
    of_words ? mark_words(context) : mark_topics(context);
  }

  void hand_to(const std::function<void(const MomentBlock&)>& take) const {
    const std::size_t draws = std::max<std::size_t>(1, table_.draws_.kept());
    std::vector<float> mean(moments_.n_cells()), sd(moments_.n_cells());
    for (std::size_t i = 0; i < mean.size(); ++i) {
      mean[i] = static_cast<float>(moments_.mean(i, draws));
      sd[i] = static_cast<float>(moments_.sd(i, draws));
    }
    take({rows_, mean, sd, has_tokens_});
  }

 private:
  void mark_words(const DrawContext& context) {
    for (std::size_t i = 0; i < context.z.size(); ++i)
      if (context.z[i] >= rows_.first && context.z[i] < rows_.last) mark(context.z[i], corpus_.tokens()[i]);
  }
  void mark_topics(const DrawContext& context) {
    for (std::size_t d = rows_.first; d < rows_.last; ++d)
      for (std::size_t i = corpus_.offsets()[d]; i < corpus_.offsets()[d + 1]; ++i)
        mark(d, context.z[i - context.first_token]);
  }
  void mark(std::size_t row, std::size_t column) {
    has_tokens_[(row - rows_.first) * table_.columns_ + column] = true;
  }

  const MomentTable& table_;
  const Corpus& corpus_;
  RowRange rows_;
  PosteriorMoments moments_;
  std::vector<bool> has_tokens_;
};

MomentTable::MomentTable(PosteriorOf what, const KeptDraws& draws)
    : what_(what),
      draws_(draws),
      rows_(what == PosteriorOf::topic_words ? draws.shown().n_topics() : draws.corpus().n_documents()),
      columns_(what == PosteriorOf::topic_words ? draws.corpus().n_types() : draws.shown().n_topics()) {}

void MomentTable::gather(const std::function<void(const MomentBlock&)>& take, CellsWithTokens cells) const {
  constexpr std::size_t block_cells = std::size_t{1} << 23;
  const std::size_t at_once = std::max<std::size_t>(1, block_cells / std::max<std::size_t>(1, columns_));
  const ModelInfo& info = draws_.fit().plugin().info();
  const bool in_parts =
      what_ == PosteriorOf::document_topics && rows_ > at_once && (info.dirichlet_documents || info.rates);
  if (in_parts)
    draws_.for_each([](const Draw&, std::uint64_t) {});  // damage is noticed before anything is used
  for (std::size_t first = 0; first < rows_; first += at_once) {
    const RowRange rows{first, std::min(first + at_once, rows_)};
    Block block(*this, rows, cells);
    const auto add = [&](const Draw& draw, std::uint64_t first_token) { block.add(draw, first_token); };
    if (in_parts)
      draws_.for_each(rows, add);
    else
      draws_.for_each(add);
    block.hand_to(take);
  }
}

}  // namespace themata
