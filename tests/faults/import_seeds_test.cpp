#include <algorithm>

#include "fuzz/import_target.hpp"
#include "support.hpp"

namespace themata {
namespace {

/// The fuzzer's seeds: those named good-* are corpora, those named bad-* must be refused.
TEST(ImportSeeds, AreReadOrRefusedAsTheirNamesSay) {
  const test::TemporaryFolder folder;
  int seeds = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(THEMATA_TESTS) + "/fuzz/seeds")) {
    const std::string bytes = test::read_bytes(entry.path());
    const bool good = entry.path().filename().string().starts_with("good-");
    EXPECT_EQ(fuzz::import_anything(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                                    folder / "seed"),
              good)
        << entry.path();
    ++seeds;
  }
  EXPECT_GE(seeds, 16);
}

/// Every prefix of every seed, and every seed with one byte changed, is read or refused: never a crash.
TEST(ImportSeeds, CutOrChangedAnywhereTheyAreReadOrRefused) {
  const test::TemporaryFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(THEMATA_TESTS) + "/fuzz/seeds")) {
    const std::string bytes = test::read_bytes(entry.path());
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    for (std::size_t size = 1; size < bytes.size(); ++size)
      fuzz::import_anything(data, size, folder / "seed");
    for (std::size_t at = 1; at < bytes.size(); ++at) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1U << (at % 8)));
      fuzz::import_anything(reinterpret_cast<const std::uint8_t*>(changed.data()), changed.size(),
                            folder / "seed");
    }
  }
}

}  // namespace
}  // namespace themata
