#pragma once
/// A tensor in two runs side by side, and its difference: for every view that shows the difference of two runs.

#include <string>

#include "app/panel/panel.h"

namespace vitrine {

/// A tensor or a parameter that one of the compared runs has.
struct ComparedTensor {
    const State& state;
    Commands& commands;
    const RunDifference& difference;
    std::string path;
    Aspect aspect;  ///< what is shown of it
};

/// Draws its name, path and shapes.
void draw_compared_title(Ui& ui, Column& column, const ComparedTensor& tensor);

/// Draws the choice of sentence and head, if there are several.
void draw_compared_facets(Ui& ui, Column& column, const ComparedTensor& tensor);

/// Draws A, B and B − A with their colour scales, and the numbers of one cell below them; for the aspect `both`, first the
/// values, then the gradients. `height`: the most that a picture may take. If the difference is what is shown, it comes first.
void draw_compared_pictures(Ui& ui, Column& column, float height, const ComparedTensor& tensor);

/// A whole panel of compared tensors, used instead of a panel that reads a single run. `title` names the panel.
struct ComparedPanel {
    std::string name;                ///< name of the scrolling area
    std::string title, text;         ///< `text`: empty for none
    std::vector<std::string> paths;  ///< the tensors, one below the other
};
void draw_compared_panel(Ui& ui, const Rect& area, const ComparedPanel& panel, const State& state, Commands& commands);

/// Replaces a panel that reads a single run and cannot show a difference, and says so.
void draw_single_run_only(Ui& ui, const Rect& area, std::string_view title, std::string_view text);

}  // namespace vitrine
