#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/cause/dropout.h"
#include "core/tensor/fields.h"

namespace vitrine {

namespace {

constexpr std::array usual_probabilities{0.1, 0.2, 0.05, 0.3, 0.5, 0.25, 0.15, 0.4, 0.01, 0.02, 0.35, 0.6};

/// The layer of a path, "encoder.layers.0", and the rest of the path.
std::pair<std::string, std::string> split_at_layer(const std::string& path) {
    const auto layers = path.find(".layers.");
    const auto dot = layers == std::string::npos ? layers : path.find('.', layers + std::string_view(".layers.").size());
    if (dot == std::string::npos) return {};
    return {path.substr(0, dot), path.substr(dot + 1)};
}

/// The residual that a layer's LayerNorm normalises; empty if the path is not that of such a LayerNorm.
std::string normalised_by(const std::string& path, const Configuration& c) {
    const auto [layer, name] = split_at_layer(path);
    const auto norm = std::ranges::find(norm_names, name);
    if (norm == norm_names.end()) return {};
    const auto number = static_cast<std::size_t>(norm - norm_names.begin());
    if (layer_at(path, c).norm_placement == NormPlacement::after) return join(layer, residual_names[number]);
    if (layer_at(path, c).norm_placement == NormPlacement::inside) return {};
    return number > 0 ? join(layer, residual_names[number - 1]) : std::string{};
}

/// A row and its LayerNorm: x, what is added to it before numbers are dropped, and the normalised row without gain and bias.
struct NormedRow {
    std::vector<double> x, added, normed;
};

/// The numbers that were added, each 0 or scaled, if some mean and deviation turn them into the row. A supposition about two of
/// the row's features gives both.
std::optional<std::vector<float>> dropped_in(const NormedRow& row, double scale, double tolerance) {
    const std::size_t width = row.x.size(), most = 60;
    std::size_t tried = 0;
    for (std::size_t step = 1; step < width && tried < most; ++step) {
        for (std::size_t i = 0; i + step < width && tried < most; ++i, ++tried) {
            const std::size_t j = i + step;
            const double apart = row.normed[i] - row.normed[j];
            if (std::abs(apart) < 0.3) continue;
            for (int kept = 0; kept < 4; ++kept) {
                const double at_i = row.x[i] + (kept & 1 ? scale * row.added[i] : 0),
                             at_j = row.x[j] + (kept & 2 ? scale * row.added[j] : 0);
                const double deviation = (at_i - at_j) / apart, mean = at_i - deviation * row.normed[i];
                if (deviation <= 0) continue;
                std::vector<float> dropped(width);
                const bool fits = std::ranges::all_of(dropped, [&](float& cell) {
                    const auto k = static_cast<std::size_t>(&cell - dropped.data());
                    const double sum = deviation * row.normed[k] + mean - row.x[k], full = scale * row.added[k];
                    const double allowed = 5 * tolerance * std::max(1.0, deviation);
                    cell = std::abs(sum) < std::abs(sum - full) ? 0.0F : static_cast<float>(full);
                    return std::abs(sum - static_cast<double>(cell)) <= allowed;
                });
                if (fits) return dropped;
            }
        }
    }
    return std::nullopt;
}

/// Gain or bias of a LayerNorm; not present() if it does not have one.
TensorView parameter_of(const std::string& norm, const char* name, const Parameters& parameters) {
    TensorView found;
    visit_tensor(
        "transformer." + norm + name, [&](const Tensor& tensor) { found = view(tensor); }, parameters);
    return found;
}

/// The numbers of each tensor [B, L, D] in the pass with these mistakes, row by row; empty: the pass does not have the tensor.
using SeenNumbers = std::map<std::string, std::vector<double>>;

SeenNumbers numbers_seen(const OurRun& run, std::span<const Mistake> accepted, const std::string& first, const std::string& last) {
    SeenNumbers seen;
    MistakenPass(run).run(accepted, [&](const std::string& path, const TensorView& tensor) {
        if (path != first && path != last) return true;
        for (Size i = 0; i < tensor.layout.count(); ++i) seen[path].push_back(tensor.at(index_of(tensor.layout, i)));
        return path != last;
    });
    return seen;
}

/// The rows of the pair that count, each with the index where it begins.
std::vector<std::pair<std::size_t, NormedRow>> rows_of(const TracePair& pair, const std::vector<double>& sum,
                                                       const std::vector<double>& added, const OurRun& run) {
    const auto width = static_cast<std::size_t>(run.configuration.d_model);
    const TensorView gain = parameter_of(pair.path, ".weight", run.parameters),
                     bias = parameter_of(pair.path, ".bias", run.parameters);
    std::vector<std::pair<std::size_t, NormedRow>> rows;
    for (std::size_t begin = 0; gain.present() && begin + width <= sum.size(); begin += width) {
        if (!pair.counted[begin]) continue;
        NormedRow& row = rows.emplace_back(begin, NormedRow{}).second;
        for (std::size_t i = 0; i < width; ++i) {
            const auto feature = static_cast<Size>(i);
            const double shifted = static_cast<double>(pair.theirs[begin + i]) - (bias.present() ? bias.at_offset(feature) : 0);
            row.x.push_back(sum[begin + i] - added[begin + i]);
            row.added.push_back(added[begin + i]);
            row.normed.push_back(shifted / gain.at_offset(feature));
        }
    }
    return rows;
}

}  // namespace

std::optional<Mistake> find_dropout_before_norm(const TracePair& pair, const OurRun& run, std::span<const Mistake> accepted,
                                                double tolerance) {
    const std::string residual = normalised_by(pair.path, run.configuration), site = added_to(residual, run.configuration);
    if (site.empty()) return std::nullopt;
    SeenNumbers seen = numbers_seen(run, accepted, site, residual);
    const std::vector<double>& added = seen[site];
    const auto rows = rows_of(pair, seen[residual], added, run);
    for (const double p : usual_probabilities) {
        std::vector<float> numbers(added.begin(), added.end());
        const bool fit = std::ranges::all_of(rows, [&](const auto& row) {
            const auto dropped = dropped_in(row.second, 1 / (1 - p), tolerance);
            if (dropped) std::ranges::copy(*dropped, numbers.begin() + static_cast<std::ptrdiff_t>(row.first));
            return dropped.has_value();
        });
        if (!fit || rows.empty() || std::ranges::find(numbers, 0.0F) == numbers.end()) continue;
        return Mistake{.kind = CauseKind::dropout_on,
                       .where = split_at_layer(residual).first,
                       .path = site,
                       .numbers = std::make_shared<const std::vector<float>>(std::move(numbers))};
    }
    return std::nullopt;
}

}  // namespace vitrine
