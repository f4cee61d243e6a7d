#pragma once
/// The page for saving a figure: its choices, and the shell's reports about them.

#include "app/base/command.h"
#include "app/export/figure_style.h"

namespace vitrine {

/// State::menu while the page is open, and the anchor of the figure on it.
inline constexpr const char* figure_page = "page/figure";
inline constexpr const char* figure_preview_anchor = "figure/preview";

struct FigureChoices {
    std::string kind;  ///< its name; empty, or one that the view does not offer: the first one offered
    FigureFormat format = FigureFormat::svg;
    FigureStyle style;

    bool operator==(const FigureChoices&) const = default;
};

struct FigureExport {
    FigureChoices choices;
    std::string to_save;  ///< the kind that the shell should print and save; empty: none
    std::string refused;  ///< why the figure cannot be drawn with these choices, a sentence without a full stop; empty: it can
};

struct SetFigureChoices {
    FigureChoices choices;
};
void do_command(State& state, const SetFigureChoices& command);

/// Closes the page and saves the figure in Exporting::folder, under a new name.
struct SaveFigure {
    std::string kind;
};
void do_command(State& state, const SaveFigure& command);

/// Reports from the shell: the preview was drawn, or could not be; the figure was printed.
struct FigurePreviewed {
    std::string refused;
};
void do_command(State& state, const FigurePreviewed& command);

struct FigurePrinted {};
void do_command(State& state, const FigurePrinted& command);

}  // namespace vitrine
