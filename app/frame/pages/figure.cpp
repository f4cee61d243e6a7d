/// The page for saving a figure: what it shows, how it looks on paper, and the figure itself.

#include "app/panel/figure.h"

#include <algorithm>
#include <array>

#include "app/export/exporting.h"
#include "app/export/figure_export.h"
#include "app/frame/pages/parts.h"
#include "app/frame/pages/rows.h"
#include "app/render/pdf.h"
#include "app/render/system_fonts.h"

namespace vitrine {

namespace {

/// The program's own font, and fonts of the system that papers are usually set in.
const std::vector<PageChoice<std::string>>& font_choices() {
    static const std::vector<PageChoice<std::string>> choices = [] {
        constexpr std::size_t most = 4;
        std::vector<PageChoice<std::string>> list{{"", "own", "Inter"}};
        for (const std::string& family : families_there({"Times New Roman", "TeX Gyre Termes", "Liberation Serif", "Arial",
                                                         "Helvetica", "Liberation Sans", "DejaVu Serif", "DejaVu Sans"})) {
            if (list.size() < most) list.push_back({family, family, family});
        }
        return list;
    }();
    return choices;
}

std::vector<PageChoice<std::string>> kind_choices(const State& state) {
    std::vector<PageChoice<std::string>> list;
    for (const FigureKind* kind : offered_figures(state))
        list.push_back({std::string(kind->name), std::string(kind->name), std::string(kind->label)});
    return list;
}

void choose_look(PageRows& rows, FigureChoices& choices) {
    static const std::array<PageChoice<double>, 4> widths{
        {{84, "84", "84 mm"}, {120, "120", "120 mm"}, {174, "174", "174 mm"}, {240, "240", "240 mm"}}};
    static const std::array<PageChoice<double>, 5> sizes{
        {{6, "6", "6 pt"}, {7, "7", "7 pt"}, {8, "8", "8 pt"}, {9, "9", "9 pt"}, {10, "10", "10 pt"}}};
    static const std::array<PageChoice<Appearance>, 2> themes{
        {{Appearance::light, "light", "Light"}, {Appearance::dark, "dark", "Dark"}}};
    static const std::array<PageChoice<FigureGround::Kind>, 2> grounds{
        {{FigureGround::Kind::theme, "theme", "Of the theme"}, {FigureGround::Kind::none, "none", "None"}}};
    static const std::array<PageChoice<FigureFormat>, 3> formats{
        {{FigureFormat::svg, "svg", "SVG"}, {FigureFormat::pdf, "pdf", "PDF"}, {FigureFormat::png, "png", "PNG"}}};
    FigureStyle& style = choices.style;
    rows.choose<double>("width", "WIDTH", widths, style.width);
    rows.choose<double>("letters", "FONT SIZE", sizes, style.font_size);
    if (font_choices().size() > 1) rows.choose<std::string>("font", "FONT", font_choices(), style.font);
    rows.choose<Appearance>("theme", "THEME", themes, style.theme);
    rows.choose<FigureGround::Kind>("ground", "BACKGROUND", grounds, style.ground.kind);
    rows.choose<FigureFormat>("format", "FORMAT", formats, choices.format);
}

/// Why the figure cannot be saved now; empty: it can.
std::string save_refusal(const State& state, const FigureChoices& choices) {
    if (state.of<Exporting>().busy()) return "a file is being written";
    if (choices.format == FigureFormat::pdf && !pdf_refusal().empty()) return pdf_refusal();
    return state.of<FigureExport>().refused;
}

}  // namespace

void draw_figure_page(Ui& ui, Column& column, const State& state, Commands& commands) {
    constexpr float preview_height = 270;
    FigureChoices choices = state.of<FigureExport>().choices;
    const FigureKind* kind = chosen_figure(state);
    column.gap(4);
    if (!kind) {
        column.paragraph(Font::body, ui.theme.dim, "This view has no figure to save. Select a tensor, a head or a number first.");
        return;
    }
    PageRows rows{ui, column.from(column.left + PageRows::caption_width), "figure"};
    std::string chosen(kind->name);
    rows.choose<std::string>("kind", "FIGURE", kind_choices(state), chosen);
    if (chosen != kind->name) choices.kind = chosen;
    choose_look(rows, choices);
    const std::string why = save_refusal(state, choices);
    const Rect area = rect_at(rows.column.row(32, 12).min, 96, 32);
    if (button(ui, "figure/save", area, {.label = "Save", .look = ButtonLook::primary, .enabled = why.empty()}))
        commands.push_back(SaveFigure{std::string(kind->name)});
    if (!why.empty()) rows.say("Not now: " + why + ".");
    column.y = rows.column.y;
    ui.place(figure_preview_anchor, column.row(preview_height, 8));
    if (!(choices == state.of<FigureExport>().choices)) commands.push_back(SetFigureChoices{choices});
}

}  // namespace vitrine
