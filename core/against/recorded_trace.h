#pragma once
/// What another program recorded of its run: a file of tensors under names of its own.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/files/stored_tensor.h"

namespace vitrine {

enum class RecordedKind : std::uint8_t {
    value,      ///< what was computed
    gradient,   ///< "gradients.NAME"
    parameter,  ///< "parameters.NAME"
};

/// One tensor of the file.
struct RecordedTensor {
    std::string name;  ///< as the file has it
    std::string base;  ///< without "gradients." and "parameters." in front, and "#2" and ":0" behind
    RecordedKind kind = RecordedKind::value;
    int call = 1;        ///< which call of its module it is of: "NAME#2"
    std::string output;  ///< which output of its module it is: "NAME:0"
    StoredTensor stored;
};

/// The tensors of a file in its order. Copies share the bytes.
struct RecordedTrace {
    std::shared_ptr<const void> content{};  ///< of the file; null where the bytes are somebody else's
    std::vector<RecordedTensor> tensors{};
    bool in_order = true;  ///< false: the names are sorted, so that the order says nothing
};

/// Reads safetensors or a NumPy archive, whichever the file's beginning says. Throws Error, one line naming the file, where it is
/// neither, or damaged.
RecordedTrace read_recorded_trace(const std::filesystem::path& path);

/// The same of tensors in this order, wherever they are from.
RecordedTrace recorded_trace(const std::vector<std::pair<std::string, StoredTensor>>& tensors);

/// Whether a file is one of tensors that were computed rather than of weights: none of them is called a weight or a bias, and none
/// is a vector, as gains and biases are, whereas what is computed has a sentence and a place. False where it cannot be read.
bool holds_trace(const std::filesystem::path& path);

/// The numbers of a tensor, row by row. Requires: its type is floating.
std::vector<float> numbers_in(const RecordedTensor& tensor);

}  // namespace vitrine
