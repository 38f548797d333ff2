# Writes OUTPUT, a header that names the commit of SOURCE; left as it is where it says so already.
# usage: cmake -DSOURCE=FOLDER -DOUTPUT=FILE -P commit.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE FAILED)
if(FAILED)
  set(COMMIT "unknown (not built in a clone)")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#pragma once\n#define THEMATA_COMMIT \"@COMMIT@\"\n" @ONLY)
