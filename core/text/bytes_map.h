#pragma once
/// Hash maps with byte strings as keys.

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vitrine {

struct BytesHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view bytes) const { return std::hash<std::string_view>()(bytes); }
};

/// A map with byte strings as keys that can be searched with views.
template <class Value>
using BytesMap = std::unordered_map<std::string, Value, BytesHash, std::equal_to<>>;

}  // namespace vitrine
