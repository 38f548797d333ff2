#pragma once

#include "themata/io/error.hpp"

namespace themata {

/// Thrown by work that was asked to stop and has no result yet.
struct Cancelled : Error {
  Cancelled() : Error("was cancelled") {}
};

/// A chain needs more topics than `max-topics` allows.
struct TopicLimitError : ResourceError {
  using ResourceError::ResourceError;
};

}  // namespace themata
