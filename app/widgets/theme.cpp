#include "app/widgets/theme.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr Theme dark_theme{
    .kind = ThemeKind::dark,
    .canvas = rgb(0x0E1116),
    .panel = rgb(0x151A21),
    .raised = rgb(0x1C222B),
    .line = rgb(0x2B333F),
    .text = rgb(0xE7EBF0),
    .dim = rgb(0x8A95A5),
    .faint = rgb(0x7C8798),
    .accent = rgb(0xF2C14E),
    .on_accent = rgb(0x151A21),
    .query = rgb(0x437EC9),
    .key = rgb(0xC28840),
    .value = rgb(0x83E3B5),
    .attention = rgb(0xCCB4F1),
    .residual = rgb(0x8E96A9),
    .output = rgb(0xDF3A71),
    .minus = rgb(0x3D7DE0),
    .zero = rgb(0x20262F),
    .plus = rgb(0xE0643F),
    .gradient_minus = rgb(0xA678E2),
    .gradient_zero = rgb(0x20262F),
    .gradient_plus = rgb(0x4FB477),
    .product_minus = rgb(0x2FA6B8),
    .product_plus = rgb(0xD8689E),
    .weight_zero = rgb(0x20262F),
    .weight_one = rgb(0xB995FF),
    .hatch = rgb(0x4A5361),
    .mark = rgb(0xE7EBF0),
    .cell_dark = rgb(0x0E1116),
    .cell_light = rgb(0xF4F6F9),
    .shadow = IM_COL32(0, 0, 0, 0x80),
    .error = rgb(0xFF8A73),
    .good = rgb(0x83E3B5),
};

constexpr Theme light_theme{
    .kind = ThemeKind::light,
    .canvas = rgb(0xF4F5F7),
    .panel = rgb(0xFFFFFF),
    .raised = rgb(0xEEF0F3),
    .line = rgb(0xD5DAE1),
    .text = rgb(0x1A2029),
    .dim = rgb(0x5C6777),
    .faint = rgb(0x6B7686),
    .accent = rgb(0x7A5200),
    .on_accent = rgb(0xFFFFFF),
    .query = rgb(0x0E307D),
    .key = rgb(0xC8761C),
    .value = rgb(0x1B9571),
    .attention = rgb(0xAC3BE4),
    .residual = rgb(0x687081),
    .output = rgb(0x561125),
    .minus = rgb(0x2E6BD0),
    .zero = rgb(0xF1F2F4),
    .plus = rgb(0xCF4F2B),
    .gradient_minus = rgb(0x7B3FB8),
    .gradient_zero = rgb(0xF1F2F4),
    .gradient_plus = rgb(0x1F8A4C),
    .product_minus = rgb(0x11788A),
    .product_plus = rgb(0xB23A76),
    .weight_zero = rgb(0xF1F2F4),
    .weight_one = rgb(0x5B2FBF),
    .hatch = rgb(0xB9C0CA),
    .mark = rgb(0x1A2029),
    .cell_dark = rgb(0x1A2029),
    .cell_light = rgb(0xFFFFFF),
    .shadow = IM_COL32(0x1A, 0x20, 0x29, 0x30),
    .error = rgb(0xB3261E),
    .good = rgb(0x147A5B),
};

/// The linear value of red, green or blue, 0 … 1 (IEC 61966-2-1).
double linear(Colour colour, int shift) {
    const double c = (colour >> shift & 0xff) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

HeatmapStyle plain_style(const Theme& theme) {
    HeatmapStyle style;
    style.hatch = theme.hatch;
    style.mark = theme.mark;
    return style;
}

}  // namespace

const Theme& theme(ThemeKind kind) { return kind == ThemeKind::dark ? dark_theme : light_theme; }

const char* name(ThemeKind kind) { return kind == ThemeKind::dark ? "dark" : "light"; }

double luminance(Colour colour) {
    return 0.2126 * linear(colour, IM_COL32_R_SHIFT) + 0.7152 * linear(colour, IM_COL32_G_SHIFT) +
           0.0722 * linear(colour, IM_COL32_B_SHIFT);
}

double contrast(Colour first, Colour second) {
    const auto [low, high] = std::minmax({luminance(first), luminance(second)});
    return (high + 0.05) / (low + 0.05);
}

Colour text_on(Colour ground, const Theme& theme) {
    return contrast(ground, theme.cell_light) >= contrast(ground, theme.cell_dark) ? theme.cell_light : theme.cell_dark;
}

HeatmapStyle value_style(const Theme& theme, float limit) {
    HeatmapStyle style = plain_style(theme);
    style.limit = limit;
    style.minus = theme.minus;
    style.zero = theme.zero;
    style.plus = theme.plus;
    return style;
}

Colour backward_colour(const Theme& theme) {
    return theme.kind == ThemeKind::dark ? theme.gradient_plus : mixed(theme.gradient_plus, theme.text, 0.3f);
}

HeatmapStyle gradient_style(const Theme& theme, float limit) {
    HeatmapStyle style = plain_style(theme);
    style.limit = limit;
    style.minus = theme.gradient_minus;
    style.zero = theme.gradient_zero;
    style.plus = theme.gradient_plus;
    return style;
}

HeatmapStyle product_style(const Theme& theme, float limit) {
    HeatmapStyle style = gradient_style(theme, limit);
    style.minus = theme.product_minus;
    style.plus = theme.product_plus;
    return style;
}

HeatmapStyle weight_style(const Theme& theme, float low, float high) {
    HeatmapStyle style = plain_style(theme);
    style.scale = HeatmapStyle::Scale::sequential;
    style.low = low;
    style.high = high;
    style.zero = theme.weight_zero;
    style.curve = theme.kind == ThemeKind::dark ? 0.6f : 1.0f;
    style.plus = theme.weight_one;
    return style;
}

HeatmapStyle amount_style(const Theme& theme, float limit) {
    HeatmapStyle style = plain_style(theme);
    style.scale = HeatmapStyle::Scale::sequential;
    style.low = 0;
    style.high = limit;
    style.zero = theme.zero;
    style.plus = theme.plus;
    return style;
}

HeatmapStyle id_style(const Theme& theme) {
    HeatmapStyle style = plain_style(theme);
    style.scale = HeatmapStyle::Scale::ids;
    style.zero = mixed(theme.zero, theme.dim, 0.2f);
    return style;
}

}  // namespace vitrine
