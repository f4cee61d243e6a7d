#include <algorithm>

#include "core/import/entries.h"
#include "core/import/fitting.h"

namespace vitrine {

namespace {

constexpr std::string_view projection_letters = "qkv";

/// The rows of one letter in a packed tensor, whose first axis counts either all rows or the letters.
Piece packed_piece(const NamedForeign& packed, const std::vector<int>& axes, const std::string& order, char letter) {
    const Size all = packed.tensor->shape[static_cast<std::size_t>(axes.empty() ? 0 : axes[0])];
    const Size rows = all / static_cast<Size>(order.size());
    return {.tensor = packed.name, .axes = axes, .first = rows * static_cast<Size>(order.find(letter)), .rows = rows};
}

/// The same for a tensor in which the letters of each head are together.
void add_by_heads(const NamedForeign& packed, const std::vector<int>& axes, const EntryMaker& maker, const std::string& order,
                  char letter, std::vector<Piece>& pieces) {
    const Size rows = maker.width / maker.heads, letters = static_cast<Size>(order.size());
    for (Size head = 0; head < maker.heads; ++head) {
        const Size first = (head * letters + static_cast<Size>(order.find(letter))) * rows;
        pieces.push_back({.tensor = packed.name, .axes = axes, .first = first, .rows = rows});
    }
}

/// Puts together W_Q, W_K and W_V of one attention.
class ProjectionMaker {
public:
    ProjectionMaker(EntryMaker& maker, const std::string& prefix, const AttentionParts& parts)
        : maker_(maker), prefix_(prefix), parts_(parts) {}

    void make() {
        for (const char letter : projection_letters) {
            const bool packed = parts_.packed && parts_.packed_order.find(letter) != std::string::npos;
            const bool made = packed ? take_packed(letter) : take_own(letter);
            if (!made) return;
        }
        simplify(weights_);
        simplify(biases_);
        Found weight = all_;
        take_worse(weight, of_weight_);
        const std::string absent = absent_.empty() ? "" : "no bias of " + absent_ + ", so zeros";
        maker_.add(prefix_ + ".in_proj_weight", weights_, weight, with_reason(note_, weight_note_));
        if (maker_.has_bias) maker_.add(prefix_ + ".in_proj_bias", biases_, all_, with_reason(note_, absent));
    }

private:
    bool miss(const std::string& sentence) {
        const Size square = maker_.width * maker_.width;
        maker_.miss(sentence, {{prefix_ + ".in_proj_weight", {square, square, square}},
                               {prefix_ + ".in_proj_bias", {maker_.width, maker_.width, maker_.width}}});
        return false;
    }

    bool take_packed(char letter) {
        const ForeignModule& module = *parts_.packed.module;
        const ForeignTensor& tensor = *module.weight.tensor;
        const auto letters = static_cast<Size>(parts_.packed_order.size());
        const SquareOrder& order = maker_.order_of(module);
        auto axes = matrix_axes(tensor, letters * maker_.width, maker_.width, order.in_out);
        const bool rows = axes.has_value();
        if (!axes) axes = packed_axes(tensor, letters);
        if (!axes) return miss(module.shown() + " does not have the shape of " + prefix_ + ".in_proj_weight");
        take_worse(all_, parts_.packed);
        if (rows && shortest(*axes) == std::vector{1, 0}) weight_note_ = "transposed";
        const NamedForeign& bias = parts_.packed.module->bias;
        if (rows && maker_.by_heads && maker_.heads > 0) {
            add_by_heads(module.weight, shortest(*axes), maker_, parts_.packed_order, letter, weights_);
            if (bias) add_by_heads(bias, {}, maker_, parts_.packed_order, letter, biases_);
        } else {
            weights_.push_back(packed_piece(module.weight, shortest(*axes), parts_.packed_order, letter));
            if (bias) biases_.push_back(packed_piece(bias, {}, parts_.packed_order, letter));
        }
        if (!bias) add_absent(letter);
        return true;
    }

    /// The order of axes for 3 × H × D × d and the like: the axis of the letters first, that of the vector last.
    std::optional<std::vector<int>> packed_axes(const ForeignTensor& tensor, Size letters) const {
        auto axes = heads_axes(tensor, maker_.width, letters * maker_.width * maker_.width, true,
                               maker_.order_of(*parts_.packed.module).in_out);
        if (!axes) return std::nullopt;
        const auto counts = std::find_if(axes->begin(), axes->end() - 1,
                                         [&](int axis) { return tensor.shape[static_cast<std::size_t>(axis)] == letters; });
        if (counts == axes->end() - 1) return std::nullopt;
        std::rotate(axes->begin(), counts, counts + 1);
        return axes;
    }

    bool take_own(char letter) {
        const auto& heads = parts_.projections[projection_letters.find(letter)];
        if (heads.empty()) {
            const char* names[] = {"queries", "keys", "values"};
            return miss("no matrix of the " + std::string(names[projection_letters.find(letter)]) + " of " + prefix_);
        }
        const Size rows = maker_.width / static_cast<Size>(heads.size());
        for (const Found& head : heads) {
            if (!take_head(head, rows, letter)) return false;
        }
        if (heads.size() > 1) note_ = "one matrix for each head";
        return true;
    }

    bool take_head(const Found& head, Size rows, char letter) {
        const ForeignModule& module = *head.module;
        if (!module.weight) return miss(module.shown() + " has no weight");
        const SquareOrder& order = maker_.order_of(module);
        const ForeignTensor& tensor = *module.weight.tensor;
        if (const Size side = side_of_small_square(tensor, maker_.width); side > 0 && rows == maker_.width) {
            take_for_each_head(module, head, side, order, letter);
            return true;
        }
        auto axes = matrix_axes(tensor, rows, maker_.width, order.in_out);
        const bool square = axes && rows == maker_.width;
        if (!axes) axes = heads_axes(tensor, maker_.width, rows * maker_.width, true, true);
        if (!axes)
            return miss(module.shown() + " does not have the shape of a projection, " + std::to_string(rows) + "×" +
                        std::to_string(maker_.width));
        take_worse(all_, head);
        if (square) take_worse(of_weight_, {&module, order.certainty, order.why});
        if (has_heads_axis(tensor)) weight_note_ = "heads merged";
        if (shortest(*axes) == std::vector{1, 0}) weight_note_ = "transposed";
        weights_.push_back({.tensor = module.weight.name, .axes = shortest(*axes)});
        if (module.bias && module.bias.tensor->count() == rows) {
            biases_.push_back({.tensor = module.bias.name});
        } else if (parts_.packed_bias && parts_.packed_bias.module->bias) {
            biases_.push_back(packed_piece(parts_.packed_bias.module->bias, {}, "qkv", letter));
        } else {
            add_absent(letter, rows);
        }
        return true;
    }

    /// Takes a small matrix that every head multiplies its own part of the vector by.
    void take_for_each_head(const ForeignModule& module, const Found& found, Size side, const SquareOrder& order, char letter) {
        const Size heads = maker_.width / side;
        const auto axes = matrix_axes(*module.weight.tensor, side, side, order.in_out);
        take_worse(all_, found);
        take_worse(of_weight_, {&module, order.certainty, order.why});
        note_ = "the same matrix for each head's part";
        weights_.push_back({.tensor = module.weight.name, .axes = shortest(*axes), .heads = heads});
        if (!module.bias || module.bias.tensor->count() != side) return add_absent(letter);
        for (Size head = 0; head < heads; ++head) biases_.push_back({.tensor = module.bias.name});
    }

    void add_absent(char letter, Size rows = 0) {
        if (!maker_.has_bias) return;
        biases_.push_back(zeros_of(rows > 0 ? rows : maker_.width));
        const std::string name = letter == 'q' ? "the queries" : letter == 'k' ? "the keys" : "the values";
        if (absent_.find(name) == std::string::npos) absent_ += (absent_.empty() ? "" : " and ") + name;
    }

    /// Joins pieces that are consecutive rows of one tensor; a piece of all rows needs no row numbers.
    static void simplify(std::vector<Piece>& pieces) {
        std::vector<Piece> merged;
        for (const Piece& piece : pieces) {
            Piece* before = merged.empty() ? nullptr : &merged.back();
            const bool goes_on = before && piece.kind == Piece::Kind::tensor && before->tensor == piece.tensor &&
                                 before->heads == 1 && before->axes == piece.axes && before->rows >= 0 &&
                                 piece.first == before->first + before->rows;
            goes_on ? void(before->rows += piece.rows) : merged.push_back(piece);
        }
        const bool whole = merged.size() == 1 && merged[0].kind == Piece::Kind::tensor && merged[0].first == 0 && pieces.size() > 1;
        if (whole) merged[0].rows = -1;
        pieces = merged;
    }

    EntryMaker& maker_;
    const std::string& prefix_;
    const AttentionParts& parts_;
    std::vector<Piece> weights_, biases_;
    Found all_, of_weight_;  // certainty about which tensors these are, and about how the weights are stored
    std::string note_, weight_note_, absent_;
};

}  // namespace

void EntryMaker::add_projections(const std::string& prefix, const AttentionParts& parts) {
    ProjectionMaker(*this, prefix, parts).make();
}

}  // namespace vitrine
