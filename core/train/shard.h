#pragma once
/// A part of a batch, trained on by a thread of its own.

#include <exception>

#include "core/model/parameter_buffer.h"
#include "core/model/transformer.h"

namespace vitrine {

/// Made by the thread that will use it, so that its memory lies near that thread's core.
struct Shard {
    explicit Shard(const Configuration& configuration) : parameter_gradients(configuration) {}

    Batch batch;
    Activations activations, gradients;
    ParameterBuffer parameter_gradients;
};

/// Part number `index` of `parts` of a batch's sentences, as padded as the whole.
void take_sentences(const Batch& whole, std::size_t index, std::size_t parts, Batch& part);

/// How many labels are not padding.
Size count_labels(const IndexTensor& labels, std::int32_t pad);

/// Calls body(i) for i = 0 … count − 1 at the same time, always on the same thread for the same i. What one of them throws is
/// thrown again when all are done. A single one is called by the calling thread, whose loops are then free to use the others.
template <class Body>
void side_by_side(std::size_t count, Body&& body) {
    if (count == 1) return body(std::size_t{0});
    std::exception_ptr problem;
    const int team = static_cast<int>(count);
#pragma omp parallel for schedule(static, 1) num_threads(team)
    for (std::size_t i = 0; i < count; ++i) {
        try {
            body(i);
        } catch (...) {
#pragma omp critical
            problem = std::current_exception();
        }
    }
    if (problem) std::rethrow_exception(problem);
}

}  // namespace vitrine
