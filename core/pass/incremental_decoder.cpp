#include "core/pass/incremental_decoder.h"

#include <algorithm>

#include "core/pass/transformer_parts.h"

namespace vitrine {

namespace {

/// The interventions that apply to every step: all but overwrites.
Interventions lasting(const DecodingModel& model) {
    Interventions interventions = model.interventions ? *model.interventions : Interventions{};
    interventions.overwrites.clear();
    return interventions;
}

/// Makes every sentence a copy of the first one.
template <class T>
void repeat_first(Size sentences, TensorOf<T>& tensor) {
    const TensorOf<T> before = tensor;
    const Size cells = before.count() / before.size(0);
    if (before.layout().rank == 2) {
        tensor.resize({sentences, before.size(1)});
    } else {
        tensor.resize({sentences, before.size(1), before.size(2)});
    }
    for (Size b = 0; b < sentences; ++b) std::copy_n(before.data(), cells, tensor.data() + b * cells);
}

}  // namespace

IncrementalDecoder::IncrementalDecoder(const DecodingModel& model)
    : configuration_(model.configuration),
      altered_(altered_parameters(model.parameters, model.interventions ? *model.interventions : Interventions{})),
      interventions_(lasting(model)),
      regime_{.design = model.design},
      description_(describe(configuration_, model.design)) {
    shape_stacks(description_, activations_);
}

template <class Compute>
void IncrementalDecoder::run(Compute&& compute) {
    const Pass pass{configuration_, altered_, batch_, regime_, &interventions_};
    if (interventions_.empty()) return compute(pass, Execution{});
    Replay replay(configuration_, interventions_, activations_);
    compute(pass, Execution(replay));
}

void IncrementalDecoder::read_source(const IndexTensor& source, ComputedPositions positions) {
    batch_.src = source;
    read_prompt(positions);
    run([this](const Pass& pass, const Execution& execution) { compute_encoder(pass, description_, execution, activations_); });
}

void IncrementalDecoder::read_prompt(ComputedPositions positions) {
    positions_ = positions;
    cached_ = 0;
}

/// Repeats the source and its memory for this many sentences.
void IncrementalDecoder::set_sentences(Size count) {
    if (!configuration_.has_encoder()) return;
    if (activations_.memory.size(0) == count) return;
    repeat_first(count, activations_.src.tokens);
    repeat_first(count, activations_.memory);
}

/// The sinusoids of at least `length` positions, made once for all steps and sources; null if the model adds none.
const Tensor* IncrementalDecoder::waves_to(Size length) {
    const PositionKind kind = description_.target.positions;
    if (kind != PositionKind::sinusoidal && kind != PositionKind::sines_first) return nullptr;
    if (waves_.empty() || waves_.size(0) < length) {
        waves_.resize({std::max<Size>(32, 2 * length), configuration_.d_model});
        sinusoidal_positions(waves_, 0, waves_of(kind));
    }
    return &waves_;
}

const Tensor& IncrementalDecoder::next(const IndexTensor& tokens, std::span<const Size> parents) {
    const Size sentences = tokens.size(0), length = tokens.size(1), words = configuration_.output_vocabulary();
    batch_.tgt = tokens;
    set_sentences(sentences);
    const IncrementalStep step{.position = length - 1, .parents = parents, .waves = waves_to(length)};
    // A first call with several tokens, a prompt, computes all of them; later ones find its keys and values in the activations.
    const bool last_only = positions_ == ComputedPositions::last && length == cached_ + 1;
    cached_ = length;
    run([&](const Pass& pass, const Execution& execution) {
        compute_decoder(pass, description_, execution, last_only ? &step : nullptr, activations_);
    });
    const Tensor& computed = activations_.logits;
    logits_.resize({sentences, words});
    std::copy_n(computed.data(), sentences * words, logits_.data());
    return logits_;
}

}  // namespace vitrine
