#include "core/ops/blocked/recomputed_attention.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/ops/blocked/blocked_attention_query.h"
#include "core/tensor/cached_cells.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

using namespace product_parts;

enum class Grid : std::uint8_t { scores, masked_scores, weights };
constexpr std::size_t grids = 3;

/// One thread's memory for the grids of one block.
class GridWorkspace {
public:
    BlockGrids take(Size cells) {
        for (auto& memory : memories_)
            if (memory.size() < static_cast<std::size_t>(cells)) memory.resize(static_cast<std::size_t>(cells));
        return {memories_[0].data(), memories_[1].data(), memories_[2].data()};
    }
    const Scalar* of(Grid grid) const { return memories_[static_cast<std::size_t>(grid)].data(); }

    BlockWorkspace block;

private:
    std::array<PackedHeads::Memory, grids> memories_;
};

GridWorkspace& workspace() {
    thread_local GridWorkspace memory;
    return memory;
}

Statistics statistics_of(const Scalar* cells, Size count) {
    const Layout layout{.rank = 1, .axes = {Axis::key}, .shape = {count}, .strides = {1}};
    return statistics({.layout = layout, .type = ElementType::scalar, .data = cells});
}

/// What the grids are computed from. Shared by the three.
class KeptOperands {
public:
    KeptOperands(const AttentionOperands& in, const AttentionOptions& options, Tensor& context)
        : query_(in.query), mask_(in.mask), attention_({query_, in.key, in.value, mask_}, options, packed_, tiles_) {
        packed_.pack(in.key, in.value);
        tiles_.read(mask_);
        compute(context);
    }
    KeptOperands(const KeptOperands&) = delete;
    KeptOperands& operator=(const KeptOperands&) = delete;

    const Statistics& summary(Grid grid) const { return summaries_[static_cast<std::size_t>(grid)]; }
    Layout layout() const;

    /// Computes the cells of some rows of one head again.
    void read(Grid grid, Size sentence, Size head, Range rows, Range keys, float* cells) const;

private:
    void compute(Tensor& context);

    Tensor query_;
    MaskTensor mask_;
    PackedHeads packed_;
    MaskTiles tiles_;
    BlockedAttention attention_;
    std::array<Statistics, grids> summaries_;
};

void KeptOperands::compute(Tensor& context) {
    std::vector<std::array<Statistics, grids>> of_blocks(static_cast<std::size_t>(attention_.blocks()));
    share(attention_.blocks(), [&](Size i) {
        GridWorkspace& w = workspace();
        const BlockPlace place = block_place(attention_, i);
        const Size cells = place.queries.size() * attention_.keys;
        QueryBlock(attention_, place, w.take(cells), w.block).compute(head_of(context, place.sentence, place.head));
        auto& found = of_blocks[static_cast<std::size_t>(i)];
        for (std::size_t grid = 0; grid < grids; ++grid) found[grid] = statistics_of(w.of(static_cast<Grid>(grid)), cells);
    });
    for (std::size_t grid = 0; grid < grids; ++grid)
        for (const auto& found : of_blocks) summaries_[grid] = combined(summaries_[grid], found[grid]);
}

Layout KeptOperands::layout() const {
    const BlockedAttention& a = attention_;
    return {.rank = 4,
            .axes = {Axis::batch, Axis::head, Axis::query, Axis::key},
            .shape = {a.sentences, a.heads, a.queries, a.keys},
            .strides = {a.heads * a.queries * a.keys, a.queries * a.keys, a.keys, 1}};
}

void KeptOperands::read(Grid grid, Size sentence, Size head, Range rows, Range keys, float* cells) const {
    GridWorkspace& w = workspace();
    for (Size first = rows.begin / tile_rows * tile_rows; first < rows.end; first += attention_.block_height) {
        const Range block{first, std::min(first + attention_.block_height, rows.end)};
        const Size width = attention_.keys;
        QueryBlock(attention_, {sentence, head, block}, w.take(block.size() * width), w.block).compute_grids();
        for (Size row = std::max(rows.begin, block.begin); row < block.end; ++row) {
            const Scalar* from = w.of(grid) + (row - block.begin) * width;
            cells = std::transform(from + keys.begin, from + keys.end, cells, [](Scalar cell) { return static_cast<float>(cell); });
        }
    }
}

class RecomputedGrid final : public CachedCells {
public:
    RecomputedGrid(std::shared_ptr<const KeptOperands> operands, Grid grid)
        : operands_(std::move(operands)), grid_(grid), layout_(operands_->layout()) {}

    const Layout& layout() const override { return layout_; }
    bool is_recomputed() const override { return true; }
    bool any_thread() const override { return true; }
    Statistics summary() const override { return operands_->summary(grid_); }

private:
    void read_window(const Window& window, float* cells) const override {
        const auto range = [&window](std::size_t axis) {
            return Range{window.first[axis], window.first[axis] + window.count[axis]};
        };
        const Range sentences = range(0), heads = range(1), rows = range(2), keys = range(3);
        for (Size sentence = sentences.begin; sentence < sentences.end; ++sentence)
            for (Size head = heads.begin; head < heads.end; ++head, cells += rows.size() * keys.size())
                operands_->read(grid_, sentence, head, rows, keys, cells);
    }

    std::shared_ptr<const KeptOperands> operands_;
    Grid grid_;
    Layout layout_;
};

}  // namespace

FetchedAttention recomputed_attention_forward(const AttentionOperands& in, const AttentionOptions& options, Tensor& context) {
    const auto operands = std::make_shared<const KeptOperands>(in, options, context);
    const auto grid = [&operands](Grid which) { return std::make_shared<const RecomputedGrid>(operands, which); };
    return {grid(Grid::scores), grid(Grid::masked_scores), grid(Grid::weights)};
}

}  // namespace vitrine
