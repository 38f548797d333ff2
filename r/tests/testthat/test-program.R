test_that("a program that is not there is named, with what to do", {
  withr_free <- function(code, program = NULL, variable = "", path = "/nowhere") {
    old <- options(themata.program = program)
    before <- Sys.getenv(c("THEMATA_PROGRAM", "PATH"))
    on.exit({
      options(old)
      do.call(Sys.setenv, as.list(before))
    })
    Sys.setenv(THEMATA_PROGRAM = variable, PATH = path)
    code()
  }
  expect_error(withr_free(themata_program), "make release", class = "themata_resource_error")
  expect_error(withr_free(themata_program, program = "/nowhere/themata"),
               "the option themata.program is '/nowhere/themata'",
               class = "themata_resource_error")
  expect_error(withr_free(themata_program, variable = tempdir()), "THEMATA_PROGRAM", class = "themata_resource_error")
})

test_that("the option comes before the variable, and the variable before the path", {
  fake <- tempfile("themata")
  writeLines(c("#!/bin/sh", "echo themata 9.9"), fake)
  Sys.chmod(fake, "755")
  old <- options(themata.program = fake)
  on.exit(options(old))
  expect_identical(themata_program(), normalizePath(fake))
  expect_identical(themata_version(), "9.9")
})

test_that("exit codes become classes of errors, and the message is the program's", {
  fake <- tempfile("themata")
  writeLines(c("#!/bin/sh", "echo 'themata: disk full' >&2", "exit $1"), fake)
  Sys.chmod(fake, "755")
  old <- options(themata.program = fake)
  on.exit(options(old))
  classes <- c("2" = "themata_usage_error", "3" = "themata_input_error", "4" = "themata_resource_error",
               "130" = "themata_interrupted",
               "7" = "themata_error")
  for (code in names(classes)) {
    error <- expect_error(themata_run(code), "^disk full$", class = classes[[code]])
    expect_s3_class(error, "themata_error")
    expect_identical(error$status, as.integer(code))
  }
})

test_that("warnings of the program are warnings of R", {
  fake <- tempfile("themata")
  writeLines(c("#!/bin/sh", "echo 'themata: warning: words are few' >&2", "echo done"), fake)
  Sys.chmod(fake, "755")
  old <- options(themata.program = fake)
  on.exit(options(old))
  expect_warning(out <- themata_run("import"), "^words are few$")
  expect_identical(unclass(out), "done")
  expect_output(print(out), "^done$")
})

test_that("the program itself is run", {
  skip_without_program()
  expect_match(themata_version(), "^[0-9]+\\.[0-9]+\\.[0-9]+$")
  expect_error(themata_run("info", "/nowhere"), "/nowhere", class = "themata_input_error")
  expect_error(themata_run("info", "--no-such-option", "x"), "--no-such-option", class = "themata_usage_error")
})

test_that("values are written as the program reads them", {
  expect_identical(option_arguments(list(burn_in = 1e5, alpha = 0.1, learn = c("alpha", "beta"), drop_ancestors = TRUE,
                                         preserve_case = FALSE, seed = NULL),
                                    switches = c("drop_ancestors", "preserve_case")),
                   c("--burn-in", "100000", "--alpha", "0.1", "--learn", "alpha,beta", "--drop-ancestors"))
  for (value in c(1 / 3, 1e-5, 0.1, 123456.789, 2^60)) expect_identical(as.numeric(number_text(value)), value)
  expect_error(option_arguments(list(3)), "need names", class = "themata_usage_error")
  expect_error(option_arguments(list(seed = 1, seed = 2)), "twice", class = "themata_usage_error")
  expect_error(option_arguments(list(seed = NA)), "`seed`", class = "themata_usage_error")
  expect_error(option_arguments(list(output = "x"), "output"), "cannot be given", class = "themata_usage_error")
})

test_that("a logical is no value of an option, and a switch is one", {
  expect_error(option_arguments(list(topics = TRUE)), "`topics` is TRUE; expected a number or a text", fixed = TRUE,
               class = "themata_usage_error")
  expect_error(option_arguments(list(topics = FALSE)), "`topics` is FALSE", class = "themata_usage_error")
  expect_identical(option_arguments(list(stem = "english", transpose = TRUE), switches = "transpose"),
                   c("--stem", "english", "--transpose"))
})

test_that("numbers have a decimal point whatever R prints", {
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_identical(option_arguments(list(alpha = 0.1)), c("--alpha", "0.1"))
  expect_identical(as.numeric(number_text(1e-5)), 1e-5)
})

test_that("a tilde is the home folder in options that name files", {
  home <- path.expand("~/x")
  for (name in c("seeds", "alpha_weights", "beta_weights", "start_from", "stop_words", "extra_stop_words", "tree")) {
    expect_identical(option_arguments(stats::setNames(list("~/x"), name))[2], home)
  }
})
