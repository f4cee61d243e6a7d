#pragma once
/// What another program recorded of its run: a file of tensors with its own names.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/files/stored_tensor.h"

namespace vitrine {

enum class RecordedKind : std::uint8_t {
    value,      ///< a tensor that was computed
    gradient,   ///< "gradients.NAME"
    parameter,  ///< "parameters.NAME"
};

/// One tensor of the file.
struct RecordedTensor {
    std::string name;  ///< as in the file
    std::string base;  ///< without "gradients." and "parameters." at its start and "#2" and ":0" at its end
    RecordedKind kind = RecordedKind::value;
    int call = 1;        ///< the call of its module: 2 for "NAME#2"
    std::string output;  ///< the output of its module: "0" for "NAME:0"
    StoredTensor stored;
};

/// The tensors of a file, in its order. Copies share the bytes.
struct RecordedTrace {
    std::shared_ptr<const void> content{};  ///< of the file; null where the bytes belong to someone else
    std::vector<RecordedTensor> tensors{};
    bool in_order = true;  ///< false: the names are sorted, so the order says nothing about the computation
};

/// Reads safetensors or a NumPy archive, as the beginning of the file says. Throws Error, one line naming the file, if it is
/// neither or damaged.
RecordedTrace read_recorded_trace(const std::filesystem::path& path);

/// Makes a trace of tensors from any source, in this order.
RecordedTrace recorded_trace(const std::vector<std::pair<std::string, StoredTensor>>& tensors);

/// Whether a file holds computed tensors rather than weights: no name ends with weight or bias, and no tensor is a vector, as
/// gains and biases are; computed tensors have axes for sentences and positions. False if it cannot be read.
bool holds_trace(const std::filesystem::path& path);

/// The numbers of a tensor, row by row. Requires: its type is floating.
std::vector<float> numbers_in(const RecordedTensor& tensor);

}  // namespace vitrine
