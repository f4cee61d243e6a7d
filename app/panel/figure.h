#pragma once
/// Figures: pictures for a page of paper, drawn alone at the width of a column, with nothing to click. A module lists the kinds
/// that it draws; see Module::figures.

#include <vector>

#include "app/state/state.h"
#include "app/widgets/ui.h"

namespace vitrine {

struct FigureKind {
    std::string_view name;   ///< on the command line, in anchors and in names of files
    std::string_view label;  ///< on its button

    /// Why the state has no such figure, a sentence without a full stop; empty: it has one.
    std::string (*refusal)(const State& state) = nullptr;

    /// Draws it from the upper left corner of `room`, as wide as that and as high as it needs, and returns its lower edge. Letters
    /// of Font::label have the size that was asked for. Texts are whole: where there is no room for them it throws NoRoom.
    /// Requires: it is not refused.
    float (*draw)(Ui& ui, const Rect& room, const State& state) = nullptr;
};

/// All kinds, module by module.
std::vector<const FigureKind*> figure_kinds(const State& state);

/// Those of the shown view, of the selected tensor and of the selected number, as far as they are not refused.
std::vector<const FigureKind*> offered_figures(const State& state);

/// The one that is chosen on the page for saving, or the first that is offered; null: none is.
const FigureKind* chosen_figure(const State& state);

/// Null: there is no kind of this name.
const FigureKind* find_figure(const State& state, std::string_view name);

}  // namespace vitrine
