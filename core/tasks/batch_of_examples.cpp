#include <algorithm>

#include "core/tasks/task.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// A text to be read token by token: what is given and what is asked for, between beginning and end, if there are these.
class FramedText {
public:
    FramedText(const Sentence* given, const Sentence& asked, const SpecialTokens& tokens)
        : given_(given), asked_(asked), tokens_(tokens) {}

    Size length() const { return first_asked() + static_cast<Size>(asked_.size()) + (tokens_.eos != no_token); }
    /// The position of the first token that is asked for.
    Size first_asked() const { return begins() + given(); }
    std::int32_t operator[](Size place) const {
        if (place < begins()) return tokens_.bos;
        if (place < first_asked()) return (*given_)[static_cast<std::size_t>(place - begins())];
        const auto word = static_cast<std::size_t>(place - first_asked());
        return word < asked_.size() ? asked_[word] : tokens_.eos;
    }

private:
    Size begins() const { return tokens_.bos != no_token; }
    Size given() const { return given_ ? static_cast<Size>(given_->size()) : 0; }

    const Sentence* given_;  // null: nothing is given
    const Sentence& asked_;
    const SpecialTokens& tokens_;
};

void require_padding(bool lengths_differ, std::int32_t pad, const char* side) {
    if (lengths_differ && pad == no_token)
        throw Error(std::string("the model has no padding, and the ") + side + "s are not all equally long");
}

/// The longest of some lengths, and whether they differ.
struct Longest {
    Size length = 0;
    bool differ = false;

    void add(Size other) {
        differ |= length > 0 && other != length;
        length = std::max(length, other);
    }
};

/// Resizes tokens and fills them with padding.
void clear(Size sentences, Size length, std::int32_t pad, IndexTensor& tokens) {
    tokens.resize({sentences, length});
    tokens.fill(pad);
}

void make_sources(std::span<const Example> examples, std::int32_t pad, IndexTensor& src) {
    Longest longest;
    for (const Example& example : examples) longest.add(static_cast<Size>(example.source.size()));
    require_padding(longest.differ, pad, "source");
    clear(static_cast<Size>(examples.size()), longest.length, pad, src);
    for (std::size_t i = 0; i < examples.size(); ++i)
        std::ranges::copy(examples[i].source, src.data() + static_cast<Size>(i) * longest.length);
}

/// Makes the decoder's input and labels. `after_sources`: its input begins with the source.
void make_targets(std::span<const Example> examples, const SpecialTokens& tokens, bool after_sources, Batch& batch) {
    const auto framed = [&](const Example& example) {
        return FramedText(after_sources ? &example.source : nullptr, example.target, tokens);
    };
    Longest longest;
    for (const Example& example : examples) longest.add(framed(example).length());
    require_padding(longest.differ, tokens.pad_target, "target");
    if (longest.length < 2) throw Error("a target of one token, without beginning and end, leaves nothing to predict");
    const Size count = static_cast<Size>(examples.size());
    clear(count, longest.length - 1, tokens.pad_target, batch.tgt);
    clear(count, longest.length - 1, tokens.pad_target, batch.labels);
    for (Size i = 0; i < count; ++i) {
        const FramedText text = framed(examples[static_cast<std::size_t>(i)]);
        for (Size t = 0; t + 1 < text.length(); ++t) {
            batch.tgt.at({i, t}) = text[t];
            if (t + 1 >= text.first_asked()) batch.labels.at({i, t}) = text[t + 1];
        }
    }
}

/// Makes labels of the words that are hidden from an encoder alone.
void make_hidden_labels(std::span<const Example> examples, std::int32_t pad, Batch& batch) {
    clear(batch.src.size(0), batch.src.size(1), pad, batch.labels);
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const Example& example = examples[i];
        for (std::size_t t = 0; t < example.source.size(); ++t) {
            if (example.source[t] != example.target[t])
                batch.labels.at({static_cast<Size>(i), static_cast<Size>(t)}) = example.target[t];
        }
    }
}

}  // namespace

void make_batch(std::span<const Example> examples, const SpecialTokens& tokens, Batch& batch, Architecture architecture) {
    const bool reads_all = architecture == Architecture::decoder, hides = architecture == Architecture::encoder;
    reads_all ? batch.src.clear() : make_sources(examples, tokens.pad_source, batch.src);
    if (!hides) return make_targets(examples, tokens, reads_all, batch);
    batch.tgt.clear();
    make_hidden_labels(examples, tokens.pad_source, batch);
}

void make_batch(std::span<const Example> examples, const Configuration& c, Batch& batch) {
    make_batch(examples, {.pad_source = c.pad_src, .pad_target = c.pad_tgt, .bos = c.bos, .eos = c.eos}, batch, c.architecture);
}

}  // namespace vitrine
