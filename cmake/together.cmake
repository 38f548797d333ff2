# Adds sources to a target. With THEMATA_TOGETHER they are compiled together, so that headers are read and templates
# instantiated once for all of them: a build from nothing takes half the time. Names of one source are then known in the next,
# so two of them must not define the same one, in tests too. What Highway compiles for several instruction sets includes
# itself, and stays alone.
#
# The sources are cut, in their order, into pieces of about the same size. To compile a piece takes up to 1.5 GB of memory;
# after a change of one source its piece is compiled again.
#
# CMake's own unity builds name the sources by their absolute paths, so that in another clone ccache would know none of
# them.
set(THEMATA_PIECE_BYTES 200000 CACHE STRING "Most that is compiled together, in bytes of sources")

# usage: compile_together(TARGET NAME SOURCE...)   NAME is that of the pieces
function(compile_together TARGET NAME)
  target_sources(${TARGET} PRIVATE ${ARGN})
  if(NOT THEMATA_TOGETHER)
    return()
  endif()
  set(SOURCES "")
  set(TOTAL 0)
  foreach(SOURCE ${ARGN})
    file(STRINGS ${SOURCE} OF_HIGHWAY REGEX HWY_TARGET_INCLUDE LIMIT_COUNT 1)
    if(NOT OF_HIGHWAY)
      list(APPEND SOURCES ${SOURCE})
      file(SIZE ${SOURCE} BYTES)
      math(EXPR TOTAL "${TOTAL} + ${BYTES}")
    endif()
  endforeach()
  math(EXPR N_PIECES "(${TOTAL} + ${THEMATA_PIECE_BYTES} - 1) / ${THEMATA_PIECE_BYTES}")
  set(TOGETHER ${CMAKE_CURRENT_BINARY_DIR}/together)
  set(BEFORE 0)
  set(PIECES "")
  foreach(SOURCE ${SOURCES})
    math(EXPR PIECE "${BEFORE} * ${N_PIECES} / ${TOTAL}")
    file(SIZE ${SOURCE} BYTES)
    math(EXPR BEFORE "${BEFORE} + ${BYTES}")
    cmake_path(RELATIVE_PATH SOURCE BASE_DIRECTORY ${TOGETHER} OUTPUT_VARIABLE FROM_THERE)
    string(APPEND TEXT_${PIECE} "#include \"${FROM_THERE}\"\n")
    list(APPEND PIECES ${PIECE})
    set_source_files_properties(${SOURCE} PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
  list(REMOVE_DUPLICATES PIECES)
  foreach(PIECE ${PIECES})
    file(CONFIGURE OUTPUT ${TOGETHER}/${NAME}_${PIECE}.cpp CONTENT "${TEXT_${PIECE}}" @ONLY)
    target_sources(${TARGET} PRIVATE ${TOGETHER}/${NAME}_${PIECE}.cpp)
  endforeach()
endfunction()

# Reads the headers that most of the library's and the program's sources include once, beforehand.
function(precompile_headers TARGET)
  if(THEMATA_TOGETHER)
    target_precompile_headers(${TARGET} PRIVATE <algorithm> <array> <atomic> <cmath> <deque> <filesystem> <functional> <map>
      <memory> <mutex> <numeric> <optional> <set> <span> <string> <thread> <utility> <variant> <vector> <fmt/core.h>
      <nlohmann/json.hpp>)
  endif()
endfunction()
