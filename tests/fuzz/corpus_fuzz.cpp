#include "fuzz/corpus_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  themata::fuzz::open_changed_corpus(data, size);
  return 0;
}
