#include "app/words/glossary.h"

#include "app/frame/pages/parts.h"

namespace vitrine {

void draw_glossary_page(Ui& ui, Column& column, const State&) {
    for (const Term& term : glossary()) {
        const float top = column.y;
        const Rect name = column.text(Font::body_strong, ui.theme.text, term.name);
        if (!term.section.empty()) {
            ui.text({column.right, top}, Font::note, ui.theme.faint, term.section,
                    {.max_width = column.right - name.max.x - 12, .align = Align::right});
        }
        ui.place("glossary/" + std::string(term.name), column.since(top));
        column.gap(2);
        column.paragraph(Font::note, ui.theme.dim, term.text, 14);
    }
}

}  // namespace vitrine
