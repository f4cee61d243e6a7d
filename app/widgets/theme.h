#pragma once
/// Every colour and measure of the interface. No other file writes a colour.

#include <cstdint>

#include "app/render/colour.h"
#include "app/render/heatmap/heatmap.h"

namespace vitrine {

using Colour = ImU32;

/// A colour written as in CSS, 0xF2C14E.
constexpr Colour rgb(std::uint32_t hex) {
    return IM_COL32_A_MASK | (hex & 0xff) << IM_COL32_B_SHIFT | (hex >> 8 & 0xff) << IM_COL32_G_SHIFT |
           (hex >> 16 & 0xff) << IM_COL32_R_SHIFT;
}

enum class ThemeKind : std::uint8_t { dark, light };

struct Theme {
    ThemeKind kind;

    Colour canvas, panel, raised;  ///< the background, panels on it, and raised parts on panels
    Colour line;                   ///< one pixel, between and around
    Colour text, dim, faint;       ///< on panel, each at 4.5 : 1 or more
    Colour accent;                 ///< only for selection, play and the explained number
    Colour on_accent;              ///< text on a filled accent

    // Identities: frames, titles, arrows and operands, never without their letter or name.
    Colour query, key, value, attention, residual, output;

    // Data: the background of cells.
    Colour minus, zero, plus;
    Colour gradient_minus, gradient_zero, gradient_plus;
    Colour product_minus, product_plus;  ///< of value × gradient, with the zero of gradients
    Colour weight_zero, weight_one;
    Colour hatch;  ///< the lines over masked cells
    Colour mark;   ///< NaN, ±∞, beyond the scale

    Colour cell_dark, cell_light;  ///< text on light cells and on dark cells
    Colour shadow;                 ///< behind floating boxes
    Colour error, good;            ///< wrong and right, always with words
};

const Theme& theme(ThemeKind kind);

/// "dark" or "light".
const char* name(ThemeKind kind);

/// Distances, in logical pixels. Everything lies on a grid of four.
namespace metrics {
constexpr float radius = 6;         ///< of controls
constexpr float radius_large = 8;   ///< of large controls and cell groups
constexpr float card_radius = 10;   ///< of cards
constexpr float block_radius = 14;  ///< of blocks that hold cards
constexpr float margin = 20;        ///< between a panel's border and its content
constexpr float wide_margin = 24;   ///< the same for a panel in the centre
constexpr float control = 28;       ///< the height of a button or field
constexpr float number_cell = 26;   ///< the smallest width of a cell that shows its number
}  // namespace metrics

/// Relative luminance (WCAG 2), 0 … 1, and the contrast of two opaque colours, 1 … 21.
double luminance(Colour colour);
double contrast(Colour first, Colour second);

/// The text colour that is easier to read on a cell of this colour.
Colour text_on(Colour ground, const Theme& theme);

/// The colour of texts and bars of the backward pass: the green of positive gradients.
Colour backward_colour(const Theme& theme);

/// The styles of cells: signed values, gradients, value × gradient, weights and probabilities between low and high, ids. On a
/// dark background, dark colours are hard to tell apart, so the colours of weights change faster near 0; the legend shows this.
HeatmapStyle value_style(const Theme& theme, float limit);
HeatmapStyle gradient_style(const Theme& theme, float limit);
HeatmapStyle product_style(const Theme& theme, float limit);
/// From 0 to a limit, for numbers that are never negative.
HeatmapStyle amount_style(const Theme& theme, float limit);
HeatmapStyle weight_style(const Theme& theme, float low = 0, float high = 1);
HeatmapStyle id_style(const Theme& theme);

}  // namespace vitrine
