#pragma once
/// Numbers of somebody else's run, which tell which answers are right.

#include <filesystem>
#include <optional>
#include <string>

#include "core/foreign/foreign_tensor.h"
#include "core/model/batch.h"

namespace vitrine {

enum class LogitsKind : std::uint8_t {
    logits,
    log_probabilities,  ///< log softmax of the logits, as The Annotated Transformer's generator gives
    probabilities,
};

/// The logits that a reference has for a batch, as B × T × V in order.
struct Reference {
    std::string name;  ///< of the tensor
    LogitsKind kind = LogitsKind::logits;
    std::vector<Scalar> numbers;
    Size sentences = 0, length = 0, words = 0;
};

/// Reads safetensors or an NPZ archive: the tensor named logits, or else the one that has a number for every word of the vocabulary
/// at every place of the batch's targets, batch first or second. Throws Error naming the file where there is none, or several.
Reference read_reference(const std::filesystem::path& path, const Batch& batch, Size words);

/// For how many words a file has logits of this batch: for `expected` if a tensor has their shape, otherwise as many as the tensor
/// has whose name says best that it is logits, or which is alone. 0: there is none, or it is not clear. Throws Error where the file
/// cannot be read.
Size words_in_reference(const std::filesystem::path& path, const Batch& batch, Size expected);

/// How far a run's logits [B, T, V] are from a reference.
struct Deviation {
    double largest = 0;  ///< of |a − b| / max(1, |b|), b the reference; ∞ where a number is not finite
    Size sentence = 0, place = 0, word = 0;
    Size compared = 0;      ///< how many numbers
    Size at_padding = 0;    ///< how many more there are in rows of padding
    double of_padding = 0;  ///< the largest of the rows of padding, which do not count
};

/// Compares every row but those whose target token is `padding`.
Deviation deviation_from(const Reference& reference, const Tensor& logits, const Batch& batch, std::int32_t padding);

}  // namespace vitrine
