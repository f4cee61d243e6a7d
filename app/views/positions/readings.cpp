#include "app/views/positions/readings.h"

#include <algorithm>
#include <cmath>

#include "app/run/positions.h"
#include "app/run/run.h"
#include "core/model/initialisation.h"

namespace vitrine {

const Tensor& learned_positions(const Run& run, Side side) {
    return side == Side::source ? run.parameters->src_positions.weight : run.parameters->tgt_positions.weight;
}

Size learned_row_count(const Run& run, Side side) {
    return learned_positions(run, side).size(0) - run.model->configuration.position_offset;
}

namespace {

constexpr std::uint64_t seed = 1;

/// Replaces rows of the formula by recorded rows, so that alterations by hand are visible.
void take_recorded(const Run& run, Side side, Tensor& encoding) {
    const TensorView recorded = run.trace.find(positions_tensor(side));
    if (!recorded.present()) return;  // this run adds none
    const Size rows = std::min(recorded.layout.shape[0], encoding.size(0));
    for (Size p = 0; p < rows; ++p) {
        for (Size f = 0; f < encoding.size(1); ++f) encoding.at({p, f}) = static_cast<Scalar>(recorded.at({p, f}));
    }
}

Tensor encoding_of(const Run& run, const PositionRequest& request) {
    const Configuration& c = run.model->configuration;
    const bool own = c.positions == request.kind;
    Tensor encoding;
    if (request.kind == PositionKind::sinusoidal) {
        encoding = sinusoidal_encoding(request.positions, c.d_model);
    } else if (request.kind == PositionKind::sines_first) {
        encoding = sinusoidal_encoding(request.positions, c.d_model, Waves::sines_first);
    } else if (own) {
        encoding = learned_encoding(learned_positions(run, request.side), request.positions, c.position_offset);
    } else {
        encoding = draw_positions(request.positions, c.d_model, seed);
    }
    if (own) take_recorded(run, request.side, encoding);
    return encoding;
}

/// The largest finite magnitude, but never 0.
double largest_of(const Tensor& tensor) {
    double largest = 1e-6;
    for (Size i = 0; i < tensor.count(); ++i) {
        const double size = std::abs(static_cast<double>(tensor.data()[i]));
        if (std::isfinite(size)) largest = std::max(largest, size);
    }
    return largest;
}

std::vector<double> by_distance(Size width, Size positions) {
    std::vector<double> curve;
    for (Size i = 0; i <= (positions - 1) * distances_per_position; ++i) {
        const auto product = dot_product_at_distance(width, static_cast<double>(i) / distances_per_position);
        if (product) curve.push_back(*product);
    }
    return curve;
}

std::shared_ptr<const PositionTable> make_table(const Run& run, const PositionRequest& request) {
    auto table = std::make_shared<PositionTable>();
    table->encoding = encoding_of(run, request);
    table->similarity = similarity_of(table->encoding);
    table->largest = largest_of(table->encoding);
    table->largest_product = largest_of(table->similarity.dot_product);
    const Scalar* cells = table->encoding.data();
    table->finite = std::all_of(cells, cells + table->encoding.count(), [](Scalar cell) { return std::isfinite(cell); });
    if (request.kind != PositionKind::learned) table->by_distance = by_distance(table->encoding.size(1), table->encoding.size(0));
    table->generation = next_generation();
    return table;
}

}  // namespace

std::shared_ptr<const PositionTable> PositionReadings::table(const Run& run, const PositionRequest& request) {
    // Only tables for one number of positions are kept, since similarities grow with its square.
    std::erase_if(tables_, [&](const auto& known) { return known.first.positions != request.positions; });
    auto& known = tables_[request];
    if (!known) known = make_table(run, request);
    return known;
}

}  // namespace vitrine
