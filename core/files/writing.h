#pragma once
/// Writing that takes a while: whoever asks for it hears how far it is, and can stop it.

#include <functional>

#include "core/tensor/error.h"

namespace vitrine {

/// Asked again and again while something is written, with the share of it that is done, 0 … 1; false stops it.
using GoesOn = std::function<bool(double done)>;

/// Thrown where writing was stopped. What it was to replace is as it was.
struct WritingStopped : Error {
    WritingStopped() : Error("stopped") {}
};

/// Throws WritingStopped where it is not to go on; an empty function lets everything go on.
inline void ask_to_go_on(const GoesOn& goes_on, double done) {
    if (goes_on && !goes_on(done)) throw WritingStopped();
}

}  // namespace vitrine
