/// Draws what became of the file's tensors.

#include <algorithm>

#include <fmt/format.h>

#include "app/importing/commands.h"
#include "app/importing/page/parts.h"
#include "app/importing/words.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float line_height = 22, gap = 10, part_width = 50;

/// The layer of a parameter, "transformer.encoder.layers.0", which is the title of its lines; empty if it is in no layer.
std::string layer_of(const std::string& parameter) {
    constexpr std::string_view layers = ".layers.";
    const std::size_t at = parameter.find(layers);
    if (at == std::string::npos) return "";
    return parameter.substr(0, parameter.find('.', at + layers.size()));
}

/// The parameter's name within its layer.
std::string label_of(const ImportRow& row) {
    const std::string layer = layer_of(row.entry.parameter);
    return layer.empty() ? row.entry.parameter : row.entry.parameter.substr(layer.size() + 1);
}

struct RowLook {
    std::string word;
    Colour colour;
};

RowLook row_look(const ImportRow& row, const Theme& theme) {
    switch (row.kind) {
        case ImportRow::Kind::corrected:
            return {"by hand", theme.accent};
        case ImportRow::Kind::missing:
            return {"missing", theme.error};
        case ImportRow::Kind::tied:
            return {"", theme.faint};
        default:
            return {std::string(name(row.entry.certainty)), row.entry.certainty == Certainty::sure ? theme.faint : theme.text};
    }
}

/// The columns of the table. In a narrow table, the parameter stands above its pieces.
struct TableLayout {
    float parameter = 0, taking = 0, how = 52;  ///< widths
    bool stacked;
};

TableLayout layout_of(const Ui& ui, const std::vector<ImportRow>& rows, float width) {
    constexpr float narrow = 520;
    TableLayout layout{.stacked = width < narrow};
    for (const ImportRow& row : rows) {
        layout.parameter = std::max(layout.parameter, ui.width_of(Font::mono_small, label_of(row)) + gap + 2);
        for (const std::string& taken : row.taken) {
            if (!taken.empty()) layout.taking = std::max(layout.taking, ui.width_of(Font::label, taken) + 8);
        }
    }
    layout.parameter = std::min(layout.parameter, 0.36f * width);
    layout.taking = std::min(layout.taking, 0.2f * width);
    return layout;
}

/// The note shown while the pointer is on a piece: its shape, and how it is taken.
std::vector<std::string> piece_note(const ImportRow& row, std::size_t place) {
    std::vector<std::string> lines{row.entry.parameter};
    const std::string &shape = row.stored[place], &taking = row.taken[place];
    lines.push_back(piece_words(row, place) + (shape.empty() ? "" : ", " + shape));
    if (!taking.empty()) lines.push_back("taken " + taking);
    if (!row.entry.reason.empty() && row.kind != ImportRow::Kind::tied) lines.push_back(row.entry.reason);
    lines.emplace_back("click to choose another tensor");
    return lines;
}

/// Draws one piece: what it is made of, its shape, and how it is taken.
void draw_piece(Column& column, const TableLayout& layout, const ImportRow& row, std::size_t place, Commands& commands) {
    Ui& ui = column.ui;
    const std::string anchor = piece_anchor(row.entry.parameter, place);
    const Rect line = column.row(line_height);
    const float left = line.min.x + (layout.stacked ? 12 : layout.parameter),
                right = line.max.x - (layout.stacked ? 0 : layout.how);
    const Rect area{{left, line.min.y}, {right, line.max.y}};
    const Interaction does = ui.control(anchor, area);
    if (does.clicked) commands.push_back(UnfoldImportPiece{anchor});
    if (!ui.sees(line)) return;
    if (does.hovered) {
        ui.fill(area, ui.theme.raised, metrics::radius);
        ui.note(piece_note(row, place), area);
    }
    const std::string &shape = row.stored[place], &taking = row.taken[place];
    float end = right - 6;
    if (layout.taking > 0) {
        const float from = end - layout.taking;
        ui.text({from + 8, line.centre().y}, Font::label, ui.theme.dim, taking,
                {.max_width = layout.taking - 8, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
        end = from;
    }
    if (!shape.empty()) {
        end = ui.text({end, line.centre().y}, Font::mono_small, ui.theme.dim, shape,
                      {.align = Align::right, .vertical = VerticalAlign::middle})
                  .min.x -
              gap;
    }
    const std::string part = part_words(row, place);
    float begin = left + 6;
    if (!part.empty()) {
        ui.text({begin, line.centre().y}, Font::label, ui.theme.faint, part, {.vertical = VerticalAlign::middle});
        begin += part_width;
    }
    ui.text({begin, line.centre().y}, Font::mono_small, row.kind == ImportRow::Kind::missing ? ui.theme.error : ui.theme.text,
            piece_words(row, place), {.max_width = end - begin, .vertical = VerticalAlign::middle});
}

/// Draws the parameter to the left of its first piece or above it, and on the right how certain it is.
void draw_parameter(Column& column, const TableLayout& layout, const ImportRow& row, Commands& commands) {
    Ui& ui = column.ui;
    const Rect line = layout.stacked ? column.row(line_height) : Rect{column.corner(), {column.right, column.y + line_height}};
    const float widest = layout.stacked ? line.width() - layout.how - gap : layout.parameter - gap;
    ui.text({line.min.x, line.centre().y}, Font::mono_small, ui.theme.dim, label_of(row),
            {.max_width = widest, .vertical = VerticalAlign::middle});
    const RowLook look = row_look(row, ui.theme);
    if (row.kind == ImportRow::Kind::corrected) {
        const Rect cross = rect_at({line.max.x - line_height, line.min.y}, line_height, line_height);
        if (button(ui, "import/restore/" + row.entry.parameter, cross,
                   {.icon = Icon::undo, .look = ButtonLook::ghost, .tip = "your choice; click to return to what was found"}))
            commands.push_back(RestoreImportRow{row.entry.parameter});
        return;
    }
    ui.text({line.max.x, line.centre().y}, Font::label, look.colour, look.word,
            {.align = Align::right, .vertical = VerticalAlign::middle});
}

void draw_row(Column& column, const TableLayout& layout, const ImportRow& row, const State& state, Commands& commands) {
    draw_parameter(column, layout, row, commands);
    for (std::size_t place = 0; place < row.entry.pieces.size(); ++place) {
        draw_piece(column, layout, row, place, commands);
        if (state.of<Importing>().unfolded == piece_anchor(row.entry.parameter, place)) {
            Column below = column.inset(layout.stacked ? 12 : 24);
            draw_candidates(below, row, place, state, commands);
            column.y = below.y;
        }
    }
    const bool says =
        !row.entry.reason.empty() &&
        (row.kind == ImportRow::Kind::missing || (row.kind == ImportRow::Kind::found && row.entry.certainty == Certainty::guessed));
    if (!says) return;
    Column below = column.from(column.left + (layout.stacked ? 12 : layout.parameter) + 6);
    below.right -= layout.how;
    say_lines(below, row.kind == ImportRow::Kind::missing ? column.ui.theme.error : column.ui.theme.faint, row.entry.reason, 2);
    column.y = below.y;
}

/// Draws what is wrong with the mapping as a whole.
void draw_problems(Column& column, const Importing& importing, Commands& commands) {
    const ImportPlan& plan = *importing.plan;
    const Theme& theme = column.ui.theme;
    for (const std::string& sentence : plan.mapping.missing) {
        const bool in_row = std::ranges::any_of(plan.mapping.wanted, [&](const MappingEntry& e) { return e.reason == sentence; });
        if (!in_row) say_lines(column, theme.error, sentence, 4);
    }
    say_lines(column, theme.error, plan.mapping_problem, 4);
    if (plan.mapping.unfitting.empty()) return;
    const float top = column.y;
    std::string names;
    for (const std::string& sentence : plan.mapping.unfitting) names += (names.empty() ? "" : ", ") + sentence;
    say_lines(column, theme.error, "The layers of the paper have nothing to do with " + names + ".", 4);
    if (toggle(column.ui, column.row(metrics::control, 6),
               {.name = "import/without", .label = "Import without them", .on = importing.without_unfitting}))
        commands.push_back(LeaveOutUnfitting{!importing.without_unfitting});
    column.ui.place("import/unfitting", column.since(top));
}

void draw_left(Column& column, const Importing& importing) {
    const std::vector<LeftTensor>& left = importing.plan->mapping.left;
    if (left.empty()) return;
    column.gap(14);
    const float top = column.y;
    column.title("LEFT", fmt::format("{} {} of the file", left.size(), left.size() == 1 ? "tensor" : "tensors"));
    for (const LeftTensor& tensor : left) {
        const ForeignTensor* stored = importing.weights->find(tensor.name);
        const Rect line = column.row(20);
        const std::string shape = stored ? shape_text(stored->shape) : "";
        const float end = column.ui
                              .text({line.max.x, line.centre().y}, Font::mono_small, column.ui.theme.dim, shape,
                                    {.align = Align::right, .vertical = VerticalAlign::middle})
                              .min.x;
        column.ui.text({line.min.x, line.centre().y}, Font::mono_small, column.ui.theme.text, tensor.name,
                       {.max_width = end - line.min.x - gap, .vertical = VerticalAlign::middle});
        Column below = column.from(column.left + 12);
        say_lines(below, tensor.weight ? column.ui.theme.text : column.ui.theme.faint,
                  tensor.reason.empty() ? "nothing in the model matches it" : tensor.reason, 4);
        column.y = below.y;
    }
    column.ui.place("import/left", column.since(top));
}

}  // namespace

std::string piece_anchor(const std::string& parameter, std::size_t place) {
    return fmt::format("import/row/{}/{}", parameter, place);
}

void draw_import_table(Column& column, const State& state, Commands& commands) {
    const Importing& importing = state.of<Importing>();
    const float top = column.y;
    const std::string summary = rows_words(*importing.plan);
    const bool beside = column.width() >= 520;
    column.title("WHERE EACH TENSOR GOES", beside ? summary : "");
    if (!beside) say_lines(column, column.ui.theme.dim, summary, 6);
    column.ui.place("import/table", column.since(top));
    draw_problems(column, importing, commands);
    const TableLayout layout = layout_of(column.ui, importing.plan->rows, column.width());
    std::string layer;
    for (const ImportRow& row : importing.plan->rows) {
        if (const std::string own = layer_of(row.entry.parameter); own != layer) {
            layer = own;
            column.gap(8);
            if (!own.empty()) column.line(20, Font::mono_strong, column.ui.theme.text, own);
        }
        draw_row(column, layout, row, state, commands);
    }
    draw_left(column, importing);
}

}  // namespace vitrine
