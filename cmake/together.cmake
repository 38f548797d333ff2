# Compiles the sources of a target by eights of a folder, so that a header which all of them include is read once: a build from
# nothing takes less than half the time. What Highway compiles several times includes itself, and stays alone. Names of one
# source are therefore known in the next, and must not be the same, in tests too.
#
# CMake's own unity builds name the sources by their absolute paths, so that in another clone ccache would know none of
# them.
function(compile_together TARGET)
  if(NOT THEMATA_TOGETHER)
    return()
  endif()
  set(TOGETHER ${CMAKE_CURRENT_BINARY_DIR}/together)
  set(GROUPS "")
  set(LAST_FOLDER "")
  foreach(SOURCE ${ARGN})
    file(STRINGS ${SOURCE} OF_HIGHWAY REGEX HWY_TARGET_INCLUDE LIMIT_COUNT 1)
    if(OF_HIGHWAY)
      continue()
    endif()
    cmake_path(GET SOURCE PARENT_PATH FOLDER)
    if(NOT FOLDER STREQUAL LAST_FOLDER)
      set(LAST_FOLDER ${FOLDER})
      set(COUNT 0)
    endif()
    math(EXPR EIGHT "${COUNT} / 8")
    math(EXPR COUNT "${COUNT} + 1")
    cmake_path(RELATIVE_PATH FOLDER BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE NAME)
    string(MAKE_C_IDENTIFIER "${NAME}_${EIGHT}" GROUP)
    cmake_path(RELATIVE_PATH SOURCE BASE_DIRECTORY ${TOGETHER} OUTPUT_VARIABLE FROM_THERE)
    list(APPEND GROUPS ${GROUP})
    string(APPEND TEXT_${GROUP} "#include \"${FROM_THERE}\"\n")
    set_source_files_properties(${SOURCE} PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()
  list(REMOVE_DUPLICATES GROUPS)
  foreach(GROUP ${GROUPS})
    file(CONFIGURE OUTPUT ${TOGETHER}/${GROUP}.cpp CONTENT "${TEXT_${GROUP}}" @ONLY)
    target_sources(${TARGET} PRIVATE ${TOGETHER}/${GROUP}.cpp)
  endforeach()
endfunction()

# Reads the headers that most of the library's and the program's sources include once, beforehand.
function(precompile_headers TARGET)
  if(THEMATA_TOGETHER)
    target_precompile_headers(${TARGET} PRIVATE <algorithm> <array> <atomic> <cmath> <deque> <filesystem> <functional> <map>
      <memory> <mutex> <numeric> <optional> <set> <span> <string> <thread> <utility> <variant> <vector> <fmt/format.h>
      <nlohmann/json.hpp>)
  endif()
endfunction()
