#include "core/ops/blocked/blocked_attention_query.h"

#include <algorithm>

#include "core/ops/blocked/score_tile.h"
#include "core/ops/exponential.h"

namespace vitrine {

using namespace product_parts;

namespace {

constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();

/// sums += a tile of a product, in the same order as one long product adds it up.
template <int rows, int vectors>
void add_tile(const TileFactors& in, Scalar* sums, Size stride) {
    Vector sum[rows][vectors];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) sum[r][v] = load(sums + r * stride + v * lanes);
    }
    add_products<rows, vectors, false>(in, sum);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) store(sums + r * stride + v * lanes, sum[r][v]);
    }
}

using AddFunction = void (*)(const TileFactors&, Scalar*, Size);

template <int... index>
constexpr std::array<AddFunction, sizeof...(index)> add_functions(std::integer_sequence<int, index...>) {
    return {add_tile<index / tile_vectors + 1, index % tile_vectors + 1>...};
}

/// The stride of rows is not a power of two, since such rows compete for the same cache sets.
Size stride_of_kept(Size keys) { return pieces(keys, lanes) * lanes + 64 / static_cast<Size>(sizeof(Scalar)); }

/// The number of queries in a block: as many as fit into the second-level cache beside a block of keys and one of values.
Size queries_at_once(Size keys) {
    constexpr Size cached_numbers = 768 * 1024 / sizeof(Scalar), most = 96;
    const Size rows = std::clamp<Size>(cached_numbers / stride_of_kept(keys), tile_rows, most);
    return rows / tile_rows * tile_rows;
}

}  // namespace

BlockedAttention::BlockedAttention(const AttentionOperands& in, const AttentionOptions& options, const PackedHeads& packed_heads,
                                   const MaskTiles& mask_tiles)
    : query(in.query),
      mask(in.mask),
      mask_value(options.mask_value),
      factor(static_cast<Scalar>(options.divisor.factor(in.query.size(3)))),
      sentences(in.query.size(0)),
      heads(in.query.size(1)),
      key_heads(in.key.size(1)),
      queries(in.query.size(2)),
      keys(in.key.size(2)),
      width(in.query.size(3)),
      value_width(in.value.size(3)),
      value_columns(pieces(value_width, lanes) * lanes),
      values_at_once(depth_at_once(value_width)),
      kept_stride(stride_of_kept(keys)),
      block_height(queries_at_once(keys)),
      packed(packed_heads),
      tiles(mask_tiles) {}

BlockPlace block_place(const BlockedAttention& a, Size i) {
    const Size of_head = a.blocks_of_head(), head = i / of_head, first = (of_head - 1 - i % of_head) * a.block_height;
    return {head / a.heads, head % a.heads, {first, std::min(first + a.block_height, a.queries)}};
}

void QueryBlock::prepare() {
    fill_scores();
    for (Size row = 0; row < queries_.size(); row += tile_rows) find_exponentials(row, height(row));
}

void QueryBlock::compute(HeadView context) {
    prepare();
    std::fill_n(w_.sums.data(), queries_.size() * a_.value_columns, Scalar(0));
    for (Size k = 0; k < a_.keys; k += key_block) {
        for (Size row = 0; row < queries_.size(); row += tile_rows) {
            fill_weights(row, k);
            add_values(row, k, context);
        }
    }
    if (grids_.streaming) end_streaming();
}

void QueryBlock::compute_grids() {
    prepare();
    for (Size k = 0; k < a_.keys; k += key_block)
        for (Size row = 0; row < queries_.size(); row += tile_rows) fill_weights(row, k);
    if (grids_.streaming) end_streaming();
}

void QueryBlock::fill_scores() {
    alignas(64) Scalar scores[tile_rows * tile_columns];
    std::fill_n(w_.largest.data(), queries_.size() * lanes, -infinity);
    for (Size k = 0; k < a_.keys; k += key_block) {
        const PackedBlock keys = a_.packed.keys(key_head_, k);
        for (Size p = 0; p < breadth(k); p += tile_columns) {
            const Size columns = std::min<Size>(tile_columns, breadth(k) - p), key = k + p;
            for (Size row = 0; row < queries_.size(); row += tile_rows) {
                const TileFactors factors{.left = query_.data() + (queries_.begin + row) * query_.outerStride(),
                                          .left_row = query_.outerStride(),
                                          .left_step = 1,
                                          .right = keys.first + p / tile_columns * keys.panel_numbers,
                                          .right_step = keys.panel_columns,
                                          .depth = a_.width};
                tile_function<false>(height(row), pieces(columns, lanes))(
                    factors, {.to = scores, .stride = tile_columns, .factor = a_.factor});
                write_scores(scores, height(row), columns,
                             {.scores = in(grids_.scores, row, key),
                              .masked_scores = in(grids_.masked_scores, row, key),
                              .mask = a_.mask.data() + (sentence_ * a_.queries + queries_.begin + row) * a_.keys + key,
                              .stride = a_.keys,
                              .mask_value = a_.mask_value,
                              .state = mask(row, k),
                              .streaming = grids_.streaming,
                              .kept = kept(row, key),
                              .kept_stride = stride_,
                              .largest = w_.largest.data() + row * lanes});
            }
        }
    }
}

/// Computes the exponentials of a tile's rows and the factors that turn them into weights.
void QueryBlock::find_exponentials(Size first, Size count) {
    all_count(first) = false;
    Scalar maxima[tile_rows];
    bool any_hidden = false;
    for (Size k = 0; k < a_.keys; k += key_block) any_hidden = any_hidden || mask(first, k) == TileMask::hidden;
    for (Size r = 0; r < count; ++r) {
        const Scalar* largest = w_.largest.data() + (first + r) * lanes;
        maxima[r] = *std::max_element(largest, largest + lanes);
        if (any_hidden) maxima[r] = std::max(maxima[r], a_.mask_value);
        const Scalar hidden = exponential(Vector{} + (a_.mask_value - maxima[r]))[0];
        if (any_hidden && maxima[r] != -infinity && hidden != 0) all_count(first) = true;
    }
    if (all_count(first) && any_hidden) {
        for (Size k = 0; k < a_.keys; k += key_block) {
            if (mask(first, k) != TileMask::hidden) continue;
            for (Size r = 0; r < count; ++r) {
                Scalar* end = std::fill_n(kept(first + r, k), breadth(k), a_.mask_value);
                std::fill_n(end, pieces(breadth(k), lanes) * lanes - breadth(k), -infinity);
            }
        }
    }
    for (Size r = 0; r < count; ++r) {
        const Scalar sum = exponentiate(first + r, maxima[r]);
        w_.inverse[static_cast<std::size_t>(first + r)] = sum != 0 ? 1 / sum : 1;
    }
}

/// The maximum ignores NaN. That matters only if no key is allowed, since otherwise a NaN makes its exponential NaN, and with it
/// the sum.
Scalar QueryBlock::exponentiate(Size row, Scalar maximum) {
    const bool nothing = maximum == -infinity;
    Vector sum{};
    for (Size k = 0; k < a_.keys; k += key_block) {
        if (!counts(row, k)) continue;
        Scalar* numbers = kept(row, k);
        for (Size i = 0; i < breadth(k); i += lanes) {
            const Vector x = load(numbers + i);
            const Vector result = nothing ? (x != x ? x : Vector{}) : exponential(x - maximum);
            store(numbers + i, result);
            sum += result;
        }
    }
    return total(sum);
}

void QueryBlock::fill_weights(Size first, Size key) {
    const Size rows = height(first), columns = breadth(key);
    const bool count = counts(first, key), must_be_kept = count || !a_.packed.is_finite(key_head_, key);
    for (Size r = 0; r < rows; ++r) {
        const Scalar inverse = w_.inverse[static_cast<std::size_t>(first + r)];
        Scalar *from = kept(first + r, key), *to = in(grids_.weights, first + r, key);
        for (Size i = 0; i < columns; i += lanes) {
            const Vector weights = (count ? load(from + i) : Vector{}) * inverse;
            if (must_be_kept) store(from + i, weights);
            grids_.streaming ? stream(to + i, weights) : store(to + i, weights, columns - i);
        }
    }
}

/// Adds the weights of a tile times its values to the sums, which are cut at the same keys as in context_forward.
void QueryBlock::add_values(Size row, Size key, HeadView& context) {
    static constexpr auto functions = add_functions(std::make_integer_sequence<int, tile_rows * tile_vectors>());
    const Size end = key + breadth(key);
    const bool needed = counts(row, key) || !a_.packed.is_finite(key_head_, key);
    const PackedBlock values = a_.packed.values(key_head_, key);
    for (Size k = key; k < end;) {
        const Size next = std::min(end, (k / a_.values_at_once + 1) * a_.values_at_once);
        for (Size column = 0; needed && column < a_.value_columns; column += values.panel_columns) {
            const Size vectors = std::min(values.panel_columns, a_.value_columns - column) / lanes;
            const TileFactors factors{
                .left = kept(row, k),
                .left_row = stride_,
                .left_step = 1,
                .right = values.first + column / values.panel_columns * values.panel_numbers + (k - key) * values.panel_columns,
                .right_step = values.panel_columns,
                .depth = next - k};
            functions[static_cast<std::size_t>((height(row) - 1) * tile_vectors + vectors - 1)](
                factors, w_.sums.data() + row * a_.value_columns + column, a_.value_columns);
        }
        if (next == a_.keys || next % a_.values_at_once == 0) write_context(row, next, context);
        k = next;
    }
}

/// Writes the sums that end before this key to the context.
void QueryBlock::write_context(Size row, Size key, HeadView& context) {
    const bool add = key > a_.values_at_once;
    for (Size r = row; r < row + height(row); ++r) {
        Scalar *sums = w_.sums.data() + r * a_.value_columns, *to = context.data() + (queries_.begin + r) * context.outerStride();
        for (Size i = 0; i < a_.value_width; i += lanes) {
            const Vector sum = load(sums + i) + Vector{};
            store(to + i, add ? sum + load(to + i, a_.value_width - i) : sum, a_.value_width - i);
            store(sums + i, Vector{});
        }
    }
}

}  // namespace vitrine
