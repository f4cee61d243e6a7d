#pragma once
/// The tokens that a piece starts with in byte-pair encoding: one for each of its characters.

#include <string>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"
#include "core/text/subwords/bpe_model.h"
#include "core/text/utf8.h"

namespace vitrine {

class SymbolReading {
public:
    explicit SymbolReading(const BpeModel& model) : model_(model) {}

    /// Calls add(token) for every token, and lose(index of the character) for characters that are dropped.
    template <class Add, class Lose>
    void read(std::string_view piece, const Add& add, const Lose& lose) {
        std::size_t index = 0, at = 0;
        for_each_step(piece, [&](const Utf8Step& step, std::string_view character) {
            at += character.size();
            read_character(step, character, at == piece.size(), index, add, lose);
            ++index;
        });
        flush(add);
    }

private:
    template <class Add, class Lose>
    void read_character(const Utf8Step& step, std::string_view character, bool is_last, std::size_t index, const Add& add,
                        const Lose& lose) {
        const std::int32_t token = token_of(step, character, index == 0, is_last);
        if (token >= 0) {
            flush(add);
            return add(token);
        }
        // A waiting unknown token keeps waiting, so it comes after these bytes, as in `tokenizers`.
        if (model_.options_.byte_fallback && has_fallbacks(spelling_)) {
            for (const char byte : spelling_) add(model_.fallbacks_[static_cast<unsigned char>(byte)]);
            return;
        }
        if (!model_.options_.unknown) return lose(index);
        if (model_.unknown_ < 0) {
            throw Error("a character has no token, and the unknown token " + in_quotes(*model_.options_.unknown) +
                        " is not in the vocabulary");
        }
        if (waiting_ && model_.options_.fuse_unknown) return;
        flush(add);
        waiting_ = true;
    }

    /// The token of a character, with its marks. If there is none, its spelling is in spelling_.
    std::int32_t token_of(const Utf8Step& step, std::string_view character, bool is_first, bool is_last) {
        const BpeOptions& options = model_.options_;
        const bool marked = (!is_first && !options.continuing_prefix.empty()) || (is_last && !options.end_suffix.empty());
        if (!marked && step.valid && step.character < model_.of_characters_.size()) {
            const std::int32_t token = model_.of_characters_[step.character];
            if (token < 0) spelling_ = character;
            return token;
        }
        spelling_ = is_first ? "" : options.continuing_prefix;
        spelling_ += character;
        if (is_last) spelling_ += options.end_suffix;
        return model_.vocabulary_.id(spelling_).value_or(-1);
    }

    bool has_fallbacks(std::string_view bytes) const {
        for (const char byte : bytes) {
            if (model_.fallbacks_[static_cast<unsigned char>(byte)] < 0) return false;
        }
        return true;
    }

    template <class Add>
    void flush(const Add& add) {
        if (waiting_) add(model_.unknown_);
        waiting_ = false;
    }

    const BpeModel& model_;
    std::string spelling_;
    bool waiting_ = false;  // an unknown token is held back, since the next character may become part of it
};

}  // namespace vitrine
