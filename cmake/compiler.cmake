# Flags that every target of the project shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3")

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  # Without it ccache does not keep what was compiled with headers that were compiled beforehand.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC collects garbage from 128 MB on, for a tenth of its time; what is compiled together needs more anyway.
  add_compile_options(--param=ggc-min-heapsize=600000)
endif()

add_library(themata_flags INTERFACE)
# Contraction to fused multiply-add would give other bits on machines that have it; -march=native would too.
target_compile_options(themata_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -ffp-contract=off
  # GCC 12 raises these falsely, inside fmt and where two strings are added.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow$<SEMICOLON>-Wno-restrict>
  # Clang from 17 on raises it inside stable_sort of GCC 12's library; GCC looks for deprecated functions in our sources.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(THEMATA_SANITIZE)
  # With sanitizers GCC 12 raises the warning falsely, more so the fewer checks there are.
  target_compile_options(themata_flags INTERFACE -fsanitize=${THEMATA_SANITIZE} -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(THEMATA_SANITIZE_NOT)
    target_compile_options(themata_flags INTERFACE -fno-sanitize=${THEMATA_SANITIZE_NOT})
  endif()
  target_link_options(themata_flags INTERFACE -fsanitize=${THEMATA_SANITIZE})
endif()

# Of Random123 we use Philox, which needs none of the intrinsics whose headers are longer than most sources.
target_compile_definitions(themata_flags INTERFACE
  R123_USE_X86INTRIN_H=0 R123_USE_SSE=0 R123_USE_SSE4_1=0 R123_USE_SSE4_2=0 R123_USE_AES_NI=0)

# Highway compiles each kernel for several instruction sets and picks at run time; this is the least of them. None that
# lies between those named in docs/architecture.md is worth its compile time.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(themata_flags INTERFACE -march=x86-64-v2)
  # A fuzzer looks for crashes of readers, and each further set would cost it minutes of compile time.
  target_compile_definitions(themata_flags INTERFACE
    "HWY_DISABLED_TARGETS=(HWY_SCALAR|HWY_EMU128|HWY_SSE4|HWY_AVX3_DL$<$<BOOL:${THEMATA_FUZZ}>:|HWY_AVX2|HWY_AVX3>)")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  # NEON alone: SVE's vectors have no size when the kernels are compiled, which keep theirs in structs.
  target_compile_definitions(themata_flags INTERFACE
    "HWY_DISABLED_TARGETS=(HWY_SCALAR|HWY_EMU128|HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128)")
endif()
