#pragma once
/// Random models on random batches, and random alterations of their runs.

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/pass/blocks.h"
#include "core/pass/interventions.h"
#include "core/pass/transformer.h"
#include "core/tensor/cell_blocks.h"
#include "tests/core/random_models.h"

namespace vitrine::tests {

/// All cells of a tensor that may be fetched, and is then of floats.
inline std::vector<float> cells_of(const TensorView& tensor) {
    Window whole;
    std::copy_n(tensor.layout.shape.begin(), tensor.layout.rank, whole.count.begin());
    std::vector<float> cells(static_cast<std::size_t>(whole.cells()));
    read_window(tensor, whole, cells.data());
    return cells;
}

template <class T>
bool same_cells(const TensorOf<T>& a, const TensorOf<T>& b) {
    if (a.layout().shape != b.layout().shape) return false;
    if (a.fetched() || b.fetched()) return cells_of(view(a)) == cells_of(view(b));
    return a.empty() || std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.count()) * sizeof(T)) == 0;
}

/// Whether all tensors in two structs are the same, bit for bit.
template <class Node>
bool same_cells(const Node& a, const Node& b) {
    bool same = true;
    visit_tensors([&](const auto& tensor, const auto& other) { same = same && same_cells(tensor, other); }, a, b);
    return same;
}

/// The sublayers of a model: "encoder.layers.0.self_attn", …
inline std::vector<std::string> sublayer_paths(const Configuration& c) {
    std::vector<std::string> paths;
    const auto add = [&](const std::string& stack, Size layers, std::initializer_list<const char*> names) {
        for (Size i = 0; i < layers; ++i) {
            for (const char* name : names) paths.push_back(stack + std::to_string(i) + name);
        }
    };
    add("encoder.layers.", c.num_encoder_layers, {".self_attn", ".ffn"});
    add("decoder.layers.", c.num_decoder_layers, {".self_attn", ".cross_attn", ".ffn"});
    return paths;
}

/// All inputs of a run.
struct Ingredients {
    Configuration configuration;
    Parameters parameters;
    Batch batch;
    Regime regime = {};

    Pass pass(const Interventions& interventions) const { return {configuration, parameters, batch, regime, &interventions}; }
};

inline Ingredients random_ingredients(Random& random) {
    Ingredients made;
    made.configuration = random_configuration(random);
    made.parameters = random_parameters(made.configuration, random);
    made.batch = random_batch(made.configuration, random);
    return made;
}

/// A random cell of a tensor and a value for it, another one than it has if there is one.
template <class T>
Overwrite random_overwrite(const std::string& path, const TensorOf<T>& tensor, const Configuration& c, Random& random) {
    const Index index = index_of(tensor.layout(), between(random, 0, tensor.count() - 1));
    if constexpr (std::is_same_v<T, Scalar>) {
        return {path, index, random.normal()};
    } else {
        const bool is_mask = std::is_same_v<T, std::uint8_t>;
        const Size values = is_mask ? 2 : path == "src.tokens" ? c.src_vocab_size : c.tgt_vocab_size;
        return {path, index, static_cast<double>((tensor.at(index) + between(random, 1, values - 1)) % values)};
    }
}

/// An overwrite of every tensor that was recorded and of every parameter, one cell of each.
inline std::vector<Overwrite> overwrites_everywhere(const Ingredients& made, const Activations& activations, Random& random) {
    std::vector<Overwrite> overwrites;
    const auto add = [&](const std::string& path, const auto& tensor) {
        if (!tensor.empty()) overwrites.push_back(random_overwrite(path, tensor, made.configuration, random));
    };
    for_each_tensor("", add, activations);
    for_each_tensor("", add, made.parameters);
    return overwrites;
}

/// Up to `most` overwrites of recorded numbers through which gradients pass.
inline std::vector<Overwrite> some_differentiable(const Ingredients& made, const Activations& activations, Size most,
                                                  Random& random) {
    std::vector<Overwrite> possible;
    const auto add = [&]<class T>(const std::string& path, const TensorOf<T>& tensor) {
        const bool refused = path.ends_with(".mean") || path.ends_with(".deviation") || path == "probabilities" ||
                             path == "token_loss" || path == "loss";
        if (std::is_same_v<T, Scalar> && !tensor.empty() && !refused)
            possible.push_back(random_overwrite(path, tensor, made.configuration, random));
    };
    for_each_tensor("", add, activations);
    std::vector<Overwrite> some;
    while (!possible.empty() && static_cast<Size>(some.size()) < most) {
        const auto place = possible.begin() + static_cast<std::ptrdiff_t>(random.below(possible.size()));
        some.push_back(*place);
        possible.erase(place);
    }
    return some;
}

/// Random alterations of every kind.
inline Interventions random_interventions(const Ingredients& made, const Activations& activations, Random& random) {
    Interventions result;
    const std::vector<Overwrite> overwrites = overwrites_everywhere(made, activations, random);
    for (Size i = between(random, 0, 3); i > 0; --i) result.overwrites.push_back(overwrites[random.below(overwrites.size())]);
    for (const std::string& path : sublayer_paths(made.configuration)) {
        const bool attends = !path.ends_with(".ffn");
        if (attends && random.below(8) == 0) result.silenced.push_back({path, between(random, 0, made.configuration.nhead - 1)});
        const auto lot = random.below(16);
        if (lot == 0) result.skipped_sublayers.push_back(path);
        if (lot == 1) result.skipped_residuals.push_back(path);
    }
    return result;
}

/// A random model with the activations of its last run.
struct Made {
    Random random;
    Ingredients model;
    Activations activations;

    explicit Made(std::uint64_t seed) : random(seed), model(random_ingredients(random)) {}

    void run(const Interventions& interventions) { forward(model.pass(interventions), activations); }
};

}  // namespace vitrine::tests
