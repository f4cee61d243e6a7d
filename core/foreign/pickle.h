#pragma once
/// Reads Python's pickles as data. A pickle is a program for a stack machine, but none of the code that it names is executed
/// here. Opcodes and classes must be in a fixed list (core/foreign/pickle_classes.h); all others are refused by name.
///
/// Source: Lib/pickletools.py of Python 3.12, protocols 0 to 5.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/foreign/foreign_tensor.h"

namespace vitrine {

using PickleId = std::uint32_t;

/// A value of a pickle. Values refer to each other by number, because a list may contain itself, and so that nothing needs
/// recursion.
struct PickleValue {
    enum class Kind : std::uint8_t { none, boolean, integer, text, tuple, list, dictionary, name, storage, tensor, other };

    Kind kind = Kind::none;
    std::int64_t integer = 0;          ///< an integer or boolean; for a tensor or a storage its number
    std::string_view text{};           ///< a text, or a name: "collections.OrderedDict"
    std::vector<PickleId> items = {};  ///< in a dictionary key, value, key, value, …
};

/// A storage that a pickle refers to; its bytes are in a file of their own.
struct PickledStorage {
    std::string_view key;  ///< the name of its file
    StoredType type = StoredType::f32;
    Size count = 0;  ///< in numbers
};

/// A tensor as a pickle has it, without its numbers.
struct PickledTensor {
    std::size_t storage = 0;
    ForeignTensor view;  ///< within the storage's count
};

struct Pickle {
    std::vector<PickleValue> values;
    std::vector<PickledStorage> storages;
    std::vector<PickledTensor> tensors;
    PickleId top = 0;  ///< the value that was pickled

    const PickleValue& at(PickleId id) const { return values[id]; }
};

/// Throws Error, prefixed with `where`, if an opcode or a class is not in the list, or if the pickle is cut off or malformed.
/// Takes memory in proportion to the pickle's length. Texts are views of `bytes`.
Pickle read_pickle(std::string_view bytes, const std::string& where);

}  // namespace vitrine
