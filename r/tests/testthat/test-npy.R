bytes_of <- function(values, size, endian = "little") writeBin(values, raw(), size = size, endian = endian)

test_that("numbers of every type are read, of either byte order", {
  reals <- c(-1.5, 0, 2^20)
  wholes <- c(-3L, 0L, 100L)
  for (endian in c("little", "big")) {
    mark <- if (endian == "big") ">" else "<"
    for (size in c(4, 8)) {
      expect_equal(read_npy(npy_file(bytes_of(reals, size, endian), paste0(mark, "f", size), 3)), reals)
    }
    for (size in c(1, 2, 4)) {
      expect_identical(read_npy(npy_file(bytes_of(wholes, size, endian), paste0(mark, "i", size), 3)), wholes)
    }
  }
  expect_identical(read_npy(npy_file(as.raw(c(0, 200)), "|u1", 2)), c(0L, 200L))
  expect_identical(read_npy(npy_file(as.raw(c(0xff, 0xff)), "<u2", 1)), 65535L)
  expect_identical(read_npy(npy_file(as.raw(c(1, 0)), "|b1", 2)), c(TRUE, FALSE))
  expect_identical(read_npy(npy_file(as.raw(rep(0xff, 4)), "<u4", 1)), 2^32 - 1)
  expect_identical(read_npy(npy_file(as.raw(c(0, 0, 0, 0x80)), "<i4", 1)), -2^31)
})

test_that("whole numbers of 8 bytes are exact up to 2^53 and refused beyond", {
  expect_identical(read_npy(npy_file(c(little(2^40 + 3, 8), little(7, 8)), "<u8", 2)), c(2^40 + 3, 7))
  expect_identical(read_npy(npy_file(as.raw(c(0xfe, rep(0xff, 7))), "<i8", 1)), -2)
  expect_identical(read_npy(npy_file(rev(little(2^33, 8)), ">i8", 1)), 2^33)
  expect_error(read_npy(npy_file(as.raw(rep(0xff, 8)), "<u8", 1)), "beyond 2\\^53", class = "themata_input_error")
})

test_that("arrays keep their shape in C and in Fortran order", {
  expected <- array(1:24, c(2, 3, 4))
  by_row <- bytes_of(as.vector(aperm(expected)), 4)
  expect_identical(read_npy(npy_file(by_row, "<i4", c(2, 3, 4))), expected)
  expect_identical(read_npy(npy_file(bytes_of(1:24, 4), "<i4", c(2, 3, 4), fortran = TRUE)), expected)
  expect_identical(read_npy(npy_file(bytes_of(1:3, 4), "<i4", c(1, 3))), matrix(1:3, 1))
  expect_identical(read_npy(npy_file(bytes_of(5, 8), "<f8", integer(), version = 2)), 5)
  expect_identical(dim(read_npy(npy_file(raw(), "<f4", c(0, 3)))), c(0L, 3L))
})

test_that("archives are read, stored and deflated", {
  entries <- list(theta = npy_bytes(bytes_of(as.numeric(1:6), 4), "<f4", c(2, 3)),
                  sweep = npy_bytes(little(100, 8), "<i8", 1),
                  format = npy_bytes(charToRaw("csr"), "|S3", integer()))
  for (deflated in c(FALSE, TRUE)) {
    file <- npz_file(entries, deflated)
    expect_equal(read_npz(file), list(theta = matrix(1:6 + 0, 2, byrow = TRUE), sweep = 100))
    expect_equal(read_npz(file, "sweep"), list(sweep = 100))
  }
  expect_error(read_npz(npz_file(entries), "phi"), "has no array 'phi'; it has theta, sweep, format",
               class = "themata_input_error")
})

test_that("what is not such a file is refused by name", {
  file <- tempfile(fileext = ".npy")
  writeLines("topic\ttokens", file)
  expect_error(read_npy(file), "is not a .npy file", class = "themata_input_error")
  expect_error(read_npz(file), "is not a .npz archive", class = "themata_input_error")
  expect_error(read_npy(tempfile()), "does not exist", class = "themata_input_error")
  expect_error(read_npy(npy_file(raw(4), "<f4", 3)), "truncated", class = "themata_input_error")
  expect_error(read_npy(npy_file(raw(8), "<c8", 1)), "'<c8'", class = "themata_input_error")
  expect_error(read_npy(npy_file(raw(2), "<f2", 1)), "'<f2'", class = "themata_input_error")
  expect_error(read_npy(7), "`file` is 7; expected one text", class = "themata_usage_error")
})
