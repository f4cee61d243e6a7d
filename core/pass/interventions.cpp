#include "core/pass/interventions.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

bool operator==(const Overwrite& a, const Overwrite& b) {
    const bool same_value = a.value == b.value || (std::isnan(a.value) && std::isnan(b.value));
    return a.path == b.path && a.index == b.index && same_value;
}

Overwrite stored(Overwrite overwrite) {
    constexpr std::string_view view = "_transposed";
    if (!overwrite.path.ends_with(view)) return overwrite;
    overwrite.path.resize(overwrite.path.size() - view.size());
    std::swap(overwrite.index[2], overwrite.index[3]);
    return overwrite;
}

std::string residual_of(const std::string& sublayer, const Configuration& c) {
    const std::size_t dot = sublayer.rfind('.');
    if (dot == std::string::npos) return {};
    const std::string layer = sublayer.substr(0, dot + 1), part = sublayer.substr(dot + 1);
    const auto sublayers = sublayers_of(c, stack_of(layer));
    const auto found = std::ranges::find(sublayers, part, [](SublayerKind kind) { return name(kind); });
    return found == sublayers.end() ? "" : layer + std::string(residual_names[static_cast<std::size_t>(found - sublayers.begin())]);
}

std::map<std::string, ResidualParts> partial_residuals(const Interventions& interventions, const Configuration& c) {
    std::map<std::string, ResidualParts> partial;
    for (const std::string& sublayer : interventions.skipped_sublayers) partial[residual_of(sublayer, c)] = ResidualParts::x;
    for (const std::string& sublayer : interventions.skipped_residuals) partial[residual_of(sublayer, c)] = ResidualParts::sublayer;
    return partial;
}

namespace {

/// The recorded tensor or parameter with this path; not present() if there is none.
TensorView find(const std::string& path, const Alterable& run) {
    TensorView found;
    const auto look = [&](const auto& tensor) { found = view(tensor); };
    if (!visit_tensor(path, look, run.activations)) visit_tensor(path, look, run.parameters);
    return found;
}

std::string text(const Index& index, int rank) {
    std::string result = "[";
    for (int axis = 0; axis < rank; ++axis) result += (axis ? ", " : "") + std::to_string(index[static_cast<std::size_t>(axis)]);
    return result + "]";
}

/// The largest allowed value of an integer tensor.
Size largest(const std::string& path, const TensorView& tensor, const Configuration& c) {
    if (tensor.type == ElementType::mask) return 1;
    return (path == "src.tokens" ? c.src_vocab_size : c.tgt_vocab_size) - 1;
}

void check(const Overwrite& overwrite, const Alterable& run) {
    const Overwrite there = stored(overwrite);
    const TensorView tensor = find(there.path, run);
    if (!tensor.present()) throw Error("overwrites: this run has no tensor or parameter " + in_quotes(overwrite.path));
    if (!tensor.layout.contains(there.index)) {
        throw Error("overwrites: " + overwrite.path + " has no cell " + text(overwrite.index, tensor.layout.rank) + ", " +
                    there.path + " being " + shape_text(tensor.layout));
    }
    if (tensor.type == ElementType::scalar) return;
    const Size most = largest(there.path, tensor, run.configuration);
    if (overwrite.value >= 0 && overwrite.value <= static_cast<double>(most) && std::floor(overwrite.value) == overwrite.value)
        return;
    throw Error("overwrites: " + overwrite.path + " takes whole numbers from 0 to " + std::to_string(most));
}

void check(const SilencedHead& silenced, const Alterable& run) {
    if (!find(silenced.attention + ".context", run).present())
        throw Error("silenced: this model has no attention " + in_quotes(silenced.attention));
    const Size heads = run.configuration.heads(stack_of(silenced.attention));
    if (silenced.head >= 0 && silenced.head < heads) return;
    throw Error("silenced: " + silenced.attention + " has heads 0 to " + std::to_string(heads - 1) + ", not " +
                std::to_string(silenced.head));
}

void check_sublayers(const std::string& field, const std::vector<std::string>& sublayers, const Alterable& run) {
    for (const std::string& sublayer : sublayers) {
        if (!find(residual_of(sublayer, run.configuration), run).present())
            throw Error(field + ": this model has no sublayer " + in_quotes(sublayer));
    }
}

}  // namespace

void check(const Interventions& interventions, const Alterable& run) {
    for (const Overwrite& overwrite : interventions.overwrites) check(overwrite, run);
    for (const SilencedHead& silenced : interventions.silenced) check(silenced, run);
    check_sublayers("skipped_sublayers", interventions.skipped_sublayers, run);
    check_sublayers("skipped_residuals", interventions.skipped_residuals, run);
    for (const std::string& sublayer : interventions.skipped_residuals) {
        if (std::ranges::count(interventions.skipped_sublayers, sublayer) == 0) continue;
        throw Error("skipped_residuals: " + sublayer + " is in skipped_sublayers too, and nothing would be left");
    }
}

Parameters altered_parameters(const Parameters& own, const Interventions& interventions) {
    Parameters altered;
    altered.transformer.encoder.layers.resize(own.transformer.encoder.layers.size());
    altered.transformer.decoder.layers.resize(own.transformer.decoder.layers.size());
    visit_tensors([](Tensor& tensor, const Tensor& from) { tensor.share(from); }, altered, own);
    for (const Overwrite& overwrite : interventions.overwrites) {
        const auto write = [&](Tensor& tensor) {
            const auto value = static_cast<Scalar>(overwrite.value);
            if (!tensor.layout().contains(overwrite.index)) throw Error("overwrites: " + overwrite.path + " has no such cell");
            if (std::memcmp(&value, &tensor.at(overwrite.index), sizeof value) == 0) return;
            tensor = Tensor(static_cast<const Tensor&>(tensor));
            tensor.at(overwrite.index) = value;
        };
        visit_tensor(overwrite.path, write, altered);
    }
    return altered;
}

AlteredParameters::AlteredParameters(const Parameters& own, const Interventions& interventions) : own_(own) {
    const auto is_parameter = [&](const Overwrite& overwrite) {
        return visit_tensor(
            overwrite.path, [](const Tensor&) {}, own);
    };
    if (std::ranges::any_of(interventions.overwrites, is_parameter)) altered_ = altered_parameters(own, interventions);
}

}  // namespace vitrine
