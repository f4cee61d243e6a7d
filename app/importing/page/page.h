#pragma once
/// The page for bringing somebody else's model in: its file, the questions that are open, a reference to try answers against, what
/// became of its tensors, and the folder to write.

#include "app/panel/panel.h"

namespace vitrine {

/// The content of the page. In a wide one the table of tensors stands beside all else.
void draw_import_page(Ui& ui, Column& column, const State& state, Commands& commands);

}  // namespace vitrine
