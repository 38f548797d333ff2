#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "themata/api/posterior_table.hpp"

namespace themata {

class Fit;

/// A kept draw of a chain. Models whose topics stay the same number them as everywhere in the fit, so that
/// draws of one chain can be averaged. The topics of other models are numbered by their size in this draw
/// alone. Copies share what they hold.
class KeptDraw {
 public:
  std::uint32_t chain() const;  ///< from 1
  std::uint64_t sweep() const;
  std::size_t n_topics() const;
  std::span<const std::uint16_t> topics() const;  ///< of every token, in the collection's order; valid while
                                                  ///< a copy of the draw lives
  PosteriorTable topic_words() const;             ///< E(phi | this draw)
  PosteriorTable document_topics() const;         ///< E(theta | this draw)

 private:
  friend class Fit;
  struct Content;
  explicit KeptDraw(std::shared_ptr<const Content> content);

  std::shared_ptr<const Content> content_;
};

}  // namespace themata
