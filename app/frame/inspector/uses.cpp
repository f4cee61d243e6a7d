#include <utility>

#include <fmt/format.h>

#include "app/frame/inspector/parts.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// The cell that a click on a use leads to: the same index, if the use contains it, as with a mask, and otherwise its first cell.
Index cell_in(const CellUse& use, const Index& cell) { return use.cells.contains(cell) ? cell : use.cells.first; }

/// The first block of a tensor that reads the cell, and the number of others: a row of a table may be read in many places.
struct ListedUse {
    CellUse use;
    int more = 0;
};

/// "“suis”, every feature, sentence 1, and 2 more": the axes that single it out come first.
std::string use_words(const Run& run, const TensorInfo& info, const ListedUse& listed) {
    const CellCaption caption = cells_caption(run, info, listed.use.cells);
    const std::string words = caption.facet.empty() ? caption.place : caption.place + ", " + caption.facet;
    return listed.more > 0 ? fmt::format("{}, and {} more", words, listed.more) : words;
}

/// The prefix of the cards' names, and whether they are about gradients.
struct UseLook {
    std::string name;
    bool gradient = false;
};

void draw_use(Ui& ui, Column& column, const ListedUse& listed, const UseLook& look, const InspectorScene& scene) {
    const CellUse& use = listed.use;
    const Run& run = *scene.state.run;
    const TensorInfo& info = *run.info(use.path);
    const Rect card = column.row(40, 4);
    const Index& cell = *scene.state.selection.cell;
    const Interaction does = ui.control(look.name + use.path, card);
    ui.fill(card, does.hovered ? mixed(ui.theme.raised, ui.theme.text, 0.06f) : ui.theme.raised, metrics::radius_large);
    ui.list.AddCircleFilled({card.min.x + 14, card.min.y + 14}, 3, colour_of(info.role, ui.theme), 12);
    const Step& step = run.outline().steps[static_cast<std::size_t>(info.step)];
    const std::string cells = cells_text(run.find(use.path).layout, use.cells);
    const float room = card.width() - 26 - 24 - ui.width_of(Font::mono_tiny, cells) - 10;
    ui.text({card.max.x - 24, card.min.y + 7}, Font::mono_tiny, ui.theme.dim, cells, {.align = Align::right});
    const Rect symbol = ui.text({card.min.x + 26, card.min.y + 5}, Font::note_strong, ui.theme.text,
                                look.gradient ? gradient_symbol(info.symbol) : info.symbol, {.max_width = room});
    ui.text({symbol.max.x + 8, card.min.y + 6}, Font::label, ui.theme.dim, step.title,
            {.max_width = card.min.x + 26 + room - symbol.max.x - 8, .shorten = Shorten::end});
    ui.text({card.min.x + 26, card.min.y + 22}, Font::label, ui.theme.dim, use_words(run, info, listed),
            {.max_width = card.width() - 26 - 24});
    draw_icon(ui, {card.max.x - 14, card.centre().y}, Icon::chevron_right, ui.theme.dim);
    if (does.hovered) ui.note(cell_note(scene.state, info, cell_in(use, cell)));
    if (does.clicked) scene.commands.push_back(SelectCell{use.path, cell_in(use, cell)});
}

/// One use for each tensor.
std::vector<ListedUse> uses_to_list(std::vector<CellUse> uses) {
    std::vector<ListedUse> list;
    for (CellUse& use : uses) {
        if (!list.empty() && list.back().use.path == use.path) {
            ++list.back().more;
        } else {
            list.push_back({std::move(use)});
        }
    }
    return list;
}

void draw_use_list(Ui& ui, Column& column, std::vector<CellUse> uses, const UseLook& look, const InspectorScene& scene) {
    if (uses.empty()) return;
    column.title(look.gradient ? "GRADIENTS COMPUTED FROM IT" : "USED FOR");
    for (const ListedUse& use : uses_to_list(std::move(uses))) draw_use(ui, column, use, look, scene);
    column.gap(part_gap - 4);
}

}  // namespace

void draw_uses(Ui& ui, Column& column, const InspectorScene& scene) {
    const Selection& selection = scene.state.selection;
    draw_use_list(ui, column, scene.state.run->anatomy->uses(selection.tensor, *selection.cell), {"anatomy/use/"}, scene);
}

void draw_gradient_uses(Ui& ui, Column& column, const InspectorScene& scene) {
    const Selection& selection = scene.state.selection;
    const GradientAnatomy& anatomy = *scene.state.run->gradients->anatomy;
    draw_use_list(ui, column, anatomy.goes_to(selection.tensor, *selection.cell), {"slope/use/", true}, scene);
}

}  // namespace vitrine
