#pragma once
/// Figures: pictures for print, each drawn alone at the width of a column, with nothing to click. A module lists the kinds that
/// it draws; see Module::figures.

#include <vector>

#include "app/state/state.h"
#include "app/widgets/ui.h"

namespace vitrine {

struct FigureKind {
    std::string_view name;   ///< on the command line, in anchors and in file names
    std::string_view label;  ///< on its button

    /// Why the state has no such figure, as a sentence without a full stop; empty: it has one.
    std::string (*refusal)(const State& state) = nullptr;

    /// Draws it from the upper left corner of `room`, at its width and as high as necessary, and returns its lower edge. Letters
    /// of Font::label have the requested size. Texts are never cut: if there is no room for them, throws NoRoom. Requires: it is
    /// not refused.
    float (*draw)(Ui& ui, const Rect& room, const State& state) = nullptr;
};

/// All kinds, module by module.
std::vector<const FigureKind*> figure_kinds(const State& state);

/// The figures of the shown view, of the selected tensor and of the selected number, unless they are refused.
std::vector<const FigureKind*> offered_figures(const State& state);

/// The figure that is chosen on the page for saving, or the first one offered; null: none is offered.
const FigureKind* chosen_figure(const State& state);

/// The kind of this name; null if there is none.
const FigureKind* find_figure(const State& state, std::string_view name);

}  // namespace vitrine
