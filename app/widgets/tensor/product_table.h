#pragma once
/// A scalar product in detail: two rows of factors, feature by feature, and their products below.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

struct ProductColumn {
    int feature = 0;
    double first = 0, second = 0;
    int rank = 0;  ///< 0 for the largest product

    double product() const { return first * second; }
};

/// One row of factors: its label, its colour, and the number shown in full data colour.
struct FactorRow {
    std::string label;
    Colour colour = 0;
    float limit = 1;
};

struct ProductTableInput {
    std::string name;                        ///< the anchors are name/FEATURE
    std::span<const ProductColumn> columns;  ///< in the order of features
    FactorRow first, second;
    int marked = 2;  ///< how many of the largest products are emphasised
};

struct ProductTableOutput {
    Rect used;
    float left = 0;              ///< the left edge of the columns
    std::optional<int> hovered;  ///< the feature under the pointer
    int folded = 0;              ///< how many features did not fit; the last column is the sum of their products
};

/// Draws from the upper left corner. If not all features fit, shows the largest products, and the sum of all others in one
/// column.
ProductTableOutput product_table(Ui& ui, ImVec2 corner, float width, const ProductTableInput& input);

}  // namespace vitrine
