#include "app/widgets/tensor/product_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float feature_line = 20, feature_line_below = 17;  // the features' numbers, above the products and above the vector
constexpr float cell_height = 28, row_gap = 5, narrowest_cell = 46, widest_cell = 62, widest_label = 124, behind_label = 14;
constexpr int product_row = 2, vector_row = 3;
constexpr const char* product_label = "product";

/// Where the parts of the table are.
struct Table {
    ImVec2 corner;
    float label = 0, cell = 0, gap = 0;
    int fitting = 0;  ///< the number of columns that fit

    Rect at(int row, int column) const {
        const float x = corner.x + label + static_cast<float>(column) * (cell + gap);
        const float above = feature_line + (row >= vector_row ? feature_line_below : 0);
        return rect_at({x, corner.y + above + static_cast<float>(row) * (cell_height + row_gap)}, cell, cell_height);
    }
    Rect column(int number) const { return {{at(0, number).min.x, corner.y}, at(product_row, number).max}; }
};

/// Draws the table, and collects what the pointer does with it.
struct Drawing {
    Ui& ui;
    const ProductTableInput& input;
    Table table;
    ProductTableOutput output = {};

    std::string anchor(int feature, const std::string& row) const { return fmt::format("{}/{}/{}", input.name, feature, row); }
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

/// The features of a vector that are shown: all of them in order or, if they do not fit, the largest numbers'.
std::vector<int> shown_features(const std::vector<double>& numbers, int fitting) {
    std::vector<int> features(numbers.size());
    std::iota(features.begin(), features.end(), 0);
    if (static_cast<int>(features.size()) <= fitting) return features;
    const auto size = [&](int feature) { return -std::abs(numbers[static_cast<std::size_t>(feature)]); };
    std::ranges::stable_sort(features, {}, size);
    features.resize(static_cast<std::size_t>(std::max(1, fitting - 1)));
    return features;
}

Table make_table(const Ui& ui, ImVec2 corner, float width, const ProductTableInput& input) {
    Table table{corner, ui.width_of(Font::note_strong, product_label)};
    const auto widen = [&](Font font, const std::string& text) { table.label = std::max(table.label, ui.width_of(font, text)); };
    for (const FactorRow* row : {&input.first, &input.second}) widen(Font::note_strong, row->label);
    if (input.below) widen(Font::note_strong, input.below->row.label), widen(Font::label, input.below->remark);
    table.label = std::min(table.label + 1, widest_label) + behind_label;
    const float room = width - table.label, count = static_cast<float>(input.columns.size());
    table.gap = room / count > widest_cell ? 10 : 4;
    table.cell = std::clamp(std::floor(room / count) - table.gap, narrowest_cell, widest_cell);
    table.fitting = static_cast<int>((room + table.gap) / (table.cell + table.gap));
    return table;
}

struct CellLook {
    HeatmapStyle style;
    Colour frame = 0;  ///< 0: none
};

/// Returns whether the pointer is on it.
bool draw_cell(Drawing& to, const ProductCell& cell, const std::string& anchor, const Rect& area, double value,
               const CellLook& look) {
    Ui& ui = to.ui;
    const Interaction does = ui.control(anchor, area);
    if (does.clicked) to.output.clicked = cell;
    const Colour ground = cell_colour(value, false, look.style), frame = does.hovered ? ui.theme.text : look.frame;
    ui.fill(area, ground, 4);
    if (frame != 0) ui.frame(area, frame, 4, 1.5f);
    const int characters = static_cast<int>((area.width() - 4) / ui.width_of(Font::mono_small, "0"));
    const int decimals = decimals_within(characters, true);
    ui.text(area.centre(), Font::mono_small, text_on(ground, ui.theme), short_signed_number(value, decimals),
            {.max_width = area.width() - 4, .align = Align::centre, .vertical = VerticalAlign::middle});
    return does.hovered;
}

/// Writes a label at the right edge of its column, `lower` below the middle of its row.
void draw_label(const Drawing& to, int row, float lower, Font font, Colour colour, const std::string& text) {
    const Table& table = to.table;
    const ImVec2 at{table.corner.x + table.label - behind_label, table.at(row, 0).centre().y + lower};
    to.ui.text(at, font, colour, text,
               {.max_width = table.label - behind_label, .align = Align::right, .vertical = VerticalAlign::middle});
}

void draw_feature(const Drawing& to, const Rect& below, float line, int feature) {
    to.ui.text({below.centre().x, below.min.y - line}, Font::mono_small, to.ui.theme.dim, std::to_string(feature),
               {.align = Align::centre});
}

/// Writes in the column behind those that are shown.
void draw_rest_words(const Drawing& to, float y, int column, const std::string& text) {
    to.ui.text({to.table.at(0, column).centre().x, y}, Font::label, to.ui.theme.dim, text,
               {.max_width = to.table.cell + to.table.gap, .align = Align::centre, .vertical = VerticalAlign::middle});
}

void draw_column(Drawing& to, const ProductColumn& column, int place, const HeatmapStyle& products) {
    Ui& ui = to.ui;
    const FactorRow &first = to.input.first, &second = to.input.second;
    const int feature = column.feature;
    if (ui.place(fmt::format("{}/{}", to.input.name, feature), to.table.column(place)).hovered) to.output.hovered = feature;
    draw_feature(to, to.table.at(0, place), feature_line, feature);
    draw_cell(to, {ProductCell::Row::first, feature}, to.anchor(feature, first.anchor), to.table.at(0, place), column.first,
              {value_style(ui.theme, first.limit), first.colour});
    draw_cell(to, {ProductCell::Row::second, feature}, to.anchor(feature, second.anchor), to.table.at(1, place), column.second,
              {value_style(ui.theme, second.limit), second.colour});
    draw_cell(to, {ProductCell::Row::product, feature}, to.anchor(feature, product_label), to.table.at(product_row, place),
              column.product(), {products, column.rank < to.input.marked ? ui.theme.text : 0});
}

void draw_products(Drawing& to) {
    const ShownProducts shown = shown_columns(to.input.columns, to.table.fitting);
    double largest = 1e-12;
    for (const ProductColumn& column : to.input.columns) largest = std::max(largest, std::abs(column.product()));
    const HeatmapStyle products = value_style(to.ui.theme, static_cast<float>(largest));
    draw_label(to, 0, 0, Font::note_strong, to.input.first.colour, to.input.first.label);
    draw_label(to, 1, 0, Font::note_strong, to.input.second.colour, to.input.second.label);
    draw_label(to, product_row, 0, Font::note_strong, to.ui.theme.text, product_label);
    int place = 0;
    for (const ProductColumn& column : shown.columns) draw_column(to, column, place++, products);
    if (shown.folded > 0) {
        // Written above the row of products, which is the only one with a sum.
        draw_rest_words(to, to.table.at(0, place).centre().y, place, fmt::format("{} more", shown.folded));
        draw_rest_words(to, to.table.at(1, place).max.y - 8, place, "their sum");
        draw_cell(to, {ProductCell::Row::product, ProductCell::sum_of_rest}, to.input.name + "/rest/" + product_label,
                  to.table.at(product_row, place), shown.rest, {products});
        ++place;
    }
    to.output.folded = shown.folded;
    to.output.used = {to.table.corner, to.table.at(product_row, place - 1).max};
}

void draw_vector(Drawing& to, const VectorRow& vector) {
    constexpr float line = 7;  // half a line of text
    const bool alone = vector.remark.empty();
    draw_label(to, vector_row, alone ? 0 : -line, Font::note_strong, vector.row.colour, vector.row.label);
    if (!alone) draw_label(to, vector_row, line, Font::label, to.ui.theme.dim, vector.remark);
    const std::vector<int> features = shown_features(vector.numbers, to.table.fitting);
    int place = 0;
    for (const int feature : features) {
        const Rect area = to.table.at(vector_row, place++);
        draw_feature(to, area, feature_line_below, feature);
        const std::string anchor = to.anchor(feature, vector.row.anchor);
        const double number = vector.numbers[static_cast<std::size_t>(feature)];
        const CellLook look{value_style(to.ui.theme, vector.row.limit), vector.row.colour};
        if (draw_cell(to, {ProductCell::Row::below, feature}, anchor, area, number, look)) to.output.hovered_below = feature;
    }
    const int more = static_cast<int>(vector.numbers.size() - features.size());
    if (more > 0) draw_rest_words(to, to.table.at(vector_row, place).centre().y, place, fmt::format("{} more", more));
    const ImVec2 end = to.table.at(vector_row, place - 1).max;
    to.output.used.max = {std::max(to.output.used.max.x, end.x), end.y};
}

}  // namespace

ProductTableOutput product_table(Ui& ui, ImVec2 corner, float width, const ProductTableInput& input) {
    Drawing drawing{ui, input, make_table(ui, corner, width, input)};
    draw_products(drawing);
    if (input.below) draw_vector(drawing, *input.below);
    drawing.output.left = drawing.table.at(0, 0).min.x;
    return drawing.output;
}

}  // namespace vitrine
