#include "core/import/fitting.h"

#include <algorithm>
#include <numeric>

#include "core/model/parameters.h"

namespace vitrine {

namespace {

/// The two axes of a matrix: the only two, or the only two that are longer than 1.
std::optional<std::pair<int, int>> two_axes(const ForeignTensor& tensor) {
    if (tensor.rank() == 2) return std::pair(0, 1);
    std::vector<int> long_ones;
    for (int axis = 0; axis < tensor.rank(); ++axis) {
        if (tensor.shape[static_cast<std::size_t>(axis)] != 1) long_ones.push_back(axis);
    }
    return long_ones.size() == 2 ? std::optional(std::pair(long_ones[0], long_ones[1])) : std::nullopt;
}

Size length_of(const ForeignTensor& tensor, int axis) { return tensor.shape[static_cast<std::size_t>(axis)]; }

bool is_table(const std::string& parameter) {
    return parameter.ends_with("embedding.weight") || parameter.ends_with("positions.weight") || parameter == "fc_out.weight";
}

Size count_in(const Piece& piece, Size width, const ForeignWeights& weights) {
    if (piece.kind == Piece::Kind::zeros) return piece.rows;
    if (piece.kind == Piece::Kind::waves) return piece.rows * width;
    const ForeignTensor& tensor = *weights.find(piece.tensor);
    const Size all = rows_of({.axes = piece.axes}, tensor);
    return all == 0 ? 0 : tensor.count() / all * rows_of(piece, tensor) * piece.heads * piece.heads;
}

/// The axes that are longer than 1, in the order of the piece.
std::vector<int> long_axes(const Piece& piece, const ForeignTensor& tensor) {
    std::vector<int> axes;
    for (int i = 0; i < tensor.rank(); ++i) {
        const int axis = piece.axes.empty() ? i : piece.axes[static_cast<std::size_t>(i)];
        if (tensor.shape[static_cast<std::size_t>(axis)] != 1) axes.push_back(axis);
    }
    return axes;
}

/// These axes first, then the others.
std::vector<int> with_the_rest(std::vector<int> axes, int rank) {
    for (int axis = 0; axis < rank; ++axis) {
        if (std::find(axes.begin(), axes.end(), axis) == axes.end()) axes.push_back(axis);
    }
    return axes;
}

}  // namespace

std::optional<std::vector<int>> matrix_axes(const ForeignTensor& tensor, Size outputs, Size inputs, bool in_out) {
    const auto axes = two_axes(tensor);
    if (!axes) return std::nullopt;
    const auto [first, second] = *axes;
    const Size a = length_of(tensor, first), b = length_of(tensor, second);
    const bool as_ours = a == outputs && b == inputs, other_way = a == inputs && b == outputs;
    if (!as_ours && !other_way) return std::nullopt;
    const bool turn = as_ours && other_way ? in_out : other_way;
    return with_the_rest(turn ? std::vector{second, first} : std::vector{first, second}, tensor.rank());
}

Size side_of_small_square(const ForeignTensor& tensor, Size width) {
    const bool square = tensor.rank() == 2 && tensor.shape[0] == tensor.shape[1];
    const Size side = square ? tensor.shape[0] : 0;
    return side > 0 && side < width && width % side == 0 ? side : 0;
}

std::optional<bool> is_in_out(const ForeignTensor& tensor, Size outputs, Size inputs) {
    if (outputs == inputs) return std::nullopt;
    const auto axes = two_axes(tensor);
    if (!axes || !matrix_axes(tensor, outputs, inputs, false)) return std::nullopt;
    return length_of(tensor, axes->first) == inputs;
}

std::optional<std::vector<int>> heads_axes(const ForeignTensor& tensor, Size width, Size count, bool to_heads, bool in_out) {
    if (tensor.rank() < 3 || tensor.count() != count) return std::nullopt;
    std::vector<int> wide;
    for (int axis = 0; axis < tensor.rank(); ++axis) {
        if (length_of(tensor, axis) == width) wide.push_back(axis);
    }
    if (wide.empty()) return std::nullopt;
    // In the order input × output, the vector's axis comes before the axes of the heads for W_Q, W_K and W_V, and after them for
    // W_O.
    const int axis = to_heads == in_out ? wide.front() : wide.back();
    if (!to_heads) return with_the_rest({axis}, tensor.rank());
    std::vector<int> axes(tensor.shape.size());
    std::iota(axes.begin(), axes.end(), 0);
    axes.erase(axes.begin() + axis);
    axes.push_back(axis);
    return axes;
}

std::vector<int> shortest(const std::vector<int>& axes) {
    return std::is_sorted(axes.begin(), axes.end()) ? std::vector<int>{} : axes;
}

std::vector<PieceShape> piece_shapes(const MappingEntry& entry, const Configuration& configuration, const ForeignWeights& weights) {
    for (const ParameterView& parameter : list_parameters(parameter_shapes(configuration))) {
        if (parameter.name != entry.parameter) continue;
        const Layout& layout = parameter.tensor.layout;
        const Size row = layout.rank > 1 ? layout.shape[1] : 1;
        std::vector<PieceShape> shapes;
        for (const Piece& piece : entry.pieces) {
            const Size rows = is_table(entry.parameter) ? 0 : count_in(piece, configuration.d_model, weights) / row;
            shapes.push_back({.rows = rows, .row = row, .to_heads = !entry.parameter.ends_with("out_proj.weight")});
        }
        return shapes;
    }
    return {};
}

std::optional<Piece> fitted_piece(const std::string& name, const ForeignTensor& tensor, const PieceShape& shape, bool in_out) {
    if (!is_floating(tensor.type) || tensor.count() == 0) return std::nullopt;
    if (shape.row == 1) {
        const bool fits = tensor.squeezed().size() <= 1 && tensor.count() == shape.rows;
        return fits ? std::optional(Piece{.tensor = name}) : std::nullopt;
    }
    const Size rows = shape.rows > 0 ? shape.rows : tensor.count() / shape.row;
    auto axes = matrix_axes(tensor, rows, shape.row, in_out);
    if (!axes && shape.rows > 0)
        axes = heads_axes(tensor, shape.to_heads ? shape.row : rows, rows * shape.row, shape.to_heads, true);
    return axes ? std::optional(Piece{.tensor = name, .axes = shortest(*axes)}) : std::nullopt;
}

bool can_turn(const Piece& piece, const ForeignWeights& weights) {
    const bool whole = piece.kind == Piece::Kind::tensor && piece.rows < 0 && piece.heads == 1;
    const ForeignTensor* tensor = whole ? weights.find(piece.tensor) : nullptr;
    return tensor && tensor->rank() == 2 && tensor->shape[0] == tensor->shape[1];
}

Piece turned(const Piece& piece) {
    Piece other = piece;
    other.axes = piece.axes.empty() ? std::vector{1, 0} : std::vector<int>{};
    return other;
}

std::string taking_text(const Piece& piece, const ForeignWeights& weights) {
    const ForeignTensor* tensor = piece.kind == Piece::Kind::tensor ? weights.find(piece.tensor) : nullptr;
    if (!tensor) return "";
    const std::vector<int> axes = long_axes(piece, *tensor);
    std::string text = axes.size() > 2 ? "heads merged" : !std::is_sorted(axes.begin(), axes.end()) ? "transposed" : "";
    if (piece.heads > 1) text += std::string(text.empty() ? "" : ", ") + "the same for each head";
    if (piece.rows < 0 && piece.first == 0) return text;
    const Size last = piece.first + rows_of(piece, *tensor) - 1;
    return text + (text.empty() ? "" : ", ") + "rows " + std::to_string(piece.first) + " to " + std::to_string(last);
}

}  // namespace vitrine
