#pragma once
/// Runs of random models on random sentences, with random design choices and edits by hand. What the screen says about a run must
/// be true of all of them.

#include <limits>

#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "core/explain/attention_place.h"
#include "tests/core/random_models.h"

namespace vitrine::tests {

/// An unedited run of a model of any design, on the sentences that `make_batch(configuration, random)` makes. Some have windows.
template <class MakeBatch>
std::shared_ptr<const Run> random_run_on(MakeBatch make_batch, Random& random) {
    auto model = std::make_shared<Model>();
    model->configuration = random_configuration(random);
    if (random.below(4) == 0) model->configuration.window = between(random, 1, 4);
    model->parameters = random_parameters(model->configuration, random);
    model->batch = make_batch(model->configuration, random);
    return make_run(model);
}

inline std::shared_ptr<const Run> random_run(Random& random) { return random_run_on(random_batch, random); }

/// Sets a random cell of a tensor to a value that its type allows.
inline Overwrite random_overwrite(const std::string& path, const TensorView& tensor, const Configuration& c, Random& random) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    static constexpr double strange[] = {infinite, -infinite, std::numeric_limits<double>::quiet_NaN(), 50, 0};
    Overwrite overwrite{.path = path};
    for (int axis = 0; axis < tensor.layout.rank; ++axis) {
        overwrite.index[static_cast<std::size_t>(axis)] =
            between(random, 0, tensor.layout.shape[static_cast<std::size_t>(axis)] - 1);
    }
    switch (tensor.type) {
        case ElementType::mask:
            overwrite.value = coin(random) ? 1 : 0;
            break;
        case ElementType::index:
            overwrite.value = static_cast<double>(between(random, 0, std::min(c.src_vocab_size, c.tgt_vocab_size) - 1));
            break;
        case ElementType::scalar:
            overwrite.value = 4 * random.uniform() - 2;
            if (random.below(6) == 0) overwrite.value = strange[random.below(std::size(strange))];
            break;
    }
    return overwrite;
}

/// Design choices and edits by hand, each with a probability of a half. Masks are edited more often than other tensors, as there
/// are few of them.
inline Edits random_edits(const Run& run, Random& random) {
    const Configuration& c = run.model->configuration;
    Edits edits;
    if (coin(random)) edits.design = random_design(c, random);
    std::vector<AttentionPlace> attentions;
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
        for (Size layer = 0; layer < attention_layers(c, kind); ++layer) attentions.push_back({kind, layer});
    }
    for (int i = 0; i < 3 && coin(random); ++i) {
        const AttentionPlace& place = attentions[random.below(attentions.size())];
        constexpr const char* tensors[] = {".mask", ".scores", ".weights", ".context"};
        const std::string path = path_of(place) + tensors[random.below(4)];
        edits.interventions.overwrites.push_back(random_overwrite(path, run.find(path), c, random));
    }
    for (const char* tokens : {"src.tokens", "tgt.tokens"}) {
        if (random.below(4) == 0) edits.interventions.overwrites.push_back(random_overwrite(tokens, run.find(tokens), c, random));
    }
    if (random.below(4) == 0) edits.interventions.skipped_sublayers.push_back(path_of(attentions[random.below(attentions.size())]));
    if (random.below(4) == 0) {
        const AttentionPlace& place = attentions[random.below(attentions.size())];
        edits.interventions.silenced.push_back({path_of(place), between(random, 0, c.nhead - 1)});
    }
    return edits;
}

/// A run of a model of any design, with random design choices and edits.
inline std::shared_ptr<const Run> random_edited_run(Random& random) {
    const auto run = random_run(random);
    return with_edits(run, random_edits(*run, random));
}

}  // namespace vitrine::tests
