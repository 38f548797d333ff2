library(testthat)
library(themata)

test_check("themata")
