#include "themata/corpus/token_blocks.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include "themata/io/error.hpp"

namespace themata {

namespace {

/// The machine's memory in bytes.
std::uint64_t memory_of_machine() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void TokenBlocks::add_block() {
  const std::uint64_t bytes = (blocks_.size() + 1) * block_size * sizeof(std::uint32_t);
  if (!Scratch::in_use() && bytes > memory_of_machine() / 4 * 3)
    throw ResourceError(
        fmt::format("the corpus has more than {} tokens, too many for this machine's memory; use `scratch` "
                    "on a fast disk",
                    size_));
  // Not initialized: a block is written before it is read.
  blocks_.emplace_back(static_cast<std::uint32_t*>(allocate_large(block_size * sizeof(std::uint32_t))));
}

}  // namespace themata
