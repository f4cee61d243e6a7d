#include "app/frame/pages/parts.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

float draw_about_page(Ui& ui, const PageColumn& column, float y, const State& state) {
    y = ui.paragraph({column.left, y}, Font::body, ui.theme.text,
                     "A glass display case. In it stands the Transformer of “Attention Is All You Need” (Vaswani et al., 2017), "
                     "encoder and decoder, on a real, padded batch, computing.",
                     {.width = column.width()})
            .max.y +
        10;
    y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim,
                     "Each number on the screen is the number that was computed. Nothing leaves this machine. MIT licence.",
                     {.width = column.width()})
            .max.y +
        20;
    section_title(ui, {{column.left, y}, {column.right, y + 16}}, "VERSIONS");
    y += 26;
    constexpr float name_width = 110;
    for (const VersionLine& line : state.versions) {
        ui.text({column.left, y}, Font::note, ui.theme.dim, line.what, {.max_width = name_width});
        ui.place("about/" + line.what, {{column.left, y}, {column.right, y + 16}});
        y = ui.paragraph({column.left + name_width + 10, y}, Font::note, ui.theme.text, line.version,
                         {.width = column.width() - name_width - 10})
                .max.y +
            6;
    }
    return y;
}

}  // namespace vitrine
