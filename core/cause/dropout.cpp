#include "core/cause/dropout.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace vitrine {

namespace {

/// A tensor that dropout may have been applied to: its numbers before, and those that the other program must have had afterwards.
struct Suspect {
    std::string path;
    std::vector<float> before, after;
    double noise = 0;  ///< how far a number in `after` may be off, if it was found as a difference
};

std::vector<float> numbers_of_tensor(const TensorView& tensor) {
    std::vector<float> numbers(static_cast<std::size_t>(tensor.layout.count()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(tensor.at(index_of(tensor.layout, static_cast<Size>(i))));
    return numbers;
}

/// The factor by which the kept numbers are larger; nothing if dropout does not explain the numbers.
std::optional<double> scale_of(const Suspect& suspect, const TracePair& pair, double tolerance) {
    std::vector<double> ratios;
    std::size_t dropped = 0;
    for (std::size_t i = 0; i < suspect.before.size(); ++i) {
        const double before = static_cast<double>(suspect.before[i]), after = static_cast<double>(suspect.after[i]);
        if (!pair.counted[i] || std::abs(before) < 0.05) continue;
        if (std::abs(after) <= tolerance * std::max(1.0, suspect.noise)) {
            ++dropped;
        } else {
            ratios.push_back(after / before);
        }
    }
    if (dropped == 0 || ratios.size() < 2) return std::nullopt;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    const double p = 1 - 1 / *middle, share = static_cast<double>(dropped) / static_cast<double>(dropped + ratios.size());
    const bool plausible =
        *middle > 1.001 && std::abs(p - share) < 0.25 + 1 / std::sqrt(static_cast<double>(dropped + ratios.size()));
    return plausible ? std::optional(*middle) : std::nullopt;
}

/// The numbers after dropout, each 0 or scaled, whichever is nearer.
std::vector<float> dropped_numbers(const Suspect& suspect, double scale) {
    std::vector<float> numbers = suspect.before;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const double kept = static_cast<double>(suspect.before[i]) * scale, after = static_cast<double>(suspect.after[i]);
        numbers[i] = std::abs(after) < std::abs(after - kept) ? 0.0F : static_cast<float>(kept);
    }
    return numbers;
}

/// Where a mistake of dropout is reported: at an attention's weights, in a layer, or at the embeddings.
std::string owner_of(const std::string& path) {
    for (const std::string_view end : {".dropped_weights", ".weights"}) {
        if (path.ends_with(end)) return path.substr(0, path.size() - end.size());
    }
    if (path.starts_with("src.") || path.starts_with("tgt.")) return path.substr(0, 3);
    const auto layers = path.find(".layers.");
    return layers == std::string::npos ? path : path.substr(0, path.find('.', layers + std::string_view(".layers.").size()));
}

}  // namespace

std::string added_to(const std::string& residual, const Configuration& c) {
    const auto dot = residual.rfind('.');
    if (dot == std::string::npos) return {};
    const std::string layer = residual.substr(0, dot);
    const auto number = std::ranges::find(residual_names, residual.substr(dot + 1)) - residual_names.begin();
    const auto sublayers = sublayers_of(c, stack_of(layer));
    if (number >= std::ssize(sublayers)) return {};
    return layer + '.' + std::string(name(sublayers[static_cast<std::size_t>(number)])) + ".dropped_output";
}

std::optional<Mistake> find_dropout(const TracePair& pair, const OurRun& run, std::span<const Mistake> accepted, double tolerance) {
    const std::string added = added_to(pair.path, run.configuration), site = added.empty() ? pair.path : added;
    std::map<std::string, std::vector<float>> seen;
    MistakenPass(run).run(accepted, [&](const std::string& path, const TensorView& tensor) {
        if (path == site || path == pair.path) seen[path] = numbers_of_tensor(tensor);
        return path != pair.path;
    });
    if (!seen.contains(site) || !seen.contains(pair.path)) return std::nullopt;
    Suspect suspect{site, seen[site], pair.theirs};
    if (!added.empty()) {
        // residual = x + dropped, and x = our residual − what is added without dropout
        for (std::size_t i = 0; i < suspect.after.size(); ++i) {
            const float x = seen[pair.path][i] - suspect.before[i];
            suspect.after[i] -= x;
            if (pair.counted[i]) suspect.noise = std::max(suspect.noise, std::abs(static_cast<double>(x)));
        }
    }
    const auto scale = scale_of(suspect, pair, tolerance);
    if (!scale) return std::nullopt;
    auto numbers = std::make_shared<const std::vector<float>>(dropped_numbers(suspect, *scale));
    return Mistake{.kind = CauseKind::dropout_on, .where = owner_of(site), .path = site, .numbers = std::move(numbers)};
}

}  // namespace vitrine
