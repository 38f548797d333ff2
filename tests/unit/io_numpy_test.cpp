// NumPy and SciPy read what we write, and we read what NumPy writes.

#include <fmt/core.h>

#include <array>
#include <cstdlib>

#include "support.hpp"
#include "themata/io/error.hpp"
#include "themata/io/npy.hpp"
#include "themata/io/npz.hpp"

namespace themata {
namespace {

using test::TemporaryFolder;

const char* python() {
  const char* named = std::getenv("THEMATA_PYTHON");
  return named == nullptr ? "/usr/bin/python3" : named;
}

/// What a Python program says of a folder, run in it. Its output is read from a file, so that no shell
/// quoting matters.
std::string run_python(const TemporaryFolder& folder, const std::string& program) {
  test::write_bytes(folder / "program.py", program);
  const std::string command =
      fmt::format("cd '{}' && '{}' program.py > said.txt 2>&1", folder.path().string(), python());
  EXPECT_EQ(std::system(command.c_str()), 0) << test::read_bytes(folder / "said.txt");
  return test::read_bytes(folder / "said.txt");
}

class NumPy : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string probe = fmt::format("'{}' -c 'import numpy, scipy.sparse' 2> /dev/null", python());
    if (std::system(probe.c_str()) != 0) GTEST_SKIP() << python() << " has no numpy and scipy";
  }
  TemporaryFolder folder_;
};

TEST_F(NumPy, ReadsOurArrays) {
  const std::array<float, 6> floats{0.5F, 1, -2, 0x1p-30F, 4, 5};
  const std::array<std::uint64_t, 2> longs{1, 18446744073709551615U};
  write_npy<float>(folder_ / "floats.npy", floats, {3, 2});
  write_npy<std::uint64_t>(folder_ / "longs.npy", longs, {2});
  write_npy<std::uint8_t>(folder_ / "empty.npy", {}, {0});
  const std::string said = run_python(folder_,
                                      "import numpy as np\n"
                                      "for name in ('floats', 'longs', 'empty'):\n"
                                      "    a = np.load(name + '.npy')\n"
                                      "    print(a.dtype.str, a.shape, a.tolist())\n"
                                      "print(np.load('floats.npy', mmap_mode='r')[1, 0])\n");
  EXPECT_EQ(said,
            "<f4 (3, 2) [[0.5, 1.0], [-2.0, 9.313225746154785e-10], [4.0, 5.0]]\n"
            "<u8 (2,) [1, 18446744073709551615]\n"
            "|u1 (0,) []\n"
            "-2.0\n");
}

TEST_F(NumPy, ReadsOurArchives) {
  const std::array<std::int32_t, 3> values{5, 6, 7};
  const std::array<std::int32_t, 3> indices{1, 0, 2};
  const std::array<std::int64_t, 4> indptr{0, 1, 1, 3};
  NpzWriter matrix;
  matrix.add_csr<std::int32_t>(values, indices, indptr, 4);
  matrix.write(folder_ / "csr.npz");
  NpzWriter plain;
  plain.add<std::int32_t>("values", values, {3});
  plain.add_scalar("beta", 0.25);
  plain.write(folder_ / "plain.npz");
  const std::string said = run_python(folder_,
                                      "import numpy as np, scipy.sparse as sp\n"
                                      "m = sp.load_npz('csr.npz')\n"
                                      "m.check_format()\n"
                                      "print(type(m).__name__, m.dtype, m.toarray().tolist())\n"
                                      "p = np.load('plain.npz')\n"
                                      "print(sorted(p.files), p['values'].tolist(), float(p['beta']))\n");
  EXPECT_EQ(said,
            "csr_matrix int32 [[0, 5, 0, 0], [0, 0, 0, 0], [6, 0, 7, 0]]\n"
            "['beta', 'values'] [5, 6, 7] 0.25\n");
}

TEST_F(NumPy, IsReadByUs) {
  run_python(folder_,
             "import numpy as np\n"
             "np.save('a.npy', np.arange(6, dtype='<i4').reshape(2, 3))\n"
             "np.save('scalar.npy', np.float64(2.5))\n"
             "np.save('fortran.npy', np.asfortranarray(np.ones((2, 3))))\n"
             "np.save('text.npy', np.array(['ab', 'c']))\n"
             "np.savez('stored.npz', z=np.array([1, 2], '<u2'))\n"
             "np.savez_compressed('deflated.npz', z=np.zeros(100000, '<u2'))\n");
  const MappedArray<std::int32_t> a = map_npy<std::int32_t>(folder_ / "a.npy");
  EXPECT_EQ(a.shape, (Shape{2, 3}));
  EXPECT_EQ(a.values[5], 5);
  EXPECT_EQ(map_npy<double>(folder_ / "scalar.npy").values[0], 2.5);
  EXPECT_THROW(map_npy<double>(folder_ / "fortran.npy"), InputError);
  EXPECT_THROW(map_npy<double>(folder_ / "text.npy"), InputError);
  EXPECT_EQ(NpzReader(folder_ / "stored.npz").read<std::uint16_t>("z"), (std::vector<std::uint16_t>{1, 2}));
  EXPECT_EQ(NpzReader(folder_ / "deflated.npz").read<std::uint16_t>("z").size(), 100000U);
}

}  // namespace
}  // namespace themata
