#include "core/import/assembly.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The size of a piece: its rows, the numbers of each row, and how often it is repeated along the diagonal.
struct PieceSize {
    Size first = 0, rows = 0, row = 0, heads = 1;
    Size count() const { return rows * row * heads * heads; }
};

bool is_permutation_of_axes(const std::vector<int>& axes, int rank) {
    std::vector<int> sorted = axes;
    std::sort(sorted.begin(), sorted.end());
    for (int axis = 0; axis < static_cast<int>(sorted.size()); ++axis) {
        if (sorted[static_cast<std::size_t>(axis)] != axis) return false;
    }
    return axes.empty() || static_cast<int>(axes.size()) == rank;
}

PieceSize size_of_tensor_piece(const Piece& piece, const ForeignWeights& weights, const std::string& where) {
    const ForeignTensor* found = weights.find(piece.tensor);
    if (!found) fail(where, "the file has no tensor " + in_quotes(piece.tensor));
    const ForeignTensor& tensor = *found;
    const std::string at = where + ": " + in_quotes(piece.tensor) + " " + shape_text(tensor.shape);
    if (!is_floating(tensor.type)) fail(at, "has type " + std::string(name(tensor.type)) + ", parameters are floating");
    if (!is_permutation_of_axes(piece.axes, tensor.rank())) fail(at, "'axes' does not name each of its axes once");
    const Size count = tensor.count();
    const Size all = tensor.rank() == 0 ? 1 : tensor.shape[static_cast<std::size_t>(piece.axes.empty() ? 0 : piece.axes[0])];
    if (count == 0) fail(at, "is empty");
    const Size rows = piece.rows < 0 ? all - piece.first : piece.rows;
    if (piece.first < 0 || rows < 1 || piece.first > all || rows > all - piece.first) {
        fail(at, "has no rows " + std::to_string(piece.first) + " to " + std::to_string(piece.first + std::max<Size>(rows, 1)));
    }
    return {piece.first, rows, count / all, piece.heads};
}

/// The number of numbers in an entry. `width`: d_model, the length of the rows of positions.
Size count_of(const MappingEntry& entry, const ForeignWeights& weights, Size width, const std::string& where) {
    Size count = 0;
    constexpr Size most = 2'000'000'000;  // limit for a whole model
    for (const Piece& piece : entry.pieces) {
        const Size numbers = piece.kind == Piece::Kind::tensor  ? size_of_tensor_piece(piece, weights, where).count()
                             : piece.kind == Piece::Kind::zeros ? piece.rows
                                                                : piece.rows * width;
        if (numbers < 0 || numbers > most || (count += numbers) > most) fail(where, "is too large");
    }
    return count;
}

/// The number of layers in a stack, counted by names such as "transformer.encoder.layers.5.norm1.weight".
Size layers_in(const std::map<std::string, Size>& counts, const std::string& stack) {
    Size layers = 0;
    while (counts.count("transformer." + stack + ".layers." + std::to_string(layers) + ".norm1.weight") > 0) ++layers;
    return layers;
}

Tie tie_in(bool own_target, bool own_output) {
    if (own_target) return own_output ? Tie::none : Tie::output;
    return own_output ? Tie::embeddings : Tie::all;
}

/// The sizes that follow from how many numbers each parameter has.
class Sizes {
public:
    Sizes(const std::map<std::string, Size>& counts, Size width, const std::string& where)
        : counts_(counts), width_(width), where_(where) {}

    bool has(const std::string& name) const { return counts_.count(name) > 0; }

    Size count(const std::string& name) const {
        const auto found = counts_.find(name);
        if (found == counts_.end()) fail(where_, "no tensor for " + in_quotes(name));
        return found->second;
    }

    /// How many rows of this length a parameter has.
    Size rows(const std::string& name, Size row) const {
        const Size all = count(name);
        if (all % row != 0)
            fail(where_, in_quotes(name) + " has " + std::to_string(all) + " numbers, not rows of " + std::to_string(row));
        return all / row;
    }

    Configuration configuration() const {
        Configuration c;
        c.d_model = width_;
        c.num_encoder_layers = layers_in(counts_, "encoder");
        c.num_decoder_layers = layers_in(counts_, "decoder");
        c.dim_feedforward = rows("transformer.encoder.layers.0.linear1.weight", width_);
        if (has("src_embedding_projection.weight")) c.d_embed = rows("src_embedding_projection.weight", width_);
        c.src_vocab_size = rows("src_embedding.weight", c.embedding_width());
        const bool own_target = has("tgt_embedding.weight"), own_output = has("fc_out.weight");
        c.tgt_vocab_size = own_target ? rows("tgt_embedding.weight", c.embedding_width()) : c.src_vocab_size;
        c.tie = tie_in(own_target, own_output);
        c.bias = has("transformer.encoder.layers.0.norm1.bias");
        c.final_norm = has("transformer.encoder.norm.weight") || has("transformer.decoder.norm.weight");
        c.embedding_norm = has("src_embedding_norm.weight") || has("tgt_embedding_norm.weight");
        if (has("src_positions.weight")) {
            c.positions = PositionKind::learned;
            c.max_positions = rows("src_positions.weight", width_);
        }
        return c;
    }

private:
    const std::map<std::string, Size>& counts_;
    Size width_;
    const std::string& where_;
};

/// Throws Error unless every parameter of the configuration has the right number of numbers, and there are no others.
void check_counts(std::map<std::string, Size> counts, const Configuration& configuration, const std::string& where) {
    for (const ParameterView& parameter : list_parameters(parameter_shapes(configuration))) {
        const auto found = counts.find(parameter.name);
        if (found == counts.end()) fail(where, "no tensor for " + in_quotes(parameter.name));
        if (found->second != parameter.tensor.layout.count()) {
            fail(where, in_quotes(parameter.name) + " gets " + std::to_string(found->second) + " numbers, it has " +
                            shape_text({parameter.tensor.layout.shape.data(), parameter.tensor.layout.rank}));
        }
        counts.erase(found);
    }
    if (!counts.empty()) fail(where, in_quotes(counts.begin()->first) + " is no parameter of this model");
}

/// Row p: sin(p / 10000^(2i/D)) in the first half of the features, and the cosines of the same angles in the second, as in
/// Marian.
void write_waves(Size rows, Size width, Scalar* to) {
    const Size half = (width + 1) / 2;
    for (Size p = 0; p < rows; ++p) {
        for (Size i = 0; i < width; ++i) {
            const Size wave = i % half;
            const double angle =
                static_cast<double>(p) / std::pow(10000.0, 2 * static_cast<double>(wave) / static_cast<double>(width));
            to[p * width + i] = static_cast<Scalar>(i < half ? std::sin(angle) : std::cos(angle));
        }
    }
}

}  // namespace

Configuration configuration_of(const Mapping& mapping, const ForeignWeights& weights, const std::string& where) {
    const std::string width_name = "transformer.encoder.layers.0.norm1.weight";
    std::map<std::string, Size> counts;
    Size width = 0;
    for (const MappingEntry& entry : mapping.entries) {
        if (entry.parameter == width_name) width = count_of(entry, weights, 0, where + ": " + in_quotes(entry.parameter));
    }
    if (width < 1) fail(where, "no tensor for " + in_quotes(width_name));
    for (const MappingEntry& entry : mapping.entries) {
        const Size count = count_of(entry, weights, width, where + ": " + in_quotes(entry.parameter));
        if (!counts.emplace(entry.parameter, count).second) fail(where, in_quotes(entry.parameter) + " occurs twice");
    }
    Configuration configuration = Sizes(counts, width, where).configuration();
    apply(mapping.answers, configuration);
    if (counts.count("src_positions.weight") > 0) configuration.positions = PositionKind::learned;
    within(where, [&] { check(configuration); });
    check_counts(std::move(counts), configuration, where);
    return configuration;
}

namespace {

/// Writes the numbers of pieces. If several pieces in a row come from the same tensor, it is converted only once.
class PieceWriter {
public:
    PieceWriter(const ForeignWeights& weights, Size width) : weights_(weights), width_(width) {}

    /// Returns the end of the numbers.
    Scalar* write(const Piece& piece, Scalar* to) {
        if (piece.kind == Piece::Kind::zeros) return std::fill_n(to, piece.rows, Scalar(0));
        if (piece.kind == Piece::Kind::waves) {
            write_waves(piece.rows, width_, to);
            return to + piece.rows * width_;
        }
        if (tensor_ != piece.tensor || axes_ != piece.axes) {
            numbers_ = numbers_of(*weights_.find(piece.tensor), piece.axes);
            tensor_ = piece.tensor, axes_ = piece.axes;
        }
        const PieceSize size = size_of_tensor_piece(piece, weights_, piece.tensor);
        const auto from = numbers_.begin() + static_cast<std::ptrdiff_t>(size.first * size.row);
        if (size.heads == 1) return std::copy_n(from, size.count(), to);
        std::fill_n(to, size.count(), Scalar(0));
        for (Size head = 0; head < size.heads; ++head) {
            for (Size row = 0; row < size.rows; ++row)
                std::copy_n(from + row * size.row, size.row, to + ((head * size.rows + row) * size.heads + head) * size.row);
        }
        return to + size.count();
    }

private:
    const ForeignWeights& weights_;
    Size width_;
    std::string tensor_;  // the tensor that `numbers_` holds
    std::vector<int> axes_;
    std::vector<Scalar> numbers_;
};

}  // namespace

Parameters assemble(const Mapping& mapping, const ForeignWeights& weights, const Configuration& configuration) {
    std::map<std::string, const MappingEntry*> entries;
    for (const MappingEntry& entry : mapping.entries) entries.emplace(entry.parameter, &entry);
    Parameters parameters = make_parameters(configuration);
    PieceWriter writer(weights, configuration.d_model);
    for_each_tensor(
        "",
        [&](const std::string& name, Tensor& tensor) {
            if (tensor.empty()) return;
            Scalar* to = tensor.data();
            for (const Piece& piece : entries.at(name)->pieces) to = writer.write(piece, to);
        },
        parameters);
    return parameters;
}

}  // namespace vitrine
