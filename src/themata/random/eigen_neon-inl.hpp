// Eigen includes this inside of a class, after its operations on NEON vectors and before its products of
// matrices (eigen.hpp). There is nothing but macros: products take blocks as on processors without fused
// operations, and their own fused ones become two operations.
#undef EIGEN_HAS_SINGLE_INSTRUCTION_MADD
#undef vfmaq_n_f64
#undef vfmaq_laneq_f64
#define vfmaq_n_f64(sum, a, b) vaddq_f64(sum, vmulq_n_f64(a, b))
#define vfmaq_laneq_f64(sum, a, b, lane) vaddq_f64(sum, vmulq_laneq_f64(a, b, lane))
