#pragma once
/// Numbers from a run of somebody else's program, which show which answers are right.

#include <filesystem>
#include <optional>
#include <string>

#include "core/foreign/foreign_tensor.h"
#include "core/model/batch.h"

namespace vitrine {

enum class LogitsKind : std::uint8_t {
    logits,
    log_probabilities,  ///< log softmax of the logits, as given by The Annotated Transformer's generator
    probabilities,
};

/// The logits that a reference has for a batch, as B × T × V in order.
struct Reference {
    std::string name;  ///< of the tensor
    LogitsKind kind = LogitsKind::logits;
    std::vector<Scalar> numbers;
    Size sentences = 0, length = 0, words = 0;
};

/// Reads safetensors or an NPZ archive: the tensor named logits, or else the one with a number for every token of the vocabulary
/// at every position of the batch's targets, batch first or second. Throws Error naming the file if there is none, or if there
/// are several.
Reference read_reference(const std::filesystem::path& path, const Batch& batch, Size words);

/// The number of tokens for which a file has logits of this batch: `expected` if a tensor has this shape; otherwise that of the
/// only tensor of such a shape, or of the one whose name says best that it is logits. 0: there is none, or it is not clear which.
/// Throws Error if the file cannot be read.
Size words_in_reference(const std::filesystem::path& path, const Batch& batch, Size expected);

/// How far a run's logits [B, T, V] are from a reference.
struct Deviation {
    double largest = 0;  ///< the largest |a − b| / max(1, |b|), where b is the reference; ∞ if a number is not finite
    Size sentence = 0, place = 0, word = 0;
    Size compared = 0;      ///< the number of numbers that count
    Size at_padding = 0;    ///< how many more are in rows of padding
    double of_padding = 0;  ///< the largest in rows of padding, which do not count
};

/// Compares all rows except those whose target token is `padding`.
Deviation deviation_from(const Reference& reference, const Tensor& logits, const Batch& batch, std::int32_t padding);

}  // namespace vitrine
