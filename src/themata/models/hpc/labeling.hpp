#pragma once

namespace themata::hpc {

/// Whether documents have labels from a tree (hpc), or all topics and no labels (pcm).
enum class Labeling { tree, none };

}  // namespace themata::hpc
