/// How alike any two positions are, as a picture.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/positions/commands.h"
#include "app/views/positions/parts.h"
#include "app/widgets/legend.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

std::string both_numbers(const PositionTable& table, const Index& pair) {
    const auto value = [&](const Tensor& tensor) {
        return signed_number(static_cast<double>(tensor.at(pair)), ElementType::scalar);
    };
    return fmt::format("dot product {}, cosine {}", value(table.similarity.dot_product), value(table.similarity.cosine));
}

std::string pair_words(const Index& pair, const PositionsScene& scene) {
    const Size k = pair[1] - pair[0];
    if (k == 0) return position_words(pair[0], scene) + " with itself";
    return fmt::format("{} and {}, distance {}", position_words(pair[0], scene), position_words(pair[1], scene), k < 0 ? -k : k);
}

}  // namespace

float similarity_side(const Ui& ui) { return std::clamp(0.28f * ui.size().y, 260.0f, 560.0f); }

void draw_position_similarity(Ui& ui, Column& column, PositionKind kind, const PositionsScene& scene) {
    const auto table = scene.table(kind);
    const std::string title =
        scene.kinds.size() > 1 ? encoding_title(kind) + ": how alike two positions are" : "How alike two positions are";
    const Rect written = column.line(24, Font::body_strong, ui.theme.text, title);
    const float room = column.right - written.max.x - 12;
    if (ui.width_of(Font::note, similarity_name(scene)) <= room) {
        ui.text({written.max.x + 12, written.centre().y}, Font::note, ui.theme.dim, similarity_name(scene),
                {.vertical = VerticalAlign::middle});
    }
    TensorViewInput input;
    input.name = kind == PositionKind::learned ? "positions/similarity/learned" : "positions/similarity/sinusoidal";
    input.cells = {.tensor = view(chosen_similarity(*table, scene)), .generation = table->generation};
    input.style = value_style(ui.theme, scene.cosine() ? 1 : static_cast<float>(table->largest_product));
    input.row_title = "p ↓";
    input.column_title = "position q →";
    input.frame = ui.theme.residual;
    input.pointed = Index{scene.view().position, scene.view().other};
    const float side = std::min(column.width(), similarity_side(ui));
    const TensorViewOutput output = tensor_view(ui, rect_at(column.corner(), side, side), input);
    if (output.hovered) ui.note({pair_words(*output.hovered, scene), both_numbers(*table, *output.hovered)}, output.used);
    if (output.clicked) scene.commands.push_back(ChoosePositionPair{(*output.clicked)[0], (*output.clicked)[1]});

    Column below{ui, output.layout.area.min.x, column.right, output.used.max.y + 10};
    legend(ui, below, 200, input.style);
    below.gap(14);
    below.paragraph(Font::note, ui.theme.text, pair_words(*input.pointed, scene), 2);
    below.paragraph(Font::note, ui.theme.text, both_numbers(*table, *input.pointed), 6);
    if (const std::string remark = similarity_remark(kind, scene); !remark.empty())
        below.paragraph(Font::note, ui.theme.dim, remark, 6);
    column.y = below.y + 12;
}

}  // namespace vitrine
