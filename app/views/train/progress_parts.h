#pragma once
/// The parts of the training's progress. Each draws itself into an area or a column.

#include "app/panel/panel.h"
#include "app/views/train/state.h"

namespace vitrine {

/// Draws the loss of every step, its running mean, and the loss on held-out sentences.
void draw_loss_curve(Ui& ui, const Rect& area, const TrainingView& training);

/// The same without a title.
void draw_loss_plot(Ui& ui, const Rect& area, const TrainingView& training);

/// Draw the learning rate, and the norm of the gradient.
void draw_rate_curve(Ui& ui, const Rect& area, const TrainingView& training);
void draw_norm_curve(Ui& ui, const Rect& area, const TrainingView& training);

/// Draws the trainings whose curves are drawn, each with its result. Draws nothing if there is only one.
void draw_trainings(Ui& ui, Column& column, const State& state, Commands& commands);

/// How an earlier training differs, "heads 2", and the colour of its curve.
std::string earlier_words(const TrainingView& training, std::size_t earlier);
Colour earlier_colour(const Theme& theme, std::size_t earlier);

/// The use of a sentence pair in words.
struct UseWords {
    std::string label, tip;
};
UseWords words_of(SentenceUse use);

/// Draws the time line below the curves, once there are moments.
void draw_time(Ui& ui, Column& column, const State& state, Commands& commands);

/// Draws the fixed sentences: input, expected output, predicted output.
void draw_predictions(Ui& ui, Column& column, const State& state, Commands& commands);

/// Draws the held-out sentences with the model's answers. Draws nothing if the training has none.
void draw_errors(Ui& ui, Column& column, const State& state, Commands& commands);

/// "Loss  every step": a title and a remark.
void draw_progress_title(Ui& ui, const Rect& line, std::string_view title, std::string_view remark);
constexpr float progress_title_height = 24;

}  // namespace vitrine
