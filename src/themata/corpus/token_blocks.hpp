#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "themata/io/scratch.hpp"

namespace themata {

/// A growing array of word types that is never moved: it grows without copies, and with at most one block to
/// spare.
class TokenBlocks {
 public:
  static constexpr std::size_t block_size = std::size_t{1} << 20;

  std::size_t size() const { return size_; }
  std::uint32_t& operator[](std::size_t i) { return blocks_[i / block_size][i % block_size]; }
  std::uint32_t operator[](std::size_t i) const { return blocks_[i / block_size][i % block_size]; }

  void push_back(std::uint32_t token) {
    if (size_ == blocks_.size() * block_size) add_block();
    (*this)[size_++] = token;
  }
  void append(std::span<const std::uint32_t> tokens) {
    while (!tokens.empty()) {
      if (size_ == blocks_.size() * block_size) add_block();
      const std::size_t n = std::min(tokens.size(), blocks_.size() * block_size - size_);
      std::copy_n(tokens.begin(), n, &(*this)[size_]);
      size_ += n;
      tokens = tokens.subspan(n);
    }
  }
  void append(std::uint32_t token, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) push_back(token);
  }
  /// Keeps the first `n` tokens.
  void truncate(std::size_t n) {
    size_ = n;
    blocks_.resize((n + block_size - 1) / block_size);
  }

  /// Visits the tokens in order, one span per block.
  template <class Visit>
  void for_each_block(Visit&& visit) const {
    for (std::size_t begin = 0; begin < size_; begin += block_size)
      visit(std::span<const std::uint32_t>(blocks_[begin / block_size].get(),
                                           std::min(block_size, size_ - begin)));
  }

 private:
  /// @throws ResourceError if the tokens exceed the machine's memory, unless they are in files: a system that
  /// overcommits memory would kill the program without a message
  void add_block();

  struct Release {
    void operator()(std::uint32_t* block) const { release_large(block, block_size * sizeof(std::uint32_t)); }
  };
  std::vector<std::unique_ptr<std::uint32_t[], Release>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace themata
