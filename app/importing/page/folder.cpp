/// Draws the part for the folder to write.

#include "app/base/browser.h"
#include "app/importing/commands.h"
#include "app/importing/page/parts.h"
#include "app/importing/texts.h"
#include "app/importing/words.h"
#include "app/widgets/controls.h"

namespace vitrine {

void draw_import_folder(Column& column, const State& state, Commands& commands) {
    const Importing& importing = state.of<Importing>();
    if (in_browser) {
        column.paragraph(Font::note, column.ui.theme.dim,
                         "The model stays open until you close the page; its folder goes to the browser's downloads.", 8);
    } else {
        draw_path_field(column, import_folder_field, {"FOLDER TO WRITE", "a new folder"}, state, commands);
    }
    const std::string why = import_refusal(state);
    const Rect area = rect_at(column.row(32, 8).min, 96, 32);
    if (button(column.ui, "import/do", area, {.label = "Import", .look = ButtonLook::primary, .enabled = why.empty()}))
        commands.push_back(WriteImport{});
    const float top = column.y;
    say_lines(column, importing.writing ? column.ui.theme.dim : column.ui.theme.text, why, 2);
    say_lines(column, column.ui.theme.error, importing.write_problem, 2);
    if (!why.empty() || !importing.write_problem.empty()) column.ui.place("import/refusal", column.since(top));
}

}  // namespace vitrine
