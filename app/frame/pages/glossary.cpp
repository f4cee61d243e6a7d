#include "app/frame/pages/parts.h"
#include "app/state/state.h"
#include "app/words/glossary.h"

namespace vitrine {

float draw_glossary_page(Ui& ui, const PageColumn& column, float y, const State&) {
    for (const Term& term : glossary()) {
        const Rect name = ui.text({column.left, y}, Font::body_strong, ui.theme.text, term.name);
        if (!term.section.empty()) {
            ui.text({column.right, y}, Font::note, ui.theme.faint, term.section,
                    {.max_width = column.right - name.max.x - 12, .align = Align::right});
        }
        ui.place("glossary/" + std::string(term.name), {{column.left, y}, {column.right, name.max.y}});
        y = ui.paragraph({column.left, name.max.y + 2}, Font::note, ui.theme.dim, term.text, {.width = column.width()}).max.y + 14;
    }
    return y;
}

}  // namespace vitrine
