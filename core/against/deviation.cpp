#include "core/against/deviation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/trace/comparison.h"

namespace vitrine {

namespace {

/// Whether the token at this position of the cell's axis is padding.
bool is_padding(Side side, Size sentence, Size place, const OurRun& run) {
    if (side == Side::none) return false;
    const bool source = side == Side::source;
    const IndexTensor& tokens = source ? run.batch.src : run.batch.tgt;
    if (sentence >= tokens.size(0) || place >= tokens.size(1)) return false;
    return tokens.at({sentence, place}) == (source ? run.configuration.pad_src : run.configuration.pad_tgt);
}

/// The mask that hides cells of this tensor; not present() if none does.
TensorView mask_of(const std::string& path, const Trace& trace) {
    const auto dot = path.rfind('.');
    if (dot == std::string::npos) return {};
    const std::string name = path.substr(dot + 1);
    const bool grid = name.ends_with("scores") || name.ends_with("weights");
    return grid ? trace.find(path.substr(0, dot) + ".mask") : TensorView{};
}

}  // namespace

double deviation_between(double a, double b) {
    if (same_number(a, b) || (a <= as_good_as_hidden && b <= as_good_as_hidden)) return 0;
    const double difference = std::abs(a - b) / std::max(1.0, std::abs(b));
    return std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
}

LargestDeviation largest_deviation(std::span<const float> theirs, const TensorView& reference,
                                   std::span<const std::uint8_t> counted) {
    LargestDeviation largest;
    const bool in_rows = reference.layout.is_row_major() && !reference.fetched;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        if (!counted[i]) continue;
        const auto cell = static_cast<Size>(i);
        const double ours = in_rows ? reference.at_offset(cell) : reference.at(index_of(reference.layout, cell));
        const double size = deviation_between(static_cast<double>(theirs[i]), ours);
        if (size > largest.size) largest = {size, cell};
    }
    return largest;
}

std::vector<std::uint8_t> counted_cells(const std::string& path, const OurRun& run) {
    const TensorView tensor = run.trace.find(path);
    const TensorInfo& info = *run.trace.outline->find(path);
    std::vector<std::uint8_t> counted(static_cast<std::size_t>(tensor.layout.count()), 1);
    const int batch = tensor.layout.find(Axis::batch), key = tensor.layout.find(Axis::key);
    const int row = std::max(tensor.layout.find(Axis::position), tensor.layout.find(Axis::query));
    if (batch < 0) return counted;
    const TensorView mask = mask_of(path, run.trace);
    for (std::size_t i = 0; i < counted.size(); ++i) {
        const Index index = index_of(tensor.layout, static_cast<Size>(i));
        const Size sentence = index[static_cast<std::size_t>(batch)];
        const auto padded = [&](int axis, Side side) {
            return axis >= 0 && is_padding(side, sentence, index[static_cast<std::size_t>(axis)], run);
        };
        const bool hidden = mask.present() && mask.at({sentence, 0, index[2], index[3]}) == 0;
        counted[i] = !hidden && !padded(row, info.side) && !padded(key, info.key_side == Side::none ? info.side : info.key_side);
    }
    return counted;
}

}  // namespace vitrine
