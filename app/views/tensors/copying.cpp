/// Copies a cell, a row, the shown slice or a whole tensor, as text or in the notation of other programs.

#include <algorithm>

#include "app/views/tensors/commands.h"
#include "app/views/tensors/copied.h"
#include "app/views/tensors/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// "as text | NumPy | LaTeX". Returns the right end.
float draw_forms(Ui& ui, ImVec2 corner, const TensorsScene& scene) {
    std::vector<Segment> segments;
    for (const TensorsChoice& form : copy_forms())
        segments.push_back({"tensors/copy/as/" + std::string(form.name), std::string(form.label), form.tip});
    const int selected = static_cast<int>(scene.state.of<TensorsView>().form);
    if (const auto clicked = segmented(ui, corner, segments, selected, ui.theme.dim))
        scene.commands.push_back(SetCopyForm{static_cast<CopyForm>(*clicked)});
    return corner.x + segmented_width(ui, segments);
}

float parts_width(const Ui& ui) {
    float width = 0;
    for (const TensorsChoice& part : copy_whats()) width += ui.width_of(Font::body_strong, part.label) + 24 + 8;
    return width;
}

/// Why a part cannot be copied; empty: it can.
std::string_view why_not(const TensorsScene& scene, CopyWhat what) {
    const bool needs_cell = what == CopyWhat::cell || what == CopyWhat::row;
    if (needs_cell && !scene.state.selection.cell) return "select a cell first: click one in the picture";
    if (!too_large_to_copy(scene.state, what)) return {};
    const bool recorded = scene.run().outline().find(scene.shown.info.path);  // a parameter is not
    return recorded ? "too large to copy; 'vitrine trace' saves it as NPZ" : "too large to copy: more than a million cells";
}

void draw_parts(Ui& ui, ImVec2 corner, const TensorsScene& scene) {
    for (std::size_t i = 0; i < copy_whats().size(); ++i) {
        const TensorsChoice& part = copy_whats()[i];
        const auto what = static_cast<CopyWhat>(i);
        const std::string_view why = why_not(scene, what);
        const Rect area = rect_at(corner, ui.width_of(Font::body_strong, part.label) + 24, 24);
        const ButtonFace face{.label = part.label, .tip = why.empty() ? part.tip : why, .enabled = why.empty()};
        if (button(ui, "tensors/copy/" + std::string(part.name), area, face)) scene.commands.push_back(CopyPart{what});
        corner.x = area.max.x + 8;
    }
}

/// The beginning of the copied text's first line.
std::string beginning_of(const std::string& copied) {
    constexpr std::size_t enough = 44;
    // A line may be megabytes; one character more than enough is at most four bytes.
    const std::string line = copied.substr(0, std::min(copied.find('\n'), enough + 4));
    if (line.size() <= enough) return line;
    return line.substr(0, before(line, enough)) + " …";
}

}  // namespace

void draw_tensors_copying(Ui& ui, Column& column, const TensorsScene& scene) {
    constexpr float title = 64, gap = 20;
    Rect line = column.row(24, 8);
    section_title(ui, line, "COPY AS");
    float left = draw_forms(ui, {line.min.x + title, line.min.y}, scene) + gap;
    if (left + parts_width(ui) > line.max.x) {
        line = column.row(24, 8);
        left = line.min.x + title;
    }
    draw_parts(ui, {left, line.min.y}, scene);
    const std::string& copied = scene.state.copied;
    if (copied.empty()) return;
    ui.text({column.left + title, column.y}, Font::mono_small, ui.theme.text, beginning_of(copied),
            {.max_width = column.width() - title, .shorten = Shorten::end});
    column.text(Font::note, ui.theme.dim, "copied", 4);
}

}  // namespace vitrine
