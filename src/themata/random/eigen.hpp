#pragma once

// What the library takes of Eigen, with sums in one order on every processor: chains and regressions depend
// on them. Nothing includes Eigen without this header (tests/style).

// Long sums are cut to fit the caches. By default Eigen asks the processor for their sizes.
#define EIGEN_NO_CPUID
#define EIGEN_DEFAULT_L1_CACHE_SIZE (32 * 1024)
#define EIGEN_DEFAULT_L2_CACHE_SIZE (256 * 1024)
#define EIGEN_DEFAULT_L3_CACHE_SIZE (2 * 1024 * 1024)

// On AArch64 Eigen multiplies and adds in one rounding, and cuts products into blocks of other sizes than on
// x86-64.
#if defined(__aarch64__)
#define EIGEN_DENSEBASE_PLUGIN "themata/random/eigen_neon-inl.hpp"
#pragma push_macro("__ARM_FEATURE_FMA")
#undef __ARM_FEATURE_FMA
#endif

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#if defined(__aarch64__)
#pragma pop_macro("__ARM_FEATURE_FMA")
#undef vfmaq_n_f64
#undef vfmaq_laneq_f64
#endif
