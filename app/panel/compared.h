#pragma once
/// A tensor in two runs side by side, and what became of it: for every view that shows the difference of two runs.

#include <string>

#include "app/panel/panel.h"

namespace vitrine {

/// A tensor or a parameter that one of the compared runs has.
struct ComparedTensor {
    const State& state;
    Commands& commands;
    const RunDifference& difference;
    std::string path;
};

/// Its name, its path and its shapes.
void draw_compared_title(Ui& ui, Column& column, const ComparedTensor& tensor);

/// Which sentence and which head are shown, where there are several.
void draw_compared_facets(Ui& ui, Column& column, const ComparedTensor& tensor);

/// A, B and B − A, with what their colours stand for and the numbers of one cell below them; `height` is what a picture may take.
/// While the difference is shown it comes first.
void draw_compared_pictures(Ui& ui, Column& column, float height, const ComparedTensor& tensor);

/// All of it in a panel of its own, in place of one that reads a single run. `title` says what it is instead.
struct ComparedPanel {
    std::string name;                ///< of the scrolling area
    std::string title, text;         ///< text: empty for nothing
    std::vector<std::string> paths;  ///< the tensors, one below the other
};
void draw_compared_panel(Ui& ui, const Rect& area, const ComparedPanel& panel, const State& state, Commands& commands);

/// In place of a panel that reads a single run and has no difference: says so.
void draw_single_run_only(Ui& ui, const Rect& area, std::string_view title, std::string_view text);

}  // namespace vitrine
