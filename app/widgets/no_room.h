#pragma once
/// The error for printing something whose words do not fit.

#include "core/tensor/error.h"

namespace vitrine {

/// A figure is too narrow for its words: names them, without a full stop. Whoever prints it adds the width that would be enough.
struct NoRoom : Error {
    using Error::Error;
};

}  // namespace vitrine
