#pragma once
/// How a figure looks on paper: its width, letters and colours, and the kind of file.

#include <cstdint>
#include <optional>
#include <string>

#include "app/state/state.h"

namespace vitrine {

enum class FigureFormat : std::uint8_t { svg, pdf, png };

/// "svg", "pdf", "png": also the file extension.
const char* name(FigureFormat format);

/// The format of a file by its extension, in any case; nothing if it is none of these.
std::optional<FigureFormat> figure_format(const std::string& path);

/// The background of a figure.
struct FigureGround {
    enum class Kind : std::uint8_t {
        theme,   ///< white, or the panel colour of the dark theme
        none,    ///< nothing: it is transparent
        colour,  ///< `rgb`
    };
    Kind kind = Kind::theme;
    std::uint32_t rgb = 0;  ///< 0xRRGGBB

    bool operator==(const FigureGround&) const = default;
};

/// "theme", "none" or "#F4F0E6", and the reverse. Throws Error, which says what can be given.
FigureGround figure_ground(const std::string& text);
std::string text_of(const FigureGround& ground);

constexpr double least_figure_width = 20, most_figure_width = 1000;  ///< millimetres
constexpr double least_letter_size = 4, most_letter_size = 40;       ///< points
constexpr int least_dots = 36, most_dots = 1200;                     ///< pixels per inch

struct FigureStyle {
    double width = 84;      ///< in millimetres; the height follows
    double font_size = 8;   ///< of labels, in points; numbers in small cells are smaller
    std::string font = {};  ///< a font family of the system; empty: the program's own
    Appearance theme = Appearance::light;
    FigureGround ground = {};
    int dots = 300;  ///< of a PNG, pixels per inch

    bool operator==(const FigureStyle&) const = default;
};

/// "84mm", "8.4cm", "3.3in", "240pt", or "84" for millimetres. Throws Error if it is none of these, or beyond the limits.
double figure_width(const std::string& text);

}  // namespace vitrine
