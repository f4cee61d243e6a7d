#include "app/frame/pages/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

void draw_about_page(Ui& ui, Column& column, const State& state) {
    column.paragraph(Font::body, ui.theme.text,
                     "A display case (in French: vitrine) for the Transformer of “Attention Is All You Need” (Vaswani et al., "
                     "2017): encoder and decoder at work on a padded batch.",
                     10);
    column.paragraph(Font::note, ui.theme.dim,
                     "Every number on the screen is one that was computed. Nothing leaves this machine. MIT licence.", 10);
    column.paragraph(Font::note, ui.theme.dim,
                     "To give it to others, the quickest way first: the page for browsers, a package for Debian or another Linux "
                     "system, or two commands that build it. README.md has all three.",
                     20);
    column.title("VERSIONS");
    constexpr float name_width = 120;
    for (const VersionLine& line : state.versions) {
        ui.text(column.corner(), Font::note, ui.theme.dim, line.what, {.max_width = name_width - 10});
        ui.place("about/" + line.what, rect_at(column.corner(), column.width(), 16));
        Column version = column.from(column.left + name_width);
        version.paragraph(Font::note, ui.theme.text, line.version, 6);
        column.y = version.y;
    }
}

}  // namespace vitrine
