#include <gtest/gtest.h>

#include <numeric>

#include "support.hpp"
#include "themata/io/error.hpp"
#include "themata/io/scratch.hpp"

namespace themata::testing {
namespace {

TEST(Scratch, KeepsLargeArraysInFilesWithoutNames) {
  const test::TemporaryFolder folder;
  LargeVector<std::uint32_t> before(100'000, 7);
  LargeVector<std::uint32_t> inside;
  {
    const Scratch scratch(folder.path());
    EXPECT_TRUE(Scratch::in_use());
    inside.resize(100'000);
    std::iota(inside.begin(), inside.end(), 0U);
    before.resize(200'000, 8);  // moves into a file
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    will_need(inside.data() + 50'000, 1000);
    will_need(inside.data() + 99'999, 1000);  // ends beyond the array
  }
  EXPECT_FALSE(Scratch::in_use());
  inside.resize(300'000, 9);  // moves out of its file
  EXPECT_EQ(inside[99'999], 99'999U);
  EXPECT_EQ(inside[299'999], 9U);
  EXPECT_EQ(before[99'999], 7U);
  EXPECT_EQ(before[100'000], 8U);
}

TEST(Scratch, TheLastOneMadeCounts) {
  const test::TemporaryFolder folder;
  const Scratch none("");
  EXPECT_FALSE(Scratch::in_use());
  const Scratch outer(folder.path());
  {
    const Scratch inner(folder.path());
    const Scratch still_none("");
    EXPECT_TRUE(Scratch::in_use());
  }
  EXPECT_TRUE(Scratch::in_use());
}

TEST(Scratch, SaysWhatIsWrongWithItsFolder) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(Scratch(folder.path() / "missing"), UsageError);
  EXPECT_FALSE(Scratch::in_use());
}

TEST(Scratch, RoomOnTheDiskIsTakenAtOnce) {
  const test::TemporaryFolder folder;
  const Scratch scratch(folder.path());
  const auto ask = [] { LargeVector<char>().reserve(std::size_t{1} << 50); };  // a petabyte
  try {
    ask();
    FAIL() << "there is room for a petabyte";
  } catch (const ResourceError& error) {
    EXPECT_NE(std::string(error.what()).find("no room for 1.13e+06 GB"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace themata::testing
