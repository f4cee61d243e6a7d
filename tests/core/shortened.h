#pragma once
/// Samples as tests can run them: one of them is thousands of words long.

#include <algorithm>

#include "core/io/model.h"

namespace vitrine::tests {

/// The first `length` tokens of every sentence.
inline IndexTensor first_tokens(const IndexTensor& sentences, Size length) {
    if (sentences.empty()) return {Axis::batch, Axis::position};
    IndexTensor cut{Axis::batch, Axis::position};
    cut.resize({sentences.size(0), std::min(length, sentences.size(1))});
    for (Size b = 0; b < cut.size(0); ++b) {
        for (Size i = 0; i < cut.size(1); ++i) cut.at({b, i}) = sentences.at({b, i});
    }
    return cut;
}

/// The model with sources of at most so many tokens; the rest is cut off.
inline Model shortened(Model model, Size length) {
    model.batch.src = first_tokens(model.batch.src, length);
    return model;
}

}  // namespace vitrine::tests
