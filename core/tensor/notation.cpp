#include "core/tensor/notation.h"

#include <cmath>

#include <fmt/format.h>

namespace vitrine {

namespace {

std::string integer(double value) { return fmt::format("{}", static_cast<long long>(value)); }

std::string numpy_number(double value, ElementType type) {
    if (type != ElementType::scalar) return integer(value);
    if (std::isnan(value)) return "np.nan";
    if (std::isinf(value)) return value < 0 ? "-np.inf" : "np.inf";
    return fmt::format("{}", static_cast<Scalar>(value));
}

std::string latex_number(double value, ElementType type) {
    if (type != ElementType::scalar) return integer(value);
    if (std::isnan(value)) return "\\mathrm{NaN}";
    if (std::isinf(value)) return value < 0 ? "-\\infty" : "\\infty";
    const double magnitude = std::abs(value);
    if (value == 0 || (magnitude >= 1e-4 && magnitude < 1e5)) return fmt::format("{:.4f}", value);
    const std::string text = fmt::format("{:.4e}", value);
    const std::size_t exponent = text.find('e');
    return fmt::format("{} \\times 10^{{{}}}", text.substr(0, exponent), std::stoi(text.substr(exponent + 1)));
}

const char* numpy_type(ElementType type) {
    switch (type) {
        case ElementType::index:
            return "np.int32";
        case ElementType::mask:
            return "np.uint8";
        default:
            return sizeof(Scalar) == 4 ? "np.float32" : "np.float64";
    }
}

/// The number of trailing axes along which this cell is the first.
int axes_begun(const Index& index, int rank) {
    int begun = 0;
    while (begun < rank && index[static_cast<std::size_t>(rank - 1 - begun)] == 0) ++begun;
    return begun;
}

/// One pair of brackets per axis, one line per row.
std::string numpy_text(const TensorView& tensor) {
    const int rank = tensor.layout.rank;
    std::string text = "np.array(" + std::string(static_cast<std::size_t>(rank), '[');
    for (Size cell = 0; cell < tensor.layout.count(); ++cell) {
        const Index index = index_of(tensor.layout, cell);
        const auto begun = static_cast<std::size_t>(axes_begun(index, rank));
        if (cell > 0 && begun == 0) text += ", ";
        if (cell > 0 && begun > 0) {
            const std::size_t indent = std::string_view("np.array(").size() + static_cast<std::size_t>(rank) - begun;
            text += std::string(begun, ']') + ",\n" + std::string(indent, ' ') + std::string(begun, '[');
        }
        text += numpy_number(tensor.at(index), tensor.type);
    }
    return text + std::string(static_cast<std::size_t>(rank), ']') + ", dtype=" + numpy_type(tensor.type) + ")\n";
}

/// The matrix of the last two axes (or of the only one) at a place of the leading axes.
void write_matrix(std::string& text, const TensorView& tensor, Index index) {
    const int rank = tensor.layout.rank;
    const Size rows = rank > 1 ? tensor.layout.shape[static_cast<std::size_t>(rank - 2)] : 1;
    const Size columns = tensor.layout.shape[static_cast<std::size_t>(rank - 1)];
    text += "\\begin{bmatrix}\n";
    for (Size row = 0; row < rows; ++row) {
        if (rank > 1) index[static_cast<std::size_t>(rank - 2)] = row;
        for (Size column = 0; column < columns; ++column) {
            index[static_cast<std::size_t>(rank - 1)] = column;
            text += (column ? " & " : "  ") + latex_number(tensor.at(index), tensor.type);
        }
        text += row + 1 < rows ? " \\\\\n" : "\n";
    }
    text += "\\end{bmatrix}\n";
}

std::string latex_text(const TensorView& tensor) {
    constexpr Size columns_of_amsmath = 10;
    const Layout& layout = tensor.layout;
    std::string text;
    const Size columns = layout.shape[static_cast<std::size_t>(layout.rank - 1)];
    if (columns > columns_of_amsmath) text += fmt::format("\\setcounter{{MaxMatrixCols}}{{{}}}\n", columns);
    Layout leading = layout;
    leading.rank = static_cast<std::uint8_t>(layout.rank > 2 ? layout.rank - 2 : 0);
    const Size matrices = leading.rank > 0 ? leading.count() : 1;
    for (Size i = 0; i < matrices; ++i) {
        const Index index = leading.rank > 0 ? index_of(leading, i) : Index{};
        std::string place;
        for (std::size_t axis = 0; axis < leading.rank; ++axis)
            place += fmt::format("{}{} {}", axis ? ", " : "", name(leading.axes[axis]), index[axis]);
        if (!place.empty()) text += "\\text{" + place + "}\\quad";
        write_matrix(text, tensor, index);
    }
    return text;
}

/// A word as LaTeX text.
std::string latex_word(std::string_view word) {
    std::string text = "\\text{";
    for (const char c : word) {
        constexpr std::string_view escaped = "{}$&#_%";
        if (escaped.find(c) != std::string_view::npos) {
            text += {'\\', c};
        } else if (c == '\\') {
            text += "\\textbackslash{}";
        } else if (c == '^' || c == '~') {
            text += {'\\', c, '{', '}'};
        } else {
            text += c;
        }
    }
    return text + '}';
}

}  // namespace

std::string named_array(const TensorView& tensor, std::span<const std::string> rows, std::span<const std::string> columns) {
    const bool one_row = tensor.layout.rank < 2;
    std::string text = "\\begin{array}{" + std::string(one_row ? "" : "r|") + std::string(columns.size(), 'r') + "}\n";
    const auto begin_line = [&](const std::string& name) { text += one_row ? "  " : "  " + name + " & "; };
    begin_line("");
    for (std::size_t column = 0; column < columns.size(); ++column) text += (column ? " & " : "") + latex_word(columns[column]);
    text += " \\\\ \\hline\n";
    const std::size_t count = one_row ? 1 : rows.size();
    for (std::size_t row = 0; row < count; ++row) {
        begin_line(one_row ? "" : latex_word(rows[row]));
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const Index index =
                one_row ? Index{static_cast<Size>(column)} : Index{static_cast<Size>(row), static_cast<Size>(column)};
            text += (column ? " & " : "") + latex_number(tensor.at(index), tensor.type);
        }
        text += row + 1 < count ? " \\\\\n" : "\n";
    }
    return text + "\\end{array}\n";
}

std::string number_in(Notation notation, double value, ElementType type) {
    return notation == Notation::numpy ? numpy_number(value, type) : latex_number(value, type);
}

std::string cell_in(Notation notation, double value, ElementType type) {
    if (notation == Notation::latex) return latex_number(value, type);
    return fmt::format("{}({})", numpy_type(type), numpy_number(value, type));
}

std::string tensor_in(Notation notation, const TensorView& tensor) {
    if (!tensor.present()) return {};
    return notation == Notation::numpy ? numpy_text(tensor) : latex_text(tensor);
}

namespace {

/// Copies the cells of a fetched part into memory and lets the view point to the copy.
void fetch(const TensorView& tensor, std::span<const int> axes, const Index& start, TensorPart& part) {
    Window window{.first = start, .count = {1, 1, 1, 1}};
    for (const int axis : axes) window.count[static_cast<std::size_t>(axis)] = tensor.layout.shape[static_cast<std::size_t>(axis)];
    Index stride{};
    Size count = 1;
    for (std::size_t axis = max_rank; axis-- > 0; count *= window.count[axis]) stride[axis] = count;
    part.cells.resize(static_cast<std::size_t>(count));
    for (Size i = 0; i < count; ++i) {
        Index cell = start;
        for (std::size_t axis = 0; axis < max_rank; ++axis) cell[axis] += i / stride[axis] % window.count[axis];
        part.cells[static_cast<std::size_t>(i)] = static_cast<Scalar>(tensor.at(cell));
    }
    for (std::size_t i = 0; i < axes.size(); ++i) part.tensor.layout.strides[i] = stride[static_cast<std::size_t>(axes[i])];
    part.tensor.data = part.cells.data();
    part.tensor.fetched = nullptr;
}

}  // namespace

TensorPart part_of(const TensorView& tensor, std::span<const int> axes, const Index& at) {
    Index start = at;
    TensorPart part{.tensor = tensor};
    Layout& layout = part.tensor.layout;
    layout = {};
    for (const int axis : axes) {
        const auto from = static_cast<std::size_t>(axis), to = static_cast<std::size_t>(layout.rank++);
        start[from] = 0;
        layout.axes[to] = tensor.layout.axes[from];
        layout.shape[to] = tensor.layout.shape[from];
        layout.strides[to] = tensor.layout.strides[from];
    }
    if (tensor.fetched) {
        fetch(tensor, axes, start, part);
        return part;
    }
    const std::size_t size = tensor.type == ElementType::index  ? sizeof(std::int32_t)
                             : tensor.type == ElementType::mask ? 1
                                                                : sizeof(Scalar);
    part.tensor.data = static_cast<const std::byte*>(tensor.data) + static_cast<std::size_t>(tensor.layout.offset(start)) * size;
    return part;
}

}  // namespace vitrine
