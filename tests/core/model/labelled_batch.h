#pragma once
/// A small batch with labels, for the edits of whole sentences.

#include "core/model/batch.h"
#include "core/model/sentence.h"

namespace vitrine::tests {

inline constexpr std::int32_t pad = 0, bos = 1, eos = 2;

inline Configuration small() {
    Configuration c;
    c.src_vocab_size = 12;
    c.tgt_vocab_size = 15;
    c.pad_src = c.pad_tgt = pad, c.bos = bos, c.eos = eos;
    return c;
}

inline Batch two_sentences() {
    Batch batch;
    pad_together({{3, 4, 5}, {6, 7}}, pad, batch.src);
    pad_together({{bos, 8, 9}, {bos, 10, 11, 12}}, pad, batch.tgt);
    pad_together({{8, 9, eos}, {10, 11, 12, eos}}, pad, batch.labels);
    return batch;
}

inline Sentence row(const IndexTensor& tokens, Size sentence) {
    const std::int32_t* first = tokens.data() + sentence * tokens.size(1);
    return {first, first + tokens.size(1)};
}

}  // namespace vitrine::tests
