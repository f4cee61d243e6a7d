#pragma once
/// The parts of the batch panel.

#include <string>
#include <vector>

#include "app/edit/batch_editing.h"
#include "app/edit/editing.h"
#include "app/panel/panel.h"
#include "core/model/token_place.h"

namespace vitrine {

/// One row of tokens of the sentence that is looked at.
struct TokenRow {
    const char* caption;
    BatchSide side;
    const IndexTensor& tokens;
    bool answers = false;  ///< labels, which follow the target and cannot be changed by themselves
};

/// Between two chips of a line.
constexpr float chip_gap = 6;

/// What a row is made of: words, the field where one of them is typed, "+" behind the last, and padding.
struct TokenChip {
    enum class Kind { word, field, add, padding } kind;
    Size position = 0;
    std::string word = {};
    Rect area = {};
};

/// A row of tokens whose words can be changed, or only read.
struct ShownTokens {
    const TokenRow& row;
    const State& state;
    Size sentence = shown_sentence(state);
    Size length = sentence_length(wanted_batch(state), state.run->model->configuration, row.side, sentence);
    bool editable = !row.answers && can_edit(state);

    TokenPlace place(Size position) const { return {row.side, sentence, position}; }
    std::string word(Size position) const { return vocabulary_of(*state.run, row.side).word(row.tokens.at({sentence, position})); }
    bool is_padding(Size position) const { return row.tokens.at({sentence, position}) == padding_of(*state.run, row.side); }

    /// The field, where it is open in this row.
    const TypedToken* typed() const {
        const auto* token = state.field ? std::get_if<TypedToken>(&state.field->what) : nullptr;
        return editable && token && token->place.side == row.side ? token : nullptr;
    }
};

/// What a row is made of, from left to right in as many lines as it takes, and where the last of these ends.
struct PlacedChips {
    std::vector<TokenChip> chips;
    float bottom = 0;
};

/// All of them; of a row of very many those that can be seen or that the keyboard goes to next.
PlacedChips placed_chips(const Ui& ui, const Rect& line, const ShownTokens& shown);

/// Where the last of them ends, alone.
float chips_bottom(const Ui& ui, const Rect& line, const ShownTokens& shown);

/// Draws its chips from a line downwards, as many lines as it takes, and returns the bottom.
float draw_tokens(Ui& ui, const Rect& line, const TokenRow& row, const State& state, Commands& commands);
float tokens_bottom(const Ui& ui, const Rect& line, const TokenRow& row, const State& state);

/// Everything but the sentences that has been altered by hand, each with a way back; nothing where nothing has.
void draw_alterations(Ui& ui, Column& column, const State& state, Commands& commands);
float alterations_height(const Ui& ui, float width, const State& state);

}  // namespace vitrine
