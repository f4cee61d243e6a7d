#pragma once
/// Which tensors someone means: "*.scores", "encoder.layers.?.norm1*".

#include <string_view>

namespace vitrine {

/// Whether the whole path fits the glob: * stands for any characters, dots too, ? for exactly one.
bool fits_glob(std::string_view glob, std::string_view path);

}  // namespace vitrine
