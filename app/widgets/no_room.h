#pragma once
/// What is printed where its words do not fit.

#include "core/tensor/error.h"

namespace vitrine {

/// A figure is too narrow for its words: which ones, without a full stop. Whoever prints it adds how wide is enough.
struct NoRoom : Error {
    using Error::Error;
};

}  // namespace vitrine
