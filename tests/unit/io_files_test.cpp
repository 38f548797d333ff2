#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "support.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/error.hpp"

namespace themata {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

TEST(AtomicFile, ReplacesTheFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a.txt", "first");
  write_file_atomically(folder / "a.txt", std::string_view("sec\0nd", 6));
  EXPECT_EQ(test::read_bytes(folder / "a.txt"), std::string("sec\0nd", 6));
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.txt"});
}

TEST(AtomicFile, JoinsItsParts) {
  const TemporaryFolder folder;
  const std::string one = "one ", none, two = "two";
  write_parts_atomically(folder / "a.txt", {one, none, two});
  EXPECT_EQ(test::read_bytes(folder / "a.txt"), "one two");
}

TEST(AtomicFile, AFailureLeavesTheOldFileAndNoRemains) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "taken/full");
  EXPECT_THROW(write_file_atomically(folder / "taken", "text"), ResourceError);
  EXPECT_THROW(write_file_atomically(folder / "none/a.txt", "text"), ResourceError);
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"taken"});
}

// As the last two parts of a grid do with its table.
TEST(AtomicFile, OfTwoAtOnceTheLastOneStays) {
  const TemporaryFolder folder;
  AtomicFile first(folder / "a.txt"), second(folder / "a.txt");
  second.write(std::string_view("second"));
  first.write(std::string_view("first"));
  first.commit();
  second.commit();
  EXPECT_EQ(test::read_bytes(folder / "a.txt"), "second");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.txt"});
}

TEST(AtomicFile, AFullDiskIsReportedByName) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const TemporaryFolder folder;
  const std::string message = test::message_of<ResourceError>([&] {
    AtomicFile file(folder / "a.txt");
    const int full = ::open("/dev/full", O_WRONLY);
    ::dup2(full, test::descriptor_of(file.partial()));
    ::close(full);
    file.write(std::string_view("text"));
    file.commit();
  });
  EXPECT_NE(message.find("a.txt: cannot write: No space left on device"), std::string::npos) << message;
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(StagedFolder, AppearsOnlyWhenItIsWhole) {
  const TemporaryFolder folder;
  {
    StagedFolder staged(folder / "out/");
    write_file_atomically(staged.staging() / "a.txt", "text");
    EXPECT_FALSE(fs::exists(folder / "out"));
    staged.commit();
  }
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"out"});
  EXPECT_EQ(names_in(folder / "out"), std::vector<std::string>{"a.txt"});
}

TEST(StagedFolder, TakesEverythingWithItWhereItIsNotCommitted) {
  const TemporaryFolder folder;
  {
    const StagedFolder staged(folder / "out");
    write_file_atomically(staged.staging() / "a.txt", "text");
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(StagedFolder, TakesAnEmptyFoldersPlaceButNoOther) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "empty");
  StagedFolder(folder / "empty").commit();
  EXPECT_TRUE(fs::is_directory(folder / "empty"));
  write_file_atomically(folder / "file", "text");
  EXPECT_THROW(StagedFolder(folder / "file"), UsageError);
  write_file_atomically(folder / "empty/mine", "text");
  EXPECT_THROW(StagedFolder(folder / "empty"), UsageError);
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"empty", "file"}));
}

TEST(StagedFolder, OfTwoAtOnceOneIsPutInPlaceAndTheOtherLeavesNothing) {
  const TemporaryFolder folder;
  {
    StagedFolder first(folder / "out"), second(folder / "out");
    write_file_atomically(first.staging() / "first", "text");
    write_file_atomically(second.staging() / "second", "text");
    first.commit();
    EXPECT_THROW(second.commit(), UsageError);
  }
  EXPECT_EQ(names_in(folder / "out"), std::vector<std::string>{"first"});
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"out"});
}

TEST(StagedFolder, APlaceThatCannotBeMadeIsAResourceError) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "text");
  EXPECT_THROW(StagedFolder(folder / "file/out"), ResourceError);
}

/// The published value of XXH3-64 for no input at all, and its independence of how the bytes are cut.
TEST(Checksum, IsXxh3) {
  Checksum none;
  EXPECT_EQ(none.value(), 0x2d06800538d394c2U);
  EXPECT_EQ(none.text(), "2d06800538d394c2");
  const std::string text(100'000, 'x');
  Checksum once, piecewise;
  once.add(text.data(), text.size());
  for (std::size_t i = 0; i < text.size(); i += 777)
    piecewise.add(text.data() + i, std::min<std::size_t>(777, text.size() - i));
  EXPECT_EQ(once.value(), piecewise.value());
  EXPECT_NE(once.value(), none.value());
}

TEST(Checksum, OfAFileIsThatOfItsBytes) {
  const TemporaryFolder folder;
  const std::string text(200'001, 'y');
  write_file_atomically(folder / "a", text);
  Checksum sum;
  sum.add(text.data(), text.size());
  EXPECT_EQ(checksum_of_file(folder / "a"), sum.text());
  write_file_atomically(folder / "empty", "");
  EXPECT_EQ(checksum_of_file(folder / "empty"), Checksum().text());
}

TEST(Checksum, WhatCannotBeReadIsRefused) {
  const TemporaryFolder folder;
  EXPECT_THROW(checksum_of_file(folder / "none"), InputError);
  EXPECT_THROW(checksum_of_file(folder.path()), InputError);
}

}  // namespace
}  // namespace themata
