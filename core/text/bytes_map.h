#pragma once
/// Words as keys.

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vitrine {

struct BytesHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view bytes) const { return std::hash<std::string_view>()(bytes); }
};

/// A map from bytes that is asked for views of them.
template <class Value>
using BytesMap = std::unordered_map<std::string, Value, BytesHash, std::equal_to<>>;

}  // namespace vitrine
