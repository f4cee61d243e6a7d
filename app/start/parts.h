#pragma once
/// The parts of the first page. Only for app/start.

#include "app/panel/panel.h"
#include "app/start/sentence_said.h"

namespace vitrine {

/// Weights below it are not drawn: thinner ribbons could not be followed.
inline constexpr double least_share = 0.02;

/// The words that are read, the predicted ones below them, and the attention between both; then the candidates for one word, the
/// button that lets the words appear, and what is drawn.
void draw_start_sentence(Ui& ui, Column& column, const State& state, Commands& commands);

/// The button with the name of the open model, and the list that it opens, which is drawn last.
void draw_start_models_button(Ui& ui, const Rect& area, const State& state, Commands& commands);
float start_models_width(const Ui& ui, const State& state);
void draw_start_models(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Leaves the page for the field that opens any model.
void open_other_model(const State& state, Commands& commands);

/// How words are written in a line: in the largest letters in which all fit or, if they do not fit in the smallest, only those
/// around one of them.
struct LineOfWords {
    Font font = Font::display;
    std::size_t first = 0, count = 0;  ///< the words that are shown
    std::vector<float> middles = {};   ///< of each of them, from left to right
};

/// `around`: the index of a word that has to be shown. Requires: it is below the number of words. `below`: words that stand below
/// these, one each; or none. `least`: the least width of a word.
LineOfWords line_of(const Ui& ui, std::span<const std::string> words, float left, float right, std::size_t around, float least,
                    std::span<const std::string> below = {});

/// The part of a line with words from `first` on, and before `last`, which are counted from `first`.
LineOfWords part_of(const LineOfWords& line, std::size_t first, std::size_t last);

}  // namespace vitrine
