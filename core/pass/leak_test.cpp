#include "core/pass/leak_test.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/pass/transformer_parts.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The tokens and the embedding of source or target.
struct Embedded {
    const EmbeddingActivations& activations;
    const Tensor& table;  // [V, E]
    std::int32_t pad;
    const char* path;
};

Embedded embedded(const FinishedPass& finished, BatchSide side) {
    const Configuration& c = finished.pass.configuration;
    const Parameters& p = finished.pass.parameters;
    if (side == BatchSide::source) return {finished.activations.src, p.src_embedding.weight, c.pad_src, "src"};
    return {finished.activations.tgt, p.target_table(), c.pad_tgt, "tgt"};
}

void check(const Embedded& side, const TokenChange& change) {
    const Layout& layout = side.activations.tokens.layout();
    const TokenPlace& place = change.place;
    if (!layout.contains({place.sentence, place.position})) {
        throw Error(std::string(side.path) + ".tokens has no cell [" + std::to_string(place.sentence) + ", " +
                    std::to_string(place.position) + "], being " + shape_text(layout));
    }
    if (change.id < 0 || change.id >= side.table.size(0))
        throw Error(std::string(side.path) + " has no token " + std::to_string(change.id));
    if (change.id == side.pad) throw Error("padding in place of a token would change the mask");
}

/// Adds the change to the interventions of the pass.
Interventions intervene(const Interventions& before, const Embedded& side, const TokenChange& change, bool padding) {
    Interventions after = before;
    const Index token{change.place.sentence, change.place.position};
    if (!padding) {
        after.overwrites.push_back({std::string(side.path) + ".tokens", token, static_cast<double>(change.id)});
        return after;
    }
    for (Size feature = 0; feature < side.table.size(1); ++feature) {
        after.overwrites.push_back({std::string(side.path) + ".embedding",
                                    {token[0], token[1], feature},
                                    static_cast<double>(side.table.at({change.id, feature}))});
    }
    return after;
}

/// The largest difference between numbers with different bits.
double largest_difference(const Scalar* before, const Scalar* after, Size count) {
    double largest = 0;
    for (Size i = 0; i < count; ++i) {
        if (std::memcmp(before + i, after + i, sizeof(Scalar)) == 0) continue;
        const double difference = std::abs(static_cast<double>(after[i]) - static_cast<double>(before[i]));
        if (std::isnan(difference)) return difference;
        largest = std::max(largest, difference);
    }
    return largest;
}

/// The last tensor that a model computes: its logits or, without logits, the output of its last stack.
const Tensor& outputs_of(const Pass& pass, const Activations& a) {
    if (pass.configuration.logits) return a.logits;
    return last_output(a, pass.configuration);
}

/// Compares two tensors [B, L, features] row by row. Empty ones have no rows.
std::vector<RowMovement> compare(const Tensor& before, const Tensor& after) {
    if (before.empty()) return {};
    const Size rows = before.size(0) * before.size(1), width = before.size(2);
    std::vector<RowMovement> movements(static_cast<std::size_t>(rows));
    const bool recomputed = before.data() != after.data();
    for (Size row = 0; row < rows; ++row) {
        const Scalar *old = before.data() + row * width, *now = after.data() + row * width;
        RowMovement& movement = movements[static_cast<std::size_t>(row)];
        movement.moved = recomputed && std::memcmp(old, now, static_cast<std::size_t>(width) * sizeof(Scalar)) != 0;
        if (movement.moved) movement.by = largest_difference(old, now, width);
        movement.hides = !movement.moved && std::any_of(now, now + width, [](Scalar x) { return std::isnan(x); });
    }
    return movements;
}

/// The rows [first, last) of a sentence that may change.
struct RowRange {
    Size first = 0, last = 0;
};

/// The rows of an output, with the same number of rows for each sentence.
struct Permission {
    Size length;
    std::vector<RowMovement>& rows;

    void permit(Size sentence, const RowRange& range) {
        for (Size i = range.first; i < range.last; ++i) rows[static_cast<std::size_t>(sentence * length + i)].may_move = true;
    }
};

/// Marks the rows that may see the changed token if all masks are in place.
void permit(const FinishedPass& finished, const TokenPlace& place, LeakTest& test) {
    const Configuration& c = finished.pass.configuration;
    const Tensor& outputs = outputs_of(finished.pass, finished.activations);
    Permission of_memory{finished.activations.memory.size(1), test.memory}, of_outputs{outputs.size(1), test.outputs};
    const RowRange own{place.position, place.position + 1};
    const bool in_source = place.side == BatchSide::source, crosses = in_source && c.has_decoder();
    if (crosses) of_memory.permit(place.sentence, test.padding ? own : RowRange{0, of_memory.length});
    if (crosses && test.padding) return;
    of_outputs.permit(place.sentence, test.padding ? own : RowRange{in_source ? 0 : place.position, of_outputs.length});
}

}  // namespace

void MovementCount::add(const RowMovement& row) {
    ++rows;
    moved += row.moved;
    barred += !row.may_move;
    leaks += row.leaks();
    hidden += !row.may_move && row.hides;
    if (row.leaks() && !std::isnan(by)) by = std::isnan(row.by) ? row.by : std::max(by, row.by);
}

bool is_padding(const FinishedPass& finished, const TokenPlace& place) {
    const Embedded side = embedded(finished, place.side);
    return side.activations.tokens.at({place.sentence, place.position}) == side.pad;
}

LeakTest test_leak(const FinishedPass& finished, const TokenChange& change) {
    require_transformer(finished.pass.configuration, "leak test", "no tokens to change");
    const Embedded side = embedded(finished, change.place.side);
    check(side, change);
    LeakTest test;
    test.padding = is_padding(finished, change.place);
    const Interventions interventions = intervene(interventions_of(finished.pass), side, change, test.padding);
    const Pass& pass = finished.pass;
    Activations after;
    rerun(finished, {pass.configuration, pass.parameters, pass.batch, pass.regime, &interventions}, after);
    test.memory = compare(finished.activations.memory, after.memory);
    test.outputs = compare(outputs_of(pass, finished.activations), outputs_of(pass, after));
    permit(finished, change.place, test);
    return test;
}

}  // namespace vitrine
