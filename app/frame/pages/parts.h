#pragma once
/// The pages, a file each. Each draws itself in a column from y on and returns where it ends.

#include "app/base/command.h"
#include "app/panel/panel.h"
#include "app/state/state.h"

namespace vitrine {

/// Where a page's text stands.
struct PageColumn {
    float left, right;
    float width() const { return right - left; }
};

float draw_keys_page(Ui& ui, const PageColumn& column, float y, const State& state);
float draw_glossary_page(Ui& ui, const PageColumn& column, float y, const State& state);
float draw_transcript_page(Ui& ui, const PageColumn& column, float y, const State& state);
float draw_save_page(Ui& ui, const PageColumn& column, float y, const State& state, Commands& commands);
float draw_about_page(Ui& ui, const PageColumn& column, float y, const State& state);

}  // namespace vitrine
