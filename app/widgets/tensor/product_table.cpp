#include "app/widgets/tensor/product_table.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float product_title_height = 20, cell_height = 32, row_gap = 6, narrowest_cell = 46, widest_cell = 62, widest_label = 124;
constexpr const char* product_label = "product";

/// Where the parts of the table are.
struct Table {
    ImVec2 corner;
    float label = 0, cell = 0, gap = 0;

    Rect at(int row, int column) const {
        const float x = corner.x + label + static_cast<float>(column) * (cell + gap);
        return rect_at({x, corner.y + product_title_height + static_cast<float>(row) * (cell_height + row_gap)}, cell, cell_height);
    }
    Rect column(int number) const { return {{at(0, number).min.x, corner.y}, at(2, number).max}; }
};

/// The features that are shown one by one, and the sum of the products of all others.
struct ShownProducts {
    std::vector<ProductColumn> columns;
    int folded = 0;
    double rest = 0;
};

ShownProducts shown_columns(std::span<const ProductColumn> all, int fitting) {
    ShownProducts shown{{all.begin(), all.end()}, 0, 0};
    if (static_cast<int>(all.size()) <= fitting) return shown;
    std::ranges::sort(shown.columns, {}, &ProductColumn::rank);
    const auto kept = static_cast<std::size_t>(std::max(1, fitting - 1));
    for (std::size_t i = kept; i < shown.columns.size(); ++i) shown.rest += shown.columns[i].product();
    shown.folded = static_cast<int>(shown.columns.size() - kept);
    shown.columns.resize(kept);
    return shown;
}

Table make_table(const Ui& ui, ImVec2 corner, float width, const ProductTableInput& input) {
    Table table{corner, ui.width_of(Font::note_strong, product_label)};
    for (const FactorRow* row : {&input.first, &input.second}) {
        table.label = std::max(table.label, ui.width_of(Font::note_strong, row->label));
    }
    table.label = std::min(table.label + 1, widest_label) + 14;
    const float room = width - table.label, count = static_cast<float>(input.columns.size());
    table.gap = room / count > widest_cell ? 10 : 4;
    table.cell = std::clamp(std::floor(room / count) - table.gap, narrowest_cell, widest_cell);
    return table;
}

void draw_cell(Ui& ui, const Rect& area, double value, const HeatmapStyle& style, Colour frame) {
    const Colour ground = cell_colour(value, false, style);
    ui.fill(area, ground, 4);
    if (frame != 0) ui.frame(area, frame, 4, 1.5f);
    const int characters = static_cast<int>((area.width() - 4) / ui.width_of(Font::mono_small, "0"));
    const int decimals = decimals_within(characters, true);
    ui.text(area.centre(), Font::mono_small, text_on(ground, ui.theme), short_signed_number(value, decimals),
            {.max_width = area.width() - 4, .align = Align::centre, .vertical = VerticalAlign::middle});
}

void draw_labels(Ui& ui, const Table& table, const ProductTableInput& input) {
    const std::pair<std::string, Colour> labels[] = {
        {input.first.label, input.first.colour}, {input.second.label, input.second.colour}, {product_label, ui.theme.text}};
    for (int row = 0; row < 3; ++row) {
        const auto& [label, colour] = labels[row];
        ui.text({table.corner.x + table.label - 14, table.at(row, 0).centre().y}, Font::note_strong, colour, label,
                {.max_width = table.label - 14, .align = Align::right, .vertical = VerticalAlign::middle});
    }
}

}  // namespace

ProductTableOutput product_table(Ui& ui, ImVec2 corner, float width, const ProductTableInput& input) {
    const Table table = make_table(ui, corner, width, input);
    const int fitting = static_cast<int>((width - table.label + table.gap) / (table.cell + table.gap));
    const ShownProducts shown = shown_columns(input.columns, fitting);
    double largest = 1e-12;
    for (const ProductColumn& column : input.columns) largest = std::max(largest, std::abs(column.product()));
    const HeatmapStyle products = value_style(ui.theme, static_cast<float>(largest));

    ProductTableOutput output;
    draw_labels(ui, table, input);
    int place = 0;
    for (const ProductColumn& column : shown.columns) {
        const Rect area = table.column(place);
        if (ui.place(fmt::format("{}/{}", input.name, column.feature), area).hovered) output.hovered = column.feature;
        ui.text({area.centre().x, area.min.y}, Font::mono_small, ui.theme.dim, std::to_string(column.feature),
                {.align = Align::centre});
        draw_cell(ui, table.at(0, place), column.first, value_style(ui.theme, input.first.limit), input.first.colour);
        draw_cell(ui, table.at(1, place), column.second, value_style(ui.theme, input.second.limit), input.second.colour);
        draw_cell(ui, table.at(2, place), column.product(), products, column.rank < input.marked ? ui.theme.text : 0);
        ++place;
    }
    if (shown.folded > 0) {
        // Written above the row of products, which is the only one with a sum.
        const auto write = [&](float y, const std::string& text) {
            ui.text({table.at(2, place).centre().x, y}, Font::label, ui.theme.dim, text,
                    {.max_width = table.cell + table.gap, .align = Align::centre, .vertical = VerticalAlign::middle});
        };
        write(table.at(0, place).centre().y, fmt::format("{} more", shown.folded));
        write(table.at(1, place).max.y - 8, "their sum");
        draw_cell(ui, table.at(2, place), shown.rest, products, 0);
        ++place;
    }
    output.folded = shown.folded;
    output.left = table.at(0, 0).min.x;
    output.used = {corner, table.at(2, place - 1).max};
    return output;
}

}  // namespace vitrine
