#pragma once
/// A scalar product in detail: two rows of factors, feature by feature, their products below and, if wanted, a vector below these.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace vitrine {

struct ProductColumn {
    int feature = 0;
    double first = 0, second = 0;
    int rank = 0;  ///< 0 for the largest product

    double product() const { return first * second; }
};

/// One row of numbers: its label, its colour, the number shown in full data colour, and its part of the anchors' names.
struct FactorRow {
    std::string label;
    Colour colour = 0;
    float limit = 1;
    std::string anchor = {};
};

/// A vector with features of its own. If not all fit, its largest numbers are shown, the largest first.
struct VectorRow {
    FactorRow row;
    std::string remark;  ///< below the label
    std::vector<double> numbers;
};

struct ProductTableInput {
    std::string name;                        ///< a column is name/FEATURE, and a number name/FEATURE/ROW, of the products "product"
    std::span<const ProductColumn> columns;  ///< in the order of features
    FactorRow first, second;
    int marked = 2;  ///< how many of the largest products are emphasised
    std::optional<VectorRow> below = {};
};

/// A number in the table.
struct ProductCell {
    enum class Row : std::uint8_t { first, second, product, below };

    Row row;
    int feature = 0;  ///< sum_of_rest: the sum of the products that did not fit

    static constexpr int sum_of_rest = -1;
};

struct ProductTableOutput {
    Rect used;
    float left = 0;                      ///< the left edge of the columns
    std::optional<int> hovered;          ///< the feature under the pointer, of the products
    std::optional<int> hovered_below;    ///< and of the vector below them
    std::optional<ProductCell> clicked;  ///< the clicked number
    int folded = 0;                      ///< how many features did not fit; the last column is the sum of their products
};

/// Draws from the upper left corner. If not all features fit, shows the largest products, and the sum of all others in one
/// column.
ProductTableOutput product_table(Ui& ui, ImVec2 corner, float width, const ProductTableInput& input);

}  // namespace vitrine
