#pragma once
/// The pages, one per file.

#include "app/panel/panel.h"

namespace vitrine {

void draw_card_page(Ui& ui, Column& column, const State& state);
void draw_keys_page(Ui& ui, Column& column, const State& state);
void draw_transcript_page(Ui& ui, Column& column, const State& state);
void draw_save_page(Ui& ui, Column& column, const State& state, Commands& commands);
void draw_figure_page(Ui& ui, Column& column, const State& state, Commands& commands);
void draw_about_page(Ui& ui, Column& column, const State& state);
void draw_self_test_page(Ui& ui, Column& column, const State& state, Commands& commands);
void draw_leave_page(Ui& ui, Column& column, const State& state, Commands& commands);

}  // namespace vitrine
