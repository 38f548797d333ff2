#include <array>
#include <numeric>

#include "support.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/io/stored_zip.hpp"

namespace themata {
namespace {

using test::TemporaryFolder;

void write_sample(const std::filesystem::path& path) {
  const std::array<std::uint16_t, 4> z{3, 1, 4, 65535};
  NpzWriter writer;
  writer.add<std::uint16_t>("z", z, {4});
  writer.add_scalar("beta", 0.01);
  writer.write(path);
}

TEST(Npz, ArraysComeBackUnderTheirNames) {
  const TemporaryFolder folder;
  write_sample(folder / "a.npz");
  const NpzReader reader(folder / "a.npz");
  EXPECT_EQ(reader.read<std::uint16_t>("z"), (std::vector<std::uint16_t>{3, 1, 4, 65535}));
  EXPECT_EQ(reader.read_scalar<double>("beta"), 0.01);
  EXPECT_TRUE(reader.has("z"));
  EXPECT_FALSE(reader.has("alpha"));
  EXPECT_EQ(reader.type_of("z"), "<u2");
}

TEST(Npz, TheSameArraysGiveTheSameBytes) {
  const TemporaryFolder folder;
  write_sample(folder / "a.npz");
  write_sample(folder / "b.npz");
  EXPECT_EQ(test::read_bytes(folder / "a.npz"), test::read_bytes(folder / "b.npz"));
}

TEST(Npz, TheWriterKeepsItsOwnCopy) {
  const TemporaryFolder folder;
  NpzWriter writer;
  {
    std::vector<float> values{1, 2};
    writer.add<float>("a", values, {2});
    values = {7, 7};
  }
  writer.write(folder / "a.npz");
  EXPECT_EQ(NpzReader(folder / "a.npz").read<float>("a"), (std::vector<float>{1, 2}));
}

TEST(Npz, ACsrMatrixNamesItsFormat) {
  const TemporaryFolder folder;
  const std::array<std::int32_t, 2> values{5, 6};
  const std::array<std::int32_t, 2> indices{1, 0};
  const std::array<std::int64_t, 4> indptr{0, 1, 1, 2};
  NpzWriter writer;
  writer.add_csr<std::int32_t>(values, indices, indptr, 2);
  writer.write(folder / "a.npz");
  const NpzReader reader(folder / "a.npz");
  EXPECT_EQ(reader.type_of("format"), "|S3");
  EXPECT_EQ(reader.read<std::int64_t>("shape"), (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(reader.read<std::int64_t>("indptr"), (std::vector<std::int64_t>{0, 1, 1, 2}));
}

TEST(Npz, WhatIsMissingOrOfAnotherKindIsNamed) {
  const TemporaryFolder folder;
  write_sample(folder / "a.npz");
  const NpzReader reader(folder / "a.npz");
  EXPECT_NE(
      test::message_of<InputError>([&] { reader.read<double>("alpha"); }).find("lacks the array 'alpha'"),
      std::string::npos);
  EXPECT_NE(test::message_of<InputError>([&] { reader.read<double>("z"); }).find("type <u2; expected <f8"),
            std::string::npos);
  EXPECT_NE(
      test::message_of<InputError>([&] { reader.read_scalar<std::uint16_t>("z"); }).find("single number"),
      std::string::npos);
}

TEST(Npz, EveryTruncationIsRefused) {
  const TemporaryFolder folder;
  write_sample(folder / "a.npz");
  const std::string whole = test::read_bytes(folder / "a.npz");
  for (std::size_t n = 0; n < whole.size(); ++n) {
    test::write_bytes(folder / "cut.npz", whole.substr(0, n));
    EXPECT_THROW(NpzReader(folder / "cut.npz"), InputError) << n << " bytes of " << whole.size();
  }
}

/// Whatever byte of the file is damaged, the arrays are read as they were or refused: never read wrong.
TEST(Npz, NoDamagedByteGoesUnnoticed) {
  const TemporaryFolder folder;
  write_sample(folder / "a.npz");
  const std::string whole = test::read_bytes(folder / "a.npz");
  int refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string bytes = whole;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x41);
    test::write_bytes(folder / "bad.npz", bytes);
    try {
      const NpzReader reader(folder / "bad.npz");
      EXPECT_EQ(reader.read<std::uint16_t>("z"), (std::vector<std::uint16_t>{3, 1, 4, 65535}))
          << "byte " << i;
      EXPECT_EQ(reader.read_scalar<double>("beta"), 0.01) << "byte " << i;
    } catch (const InputError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, static_cast<int>(whole.size()) / 2);
}

/// Writes 2^40 as the size of every member, in the central directory and the local headers.
TEST(Npz, AnAnnouncedSizeThatCannotBeIsRefusedBeforeMemoryIsAskedFor) {
  const TemporaryFolder folder;
  write_sample(folder / "a.npz");
  std::string bytes = test::read_bytes(folder / "a.npz");
  const auto enlarge = [&bytes](std::string_view signature, std::size_t size_at) {
    for (std::size_t at = bytes.find(signature); at != std::string::npos; at = bytes.find(signature, at + 1))
      bytes.replace(at + size_at, 4, "\xff\xff\xff\x7f");
  };
  enlarge(std::string_view("PK\x01\x02", 4), 24);
  enlarge(std::string_view("PK\x03\x04", 4), 22);
  test::write_bytes(folder / "bomb.npz", bytes);
  const std::string message = test::message_of<InputError>([&] { NpzReader(folder / "bomb.npz"); });
  EXPECT_NE(message.find("is more than the file can have"), std::string::npos) << message;
}

TEST(Npz, AFolderIsRefused) {
  const TemporaryFolder folder;
  EXPECT_THROW(NpzReader(folder.path()), InputError);
}

/// The end of an array, as another process would write it.
class EndOfArray : public RestOfArray {
 public:
  explicit EndOfArray(std::vector<std::uint16_t> values) : values_(std::move(values)) {}
  std::uint64_t bytes() const override { return data().size(); }
  std::uint32_t write(const std::filesystem::path& file, std::uint64_t at) const override {
    write_into(file, at, data());
    return crc_of(data());
  }

 private:
  std::span<const char> data() const {
    return {reinterpret_cast<const char*>(values_.data()), values_.size() * sizeof(values_[0])};
  }
  std::vector<std::uint16_t> values_;
};

TEST(Npz, SeveralProcessesWriteTheSameBytesAsOne) {
  const TemporaryFolder folder;
  const std::vector<std::uint16_t> all{3, 1, 4, 1, 5, 9, 2, 6}, first{3, 1, 4}, none;
  const auto write = [&](const char* name, std::span<const std::uint16_t> here, const RestOfArray* rest) {
    NpzWriter writer;
    writer.refer_to("m", here, rest);
    writer.add_scalar("a", 1.5);
    writer.add_scalar("z", 2.5);
    writer.write(folder / name);
    return test::read_bytes(folder / name);
  };
  const std::string whole = write("whole.npz", all, nullptr);
  EXPECT_EQ(NpzReader(folder / "whole.npz").read<std::uint16_t>("m"), all);
  const EndOfArray end({1, 5, 9, 2, 6}), everything(all), nothing({});
  EXPECT_EQ(write("parts.npz", first, &end), whole);
  EXPECT_EQ(write("elsewhere.npz", none, &everything), whole);
  EXPECT_EQ(write("here.npz", all, &nothing), whole);
}

TEST(Npz, AFileThatAnotherProcessCannotWriteDoesNotAppear) {
  struct Failing : EndOfArray {
    Failing() : EndOfArray({1, 2}) {}
    std::uint32_t write(const std::filesystem::path&, std::uint64_t) const override {
      throw ResourceError("the disk is full");
    }
  } const failing;
  const TemporaryFolder folder;
  NpzWriter writer;
  writer.refer_to("m", std::span<const std::uint16_t>(), &failing);
  EXPECT_THROW(writer.write(folder / "a.npz"), ResourceError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Npz, PartsOfArraysAreRead) {
  const TemporaryFolder folder;
  std::vector<std::uint32_t> values(100'000);
  std::iota(values.begin(), values.end(), 7U);
  NpzWriter writer;
  writer.refer_to("m", std::span<const std::uint32_t>(values));
  writer.write(folder / "a.npz");
  const NpzReader reader(folder / "a.npz");
  EXPECT_EQ(reader.size_of("m"), values.size());
  for (const auto& [first, count] :
       {std::pair<std::size_t, std::size_t>{0, 3}, {99'990, 10}, {50'000, 40'000}, {100'000, 0}}) {
    const std::span<const std::uint32_t> part = std::span(values).subspan(first, count);
    EXPECT_EQ(reader.read_part<std::uint32_t>("m", first, count),
              (std::vector<std::uint32_t>(part.begin(), part.end())));
  }
  EXPECT_THROW(reader.read_part<std::uint32_t>("m", 99'990, 11), InputError);
  EXPECT_THROW(reader.read_part<std::uint32_t>("m", 100'001, 0), InputError);
  EXPECT_THROW(reader.read_part<float>("m", 0, 1), InputError);
}

TEST(StoredZip, NumbersBeyond32BitsAreInExtraFields) {
  const StoredMember small{"a.npy", 0xFFFFFFFE, 7, 0}, large{"a.npy", 0xFFFFFFFF, 7, 0x123456789};
  EXPECT_EQ(header_of(small).size(), 35U);
  const std::string header = header_of(large);
  ASSERT_EQ(header.size(), 55U);
  EXPECT_EQ(header[4], 45) << "the version that reads it";
  EXPECT_EQ(header.substr(18, 8), std::string(8, '\xFF'));
  EXPECT_EQ(header.substr(35), std::string("\1\0\20\0\xFF\xFF\xFF\xFF\0\0\0\0\xFF\xFF\xFF\xFF\0\0\0\0", 20));
  const StoredMember members[] = {large};
  EXPECT_EQ(directory_of(members, 0x200000000).size(), 46U + 5 + 28 + 56 + 20 + 22);
  EXPECT_EQ(directory_of(std::span(&small, 1), 100).size(), 46U + 5 + 22);
}

}  // namespace
}  // namespace themata
