#include "core/ops/blocked/score_tile.h"

namespace vitrine {

using namespace product_parts;

namespace {

using VectorMask = decltype(Vector{} < Vector{});

VectorMask is_allowed(const std::uint8_t* mask, Size count) {
    VectorMask cells{};
    if (count >= lanes) {
        for (int i = 0; i < lanes; ++i) cells[i] = mask[i];
    } else {
        for (Size i = 0; i < count; ++i) cells[i] = mask[i];
    }
    return cells != 0;
}

template <TileMask state, bool streaming>
void write_tile(const Scalar* sums, Size rows, Size columns, const ScoreTile& out) {
    const auto write = [](Scalar* to, Vector vector, Size count) { streaming ? stream(to, vector) : store(to, vector, count); };
    const Vector hidden = Vector{} + out.mask_value;
    const bool apart = out.masked_scores != out.scores;
    for (Size r = 0; r < rows; ++r, sums += tile_columns) {
        Vector largest = load(out.largest + r * lanes);
        for (Size i = 0; i < columns; i += lanes) {
            const Size at = r * out.stride + i, count = columns - i;
            const Vector score = load(sums + i);
            Vector masked = state == TileMask::hidden ? hidden : score;
            if (state == TileMask::mixed) masked = is_allowed(out.mask + at, count) ? score : hidden;
            write(out.scores + at, score, count);
            if (apart) write(out.masked_scores + at, masked, count);
            if (state == TileMask::hidden) continue;
            for (Size lane = count; lane < lanes; ++lane) masked[lane] = -std::numeric_limits<Scalar>::infinity();
            store(out.kept + r * out.kept_stride + i, masked);
            largest = masked > largest ? masked : largest;
        }
        store(out.largest + r * lanes, largest);
    }
}

template <TileMask state>
void write_tile(const Scalar* sums, Size rows, Size columns, const ScoreTile& out) {
    out.streaming ? write_tile<state, true>(sums, rows, columns, out) : write_tile<state, false>(sums, rows, columns, out);
}

}  // namespace

void write_scores(const Scalar* sums, Size rows, Size columns, const ScoreTile& out) {
    switch (out.state) {
        case TileMask::hidden:
            return write_tile<TileMask::hidden>(sums, rows, columns, out);
        case TileMask::mixed:
            return write_tile<TileMask::mixed>(sums, rows, columns, out);
        case TileMask::allowed:
            return write_tile<TileMask::allowed>(sums, rows, columns, out);
    }
}

}  // namespace vitrine
