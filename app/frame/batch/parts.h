#pragma once
/// The parts of the batch panel.

#include <string>
#include <vector>

#include "app/edit/batch_editing.h"
#include "app/edit/editing.h"
#include "app/panel/panel.h"
#include "core/model/token_place.h"

namespace vitrine {

/// One row of tokens of the shown sentence.
struct TokenRow {
    const char* caption;
    BatchSide side;
    const IndexTensor& tokens;
    bool answers = false;  ///< the row of labels, or of the class, which cannot be edited
};

/// The gap between two chips of a line.
constexpr float chip_gap = 6;

/// An element of a row: a word, "+" behind the last word, or padding.
struct TokenChip {
    enum class Kind { word, add, padding } kind;
    Size position = 0;
    std::string word = {};
    Rect area = {};
};

/// A row of tokens, editable or not.
struct ShownTokens {
    const TokenRow& row;
    const State& state;
    Size sentence = shown_sentence(state);
    Size length =
        std::min(row.tokens.size(1), sentence_length(wanted_batch(state), state.run->model->configuration, row.side, sentence));
    bool editable = !row.answers && token_refusal(state).empty();

    TokenPlace place(Size position) const { return {row.side, sentence, position}; }
    std::string word(Size position) const {
        const Vocabulary& words = row.answers ? state.run->model->label_words() : vocabulary_of(*state.run, row.side);
        return words.word(row.tokens.at({sentence, position}));
    }
    bool is_padding(Size position) const { return row.tokens.at({sentence, position}) == padding_of(*state.run, row.side); }

    /// The open field, if it is in this row; else null.
    const TypedToken* typed() const {
        const auto* token = state.field ? std::get_if<TypedToken>(&state.field->what) : nullptr;
        return editable && token && token->place.side == row.side ? token : nullptr;
    }
};

/// The elements of a row, from left to right in as many lines as needed, and where the last line ends.
struct PlacedChips {
    std::vector<TokenChip> chips;
    float bottom = 0;
};

/// All chips; for a very long row, only those that are visible or that the keyboard can reach next.
PlacedChips placed_chips(const Ui& ui, const Rect& line, const ShownTokens& shown);

/// Only PlacedChips::bottom.
float chips_bottom(const Ui& ui, const Rect& line, const ShownTokens& shown);

/// Draws a row from `line` downwards, in as many lines as needed, and returns its bottom.
float draw_tokens(Ui& ui, const Rect& line, const TokenRow& row, const State& state, Commands& commands);
float tokens_bottom(const Ui& ui, const Rect& line, const TokenRow& row, const State& state);

/// While a whole sentence is typed: draws its field, and below it an unknown word with those that may have been meant.
void draw_sentence_field(Ui& ui, Column& column, const State& state, Commands& commands);
float sentence_field_height(const Ui& ui, float width, const State& state);

/// Draws every alteration except other sentences, each with a button that undoes it; nothing if there are none.
void draw_alterations(Ui& ui, Column& column, const State& state, Commands& commands);
float alterations_height(const Ui& ui, float width, const State& state);

}  // namespace vitrine
