#pragma once
/// Progress and cancellation of long writes.

#include <functional>

#include "core/tensor/error.h"

namespace vitrine {

/// Called repeatedly during a write, with the part that is done, 0 … 1. Returns false to stop it.
using GoesOn = std::function<bool(double done)>;

/// Thrown when a write is stopped. The file to be replaced is unchanged.
struct WritingStopped : Error {
    WritingStopped() : Error("stopped") {}
};

/// Throws WritingStopped if goes_on returns false. An empty function never stops.
inline void ask_to_go_on(const GoesOn& goes_on, double done) {
    if (goes_on && !goes_on(done)) throw WritingStopped();
}

}  // namespace vitrine
