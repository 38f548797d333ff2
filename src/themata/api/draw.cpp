#include "themata/api/draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "themata/api/access.hpp"
#include "themata/api/fit.hpp"
#include "themata/io/error.hpp"
#include "themata/summaries/posterior.hpp"

namespace themata {

struct KeptDraw::Content {
  ShownFit shown;
};

namespace {

PosteriorTable table_of(const ShownFit& shown, PosteriorOf what) {
  PosteriorMatrix made = posterior_given(shown, what);
  return {made.rows, made.columns, std::move(made.mean), std::move(made.sd), TableSource::one_draw, 1};
}

}  // namespace

KeptDraw::KeptDraw(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

std::uint32_t KeptDraw::chain() const { return content_->shown.draw.chain; }
std::uint64_t KeptDraw::sweep() const { return content_->shown.draw.sweep; }
std::size_t KeptDraw::n_topics() const { return content_->shown.draw.n_topics(); }
std::span<const std::uint16_t> KeptDraw::topics() const { return content_->shown.draw.z; }
PosteriorTable KeptDraw::topic_words() const { return table_of(content_->shown, PosteriorOf::topic_words); }
PosteriorTable KeptDraw::document_topics() const {
  return table_of(content_->shown, PosteriorOf::document_topics);
}

KeptDraw Fit::draw(std::uint64_t sweep, ChainNumber chain) const {
  const std::vector<std::uint64_t> kept = kept_sweeps(chain);
  if (std::ranges::find(kept, sweep) == kept.end())
    throw UsageError(OptionFault{"sweep", std::to_string(sweep),
                                 kept.empty() ? "nothing: the chain kept no draw"
                                              : fmt::format("one of the {} kept sweeps, {} to {}",
                                                            kept.size(), kept.front(), kept.back())});
  return KeptDraw(std::make_shared<const KeptDraw::Content>(
      KeptDraw::Content{open_drawn_fit(*data_->folder(), chain, sweep)}));
}

}  // namespace themata
