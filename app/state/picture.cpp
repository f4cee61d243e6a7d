#include "app/state/picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace vitrine {

TensorView find_tensor(const Run& run, const std::string& path, Aspect aspect) {
    return aspect == Aspect::gradient ? find_gradient(run, path) : run.find(path);
}

Plane plane_of(const Layout& layout, Size sentence, Size head) {
    Plane plane;
    plane.column_axis = layout.rank - 1;
    plane.row_axis = layout.rank - 2;  // −1 for a single axis
    for (int axis = 0; axis + 2 < layout.rank; ++axis) {
        const auto place = static_cast<std::size_t>(axis);
        const Size wanted = layout.axes[place] == Axis::batch ? sentence : layout.axes[place] == Axis::head ? head : 0;
        plane.fixed[place] = std::clamp<Size>(wanted, 0, std::max<Size>(0, layout.shape[place] - 1));
    }
    return plane;
}

Reading reading_of(const TensorInfo& info, ElementType type) {
    if (type == ElementType::index) return Reading::ids;
    const bool shares = info.path == "probabilities" || info.path.ends_with(".weights");
    return shares || type == ElementType::mask ? Reading::shares : Reading::signed_values;
}

std::optional<TensorView> mask_of(const Run& run, const TensorInfo& info) {
    if (!info.path.ends_with(".masked_scores") && !info.path.ends_with(".weights")) return std::nullopt;
    const TensorView mask = run.find(info.path.substr(0, info.path.rfind('.')) + ".mask");
    if (!mask.present()) return std::nullopt;
    return mask;
}

double limit_of(const Run& run, const TensorInfo& info, Aspect aspect) {
    constexpr double least = 1e-12;
    if (aspect == Aspect::gradient) return std::max(run.gradients ? run.gradients->statistics->limit(info.path) : 0, least);
    if (run.model->configuration.mask_value && info.path.ends_with(".masked_scores")) {
        // A finite mask value of −10⁹ would leave every score the colour of zero.
        const TensorInfo* scores = run.outline().find(info.path.substr(0, info.path.rfind('.')) + ".scores");
        return limit_of(run, *scores);
    }
    return std::max(run.statistics_of(info.path).limit(info.path), least);
}

namespace {

std::string quoted(const std::string& word) { return "“" + word + "”"; }

}  // namespace

std::string place_words(const Run& run, const TensorInfo& info, const Index& cell, int axis) {
    const TensorView tensor = run.find(info.path);
    const auto at = static_cast<std::size_t>(axis);
    const Size place = cell[at];
    const int batch = tensor.layout.find(Axis::batch);
    const Size sentence = batch < 0 ? 0 : cell[static_cast<std::size_t>(batch)];
    switch (tensor.layout.axes[at]) {
        case Axis::batch:
            return "sentence " + std::to_string(place + 1);
        case Axis::head:
            return tensor.layout.shape[at] > 1 ? "head " + std::to_string(place + 1) : "all heads";
        case Axis::vocabulary: {
            const auto& words = token_words(run, info);
            return "vocabulary " + (words.empty() ? std::to_string(place) : quoted(words[static_cast<std::size_t>(place)]));
        }
        case Axis::position:
        case Axis::query:
        case Axis::key: {
            const std::string word = axis_labels(run, info, axis, sentence)[static_cast<std::size_t>(place)];
            const std::string axis_name(name(tensor.layout.axes[at]));
            return word.empty() ? axis_name + " " + std::to_string(place) : axis_name + " " + quoted(word);
        }
        default:
            return std::string(name(tensor.layout.axes[at])) + " " + std::to_string(place);
    }
}

std::string cell_words(const Run& run, const TensorInfo& info, const Index& cell) {
    const Layout layout = run.find(info.path).layout;
    std::string words;
    for (int axis = 0; axis < layout.rank; ++axis) words += (axis ? ", " : "") + place_words(run, info, cell, axis);
    return words;
}

std::string cells_words(const Run& run, const TensorInfo& info, const CellBox& cells) {
    const Layout layout = run.find(info.path).layout;
    std::string words;
    for (int axis = 0; axis < layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        words += axis ? ", " : "";
        if (cells.first[at] == cells.last[at]) {
            words += place_words(run, info, cells.first, axis);
        } else if (cells.last[at] - cells.first[at] + 1 == layout.shape[at]) {
            words += "every " + std::string(name(layout.axes[at]));
        } else {
            words += fmt::format("{} {} to {}", name(layout.axes[at]), cells.first[at], cells.last[at]);
        }
    }
    return words;
}

const std::vector<std::string>& token_words(const Run& run, const TensorInfo& info) {
    return (info.side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary).words();
}

}  // namespace vitrine
