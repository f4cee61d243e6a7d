#pragma once
/// Draws the page for importing models of other programs: its file, the open questions, a reference to try answers against, what
/// became of the file's tensors, and the folder to write.

#include "app/panel/panel.h"

namespace vitrine {

/// Draws the content of the page. On a wide page, the table of tensors stands beside everything else.
void draw_import_page(Ui& ui, Column& column, const State& state, Commands& commands);

}  // namespace vitrine
