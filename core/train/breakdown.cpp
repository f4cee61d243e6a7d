#include "core/train/breakdown.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/tensor/cell_blocks.h"
#include "core/trace/trace.h"

namespace vitrine {

namespace {

/// The numbers that are allowed in a tensor.
enum class Allowed { finite, finite_or_masked };

bool is_broken(const TensorView& tensor, Allowed allowed) {
    if (!tensor.present() || tensor.type != ElementType::scalar) return false;
    const auto breaks = [allowed](auto cell) {
        const bool masked = allowed == Allowed::finite_or_masked && std::isinf(cell) && cell < 0;
        return !std::isfinite(cell) && !masked;
    };
    if (tensor.fetched) {
        bool broken = false;
        for_each_block_in_any_order(tensor, [&](Size, std::span<const float> cells) {
            broken = std::any_of(cells.begin(), cells.end(), breaks);
            return !broken;
        });
        return broken;
    }
    const auto* cells = static_cast<const Scalar*>(tensor.data);  // contiguous in any memory order
    return std::any_of(cells, cells + tensor.layout.count(), breaks);
}

std::optional<std::string> find_parameter(const Parameters& parameters) {
    for (const ParameterView& parameter : list_parameters(parameters)) {
        if (is_broken(parameter.tensor, Allowed::finite)) return "parameters." + parameter.name;
    }
    return std::nullopt;
}

std::vector<Trace> traces(const std::shared_ptr<const Outline>& outline, const std::vector<const Activations*>& shards) {
    std::vector<Trace> result;
    for (const Activations* shard : shards) result.push_back(make_trace(outline, *shard));
    return result;
}

bool is_broken_anywhere(const std::vector<Trace>& shards, std::size_t tensor, Allowed allowed) {
    return std::any_of(shards.begin(), shards.end(), [&](const Trace& shard) { return is_broken(shard.tensors[tensor], allowed); });
}

std::optional<std::string> find_activation(const std::vector<Trace>& shards, const Outline& outline) {
    for (std::size_t i = 0; i < outline.tensors.size(); ++i) {
        const std::string& path = outline.tensors[i].path;
        const bool masks = path.ends_with(".masked_scores");
        if (is_broken_anywhere(shards, i, masks ? Allowed::finite_or_masked : Allowed::finite)) return path;
    }
    return std::nullopt;
}

std::optional<std::string> find_gradient(const std::vector<Trace>& shards, const Outline& outline) {
    for (std::size_t i = outline.tensors.size(); i-- > 0;) {
        if (is_broken_anywhere(shards, i, Allowed::finite)) return "∂loss/∂" + outline.tensors[i].path;
    }
    return std::nullopt;
}

constexpr std::string_view whole_loss = "loss", whole_gradient = "∂loss/∂parameters";

}  // namespace

bool names_tensor(const Breakdown& breakdown) {
    return breakdown.problem.empty() && breakdown.tensor != whole_loss && breakdown.tensor != whole_gradient;
}

std::string sentence(const Breakdown& breakdown) {
    if (!breakdown.problem.empty()) return "Training stopped: " + breakdown.problem + ".";
    if (breakdown.tensor == whole_gradient) return "The gradient has grown too large to learn from.";
    if (!names_tensor(breakdown)) return fmt::format("The loss has grown to {:.3g}, too large to learn from.", breakdown.loss);
    return "A number in " + breakdown.tensor + " is no longer finite.";
}

std::string find_first_broken(const BrokenStep& step) {
    const auto outline = std::make_shared<const Outline>(make_outline(step.configuration, step.regime));
    if (auto name = find_parameter(step.parameters)) return *name;
    if (auto path = find_activation(traces(outline, step.activations), *outline)) return *path;
    if (!step.has_gradients) return std::string(whole_loss);
    if (auto path = find_gradient(traces(outline, step.gradients), *outline)) return *path;
    for (const Parameters* gradients : step.parameter_gradients) {
        if (auto name = find_parameter(*gradients)) return "∂loss/∂" + *name;
    }
    return std::string(whole_gradient);
}

}  // namespace vitrine
