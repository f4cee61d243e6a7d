#pragma once
/// Patterns for tensor paths: "*.scores", "encoder.layers.?.norm1*", "logits,*.weights".

#include <string_view>

namespace vitrine {

/// Whether the whole path matches the glob or, where commas separate several, one of them. * stands for any characters including
/// dots, ? for exactly one.
bool matches_glob(std::string_view glob, std::string_view path);

}  // namespace vitrine
