#pragma once
/// The decoding view: how a sentence is generated word by word.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module generate_module;

std::span<const FigureKind> generate_figures();

std::vector<Action> generate_actions(const Module& own);

/// Adds "generate" to what scripts and tests see.
void describe_generate(const State& state, nlohmann::ordered_json& json);

/// Draws how the next word is chosen, and the resulting sentences.
void draw_generate_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the tree of considered words; below it the candidates after the shown word, the attention of the words, and the cache of
/// keys and values.
void draw_generate(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
