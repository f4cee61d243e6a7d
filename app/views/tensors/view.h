#pragma once
/// The tensors view: one tensor along any of its axes, and the list of all tensors.

#include "app/base/module.h"
#include "app/panel/panel.h"
#include "app/widgets/input.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module tensors_module;

std::vector<Action> tensors_actions(const Module& own);

std::span<const FigureKind> tensor_figures();

/// Adds "tensors" to what scripts and tests see.
void describe_tensors(const State& state, nlohmann::ordered_json& json);

/// Draws the left column: a search, and the tensors it finds.
void draw_tensors_list(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the centre: the axes of the selected tensor, its picture, its statistics, and the pinned tensors.
void draw_tensors(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Whether typed text goes into the search, so that letters are not shortcuts.
bool is_searching(const State& state);

/// Handles keys and text for the search. Returns where Tab leads if it has nothing to complete: −1 to the previous anchor, 1 to
/// the next one, 0 nowhere. Escape and Enter move the keyboard focus out of the search.
int type_search(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Handles a key while no text is being typed. May set `focus` to the search.
void press_in_tensors(std::string_view key, const State& state, std::string& focus, Commands& commands);

}  // namespace vitrine
