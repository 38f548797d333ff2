#include <fmt/core.h>

#include <array>
#include <cstring>
#include <numeric>

#include "support.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"

namespace themata {
namespace {

using test::TemporaryFolder;

/// A .npy file with this dictionary, padded to an aligned header as NumPy does.
std::string npy_with(const std::string& dictionary, const std::string& data) {
  std::string text = dictionary;
  text.append((64 - (10 + text.size() + 1) % 64) % 64, ' ');
  text.push_back('\n');
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes.push_back(static_cast<char>(text.size() & 0xff));
  bytes.push_back(static_cast<char>(text.size() >> 8));
  return bytes + text + data;
}

std::string refusal_of(const std::string& bytes) {
  return test::message_of<InputError>([&] { parse_npy(bytes, "a.npy"); });
}

TEST(Npy, AnArrayComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  std::vector<double> values(6);
  std::iota(values.begin(), values.end(), -2.5);
  write_npy<double>(folder / "a.npy", values, {2, 3});
  const MappedArray<double> back = map_npy<double>(folder / "a.npy");
  EXPECT_EQ(back.shape, (Shape{2, 3}));
  EXPECT_EQ(std::vector<double>(back.values.begin(), back.values.end()), values);
}

TEST(Npy, AnEmptyArrayAndAScalarComeBack) {
  const TemporaryFolder folder;
  write_npy<std::uint32_t>(folder / "empty.npy", {}, {0, 7});
  const std::array<std::int64_t, 1> one{-9};
  write_npy<std::int64_t>(folder / "scalar.npy", one, {});
  EXPECT_EQ(map_npy<std::uint32_t>(folder / "empty.npy").shape, (Shape{0, 7}));
  const auto scalar = map_npy<std::int64_t>(folder / "scalar.npy");
  EXPECT_TRUE(scalar.shape.empty());
  ASSERT_EQ(scalar.values.size(), 1U);
  EXPECT_EQ(scalar.values[0], -9);
}

TEST(Npy, DataBeginsAtAMultipleOf64WhateverTheShape) {
  for (std::size_t n = 1; n < 1'000'000'000'000; n *= 7) {
    const std::string header = npy_header("<f4", {n, n, n, n});
    EXPECT_EQ(header.size() % 64, 0U) << n;
    EXPECT_EQ(header.back(), '\n');
  }
}

TEST(Npy, EveryTruncationIsRefused) {
  const std::string whole = npy_header("<u2", {4}) + "12345678";
  ASSERT_EQ(parse_npy(whole, "a.npy").count(), 4U);
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_THROW(parse_npy({whole.data(), n}, "a.npy"), InputError) << n << " bytes";
  EXPECT_NE(refusal_of(whole + "9").find("has 9 bytes of data; its header says 8"), std::string::npos);
}

TEST(Npy, AHostileHeaderIsRefusedWithItsReason) {
  const auto refused = [](const std::string& shape, const char* reason) {
    const std::string message =
        refusal_of(npy_with("{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }", ""));
    EXPECT_NE(message.find(reason), std::string::npos) << shape << ": " << message;
    EXPECT_EQ(message.find("a.npy: "), 0U) << message;
  };
  refused("(999999999999999999, 999999999999999999)", "shape cannot be read or is too large");
  refused("(9999999999999999999999)", "shape cannot be read or is too large");
  refused("(-1,)", "shape cannot be read or is too large");
  refused("(1 2)", "shape cannot be read or is too large");
  refused("(1, 2", "shape cannot be read or is too large");
  refused("(3,)", "has 0 bytes of data; its header says 24");
  refused("(0,)}, 'more': (1,)", "wrong end");
}

TEST(Npy, OtherOrdersTypesAndVersionsAreRefused) {
  EXPECT_NE(refusal_of(npy_with("{'descr': '<f8', 'fortran_order': True, 'shape': (0,), }", ""))
                .find("Fortran order"),
            std::string::npos);
  EXPECT_NE(refusal_of(npy_with("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (0,), }", ""))
                .find("plain element type"),
            std::string::npos);
  std::string later = npy_header("<f8", {0});
  later[6] = 2;
  EXPECT_NE(refusal_of(later).find("version 1.0"), std::string::npos);
  EXPECT_NE(refusal_of("PK\x03\x04 something else altogether").find("version 1.0"), std::string::npos);
}

TEST(Npy, AHeaderOf64KilobytesNeitherCrashesNorPasses) {
  const std::string ones = [] {
    std::string text = "(";
    for (int i = 0; i < 20'000; ++i) text += "1, ";
    return text + "1)";
  }();
  const std::string sparse = "{'descr': '<f8', 'fortran_order': False, 'shape': " + ones + ", }";
  EXPECT_EQ(parse_npy(npy_with(sparse, std::string(8, '\0')), "a.npy").shape.size(), 20'001U);
  const std::string endless = npy_with("{'descr': '" + std::string(60'000, '<'), "");
  EXPECT_NE(refusal_of(endless).find("cannot be read"), std::string::npos);
}

TEST(Npy, AnotherElementTypeIsNamed) {
  const TemporaryFolder folder;
  write_npy<float>(folder / "a.npy", {}, {0});
  const std::string message = test::message_of<InputError>([&] { map_npy<double>(folder / "a.npy"); });
  EXPECT_NE(message.find("a.npy: has elements of type <f4; expected <f8"), std::string::npos) << message;
}

TEST(Npy, UnalignedDataIsNotMapped) {
  const TemporaryFolder folder;
  const std::string dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += {static_cast<char>(dictionary.size()), '\0'};
  test::write_bytes(folder / "a.npy", bytes + dictionary + "12345678");
  ASSERT_NE((bytes.size() + dictionary.size()) % sizeof(double), 0U);
  EXPECT_THROW(map_npy<double>(folder / "a.npy"), InputError);
}

TEST(Npy, AMissingFileAFolderAndAPipeAreRefused) {
  const TemporaryFolder folder;
  EXPECT_THROW(map_npy<double>(folder / "none.npy"), InputError);
  EXPECT_THROW(map_npy<double>(folder.path()), InputError);
  ASSERT_EQ(std::system(fmt::format("mkfifo '{}'", (folder / "pipe.npy").string()).c_str()), 0);
  EXPECT_THROW(map_npy<double>(folder / "pipe.npy"), InputError);
}

}  // namespace
}  // namespace themata
