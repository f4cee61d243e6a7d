#pragma once
/// The attention view: all heads small, one large, and explanations of it.

#include "app/base/module.h"
#include "app/panel/panel.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module attention_module;

std::vector<Action> attention_actions(const Module& own);

std::span<const FigureKind> attention_figures();

/// Adds "attention" to what scripts and tests see.
void describe_attention(const State& state, nlohmann::ordered_json& json);

/// Draws the choice of attention, and all of its heads.
void draw_attention_heads(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws one head: its stages, lines between words, and the explanation of a pair of words. Without a right column, also the
/// contents of draw_attention_reading().
void draw_attention(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws the kind of the head, and the contributions that reach the query's word.
void draw_attention_reading(Ui& ui, const Rect& area, const State& state, Commands& commands);

}  // namespace vitrine
