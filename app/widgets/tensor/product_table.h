#pragma once
/// A scalar product taken apart: two rows of factors, feature by feature, and their products below.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

struct ProductColumn {
    int feature = 0;
    double first = 0, second = 0;
    int rank = 0;  ///< 0: the largest product of all

    double product() const { return first * second; }
};

/// One row of factors: how it is called, in which colour, and the number that has the full colour of data.
struct FactorRow {
    std::string label;
    Colour colour = 0;
    float limit = 1;
};

struct ProductTableInput {
    std::string name;                        ///< the anchors are name/FEATURE
    std::span<const ProductColumn> columns;  ///< in the order of features
    FactorRow first, second;
    int marked = 2;  ///< so many of the largest products stand out
};

struct ProductTableOutput {
    Rect used;
    float left = 0;              ///< where the columns begin
    std::optional<int> hovered;  ///< the feature under the pointer
    int folded = 0;              ///< how many features did not fit; the last column sums their products
};

/// Draws from a corner over a width. Where not all features fit, the largest products come first and the rest are one column.
ProductTableOutput product_table(Ui& ui, ImVec2 corner, float width, const ProductTableInput& input);

}  // namespace vitrine
