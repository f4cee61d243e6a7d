#pragma once
/// Planes of a tensor for print: cells with uncut words beside them, several planes beside each other in rows, and the legend of
/// their colours below.

#include <span>
#include <string>
#include <vector>

#include "app/widgets/ui.h"
#include "core/tensor/labels.h"

namespace vitrine {

struct PrintedPlane {
    HeatmapCells cells;
    std::string title = {};  ///< above the plane, "head 2"; empty: none
};

struct PrintedCells {
    std::vector<PrintedPlane> planes;  ///< one or more, all with the same rows and columns
    HeatmapStyle style;
    Labels row_labels, column_labels;  ///< rows and columns without a label show their number
    std::string row_title = {}, column_title = {};
    std::span<const std::string> words = {};  ///< for ids: the words to write instead, index = id
    bool often_small = false;                 ///< as in TensorViewInput
    std::string note = {};                    ///< a text beside the legend
};

/// Draws from the upper left corner of `room` and returns the lower edge. Words of columns that are too close together run
/// upwards. Throws Error if the words leave no room for cells.
float printed_cells(Ui& ui, const Rect& room, const PrintedCells& input);

}  // namespace vitrine
