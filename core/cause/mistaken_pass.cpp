#include "core/cause/mistaken_pass.h"

#include <optional>

#include "core/cause/sites.h"
#include "core/cause/variants.h"
#include "core/pass/layers.h"
#include "core/pass/transformer.h"

namespace vitrine {

namespace {

/// Ends a pass that is not needed any further.
struct Ended {};

/// What a model is with these mistakes, as far as its description can say it.
class MistakenDescription {
public:
    MistakenDescription(const Configuration& c, const MistakesMade& made) : model(describe(c)), made_(made) {
        alter(StackKind::encoder, model.encoder), alter(StackKind::decoder, model.decoder);
        alter("src", model.source), alter("tgt", model.target);
    }

    ModelDescription model;

private:
    void alter(StackKind kind, StackDescription& stack) const {
        for (std::size_t i = 0; i < stack.layers.size(); ++i) {
            const std::string layer = layer_path(kind, i);
            auto& sublayers = stack.layers[i].sublayers;
            for (std::size_t k = 0; k < sublayers.size(); ++k) {
                alter(layer, static_cast<int>(k) + 1, sublayers[k]);
                alter(layer + '.' + std::string(name(sublayers[k].kind)), sublayers[k].attention);
            }
        }
    }

    void alter(const std::string& layer, int number, SublayerDescription& of) const {
        const auto of_this = [&](int variant) { return variant == 0 || variant == number; };
        if (made_.find(CauseKind::residual_missing, layer, of_this)) of.residual = false;
        if (made_.has(CauseKind::norm_order, layer))
            of.norm_placement = of.norm_placement == NormPlacement::after ? NormPlacement::before : NormPlacement::after;
        if (made_.has(CauseKind::norm_inside, layer)) of.norm_placement = NormPlacement::inside;
        if (const Mistake* wrong = made_.find(CauseKind::activation_wrong, layer))
            of.feed_forward.activation = static_cast<ActivationKind>(wrong->variant);
    }

    void alter(const std::string& attention, AttentionDescription& of) const {
        if (made_.has(CauseKind::shared_attention, attention)) of.shares_parameters = true;
        if (made_.has(CauseKind::rotation_missing, attention)) of.rotation.reset();
        if (made_.has(CauseKind::position_bias_missing, attention)) of.position_bias.reset();
        if (made_.has(CauseKind::head_norm_missing, attention)) of.query_key_norm = QueryKeyNorm::none;
        if (made_.has(CauseKind::scores_cap_missing, attention)) of.scores_cap.reset();
        if (made_.has(CauseKind::window_missing, attention)) of.mask.window.reset();
    }

    void alter(const std::string& side, EmbeddingDescription& of) const {
        if (made_.has(CauseKind::embedding_scaled, side)) of.scaled = true;
        if (made_.has(CauseKind::positions_missing, side)) of.positions = PositionKind::none;
    }

    const MistakesMade& made_;
};

/// The batch with the labels that a mistaken loss has; nothing: they are right.
std::optional<Batch> mistaken_labels(const OurRun& run, const MistakesMade& made) {
    const Mistake* wrong = made.find(CauseKind::labels_not_shifted, side_of_loss(run.configuration));
    if (!wrong) return std::nullopt;
    Batch batch = run.batch;
    const bool twice = static_cast<LabelForm>(wrong->variant) == LabelForm::shifted_twice;
    for (Size b = 0; b < batch.labels.size(0); ++b) {
        for (Size i = 0; i < batch.labels.size(1); ++i) {
            const bool beyond = i + 1 == batch.labels.size(1);
            batch.labels.at({b, i}) = !twice   ? run.batch.tgt.at({b, i})
                                      : beyond ? run.configuration.pad_tgt
                                               : run.batch.labels.at({b, i + 1});
        }
    }
    return batch;
}

/// The names under which a tensor is shown. What dropout would be applied to is shown a second time, as what it would become.
std::vector<std::string> names_of(const std::string& path, const Configuration& c) {
    const std::size_t dot = path.rfind('.') + 1;
    const std::string part = path.substr(0, dot), name = path.substr(dot);
    if (name == "weights" || (name == "output" && part.ends_with("attn.")) ||
        name == (layer_at(path, c).gated ? "gated" : "activation"))
        return {path, part + "dropped_" + (name == "gated" ? "activation" : name)};
    if (name == "linear2") return {path, part + "dropped_output"};
    if (name == (c.embedding_norm ? "normalized" : "sum")) return {path, part + "dropped"};
    return {path};
}

}  // namespace

void MistakenPass::name_tensors() {
    const auto name = [&](const std::string& path, const auto& tensor) { names_[&tensor] = names_of(path, run_.configuration); };
    if (names_.empty()) for_each_tensor("", name, a_);
}

void MistakenPass::name_ends() {
    ends_.clear();
    for (const StackKind kind : {StackKind::encoder, StackKind::decoder}) {
        auto& layers = kind == StackKind::encoder ? a_.encoder.layers : a_.decoder.layers;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            for (std::size_t k = 0; k < layers[i].sublayers.size(); ++k)
                ends_[&connected_output(layers[i].sublayers[k])] = layer_path(kind, i) + ".end" + std::to_string(k + 1);
        }
    }
}

/// Shows a complete tensor by all of its names. Numbers that dropout has left are put in before. False: the pass is to end.
bool MistakenPass::show(Tensor& tensor, std::span<const Mistake> mistakes, const WatchTensor& watch) {
    const auto names = names_.find(&tensor);
    if (names == names_.end()) return true;
    for (const std::string& path : names->second) {
        for (const Mistake& mistake : mistakes) {
            if (mistake.path != path) continue;
            for (std::size_t i = 0; i < mistake.numbers->size(); ++i)
                tensor.at(index_of(tensor.layout(), static_cast<Size>(i))) = static_cast<Scalar>((*mistake.numbers)[i]);
        }
        if (!watch(path, view(tensor))) return false;
    }
    const auto end = ends_.find(&tensor);
    return end == ends_.end() || watch(end->second, view(tensor));
}

void MistakenPass::run(std::span<const Mistake> mistakes, const WatchTensor& watch, HiddenRows hidden_rows) {
    const MistakesMade made(mistakes);
    const MistakenDescription mistaken(run_.configuration, made);
    shape_stacks(mistaken.model, a_);
    name_tensors();
    name_ends();
    Replacements replacements;
    replace_in_all({run_, mistaken.model, made, hidden_rows}, a_, replacements);
    replacements.complete = [&](Tensor& tensor) {
        if (!show(tensor, mistakes, watch)) throw Ended();
    };
    const std::optional<Batch> batch = mistaken_labels(run_, made);
    try {
        forward({run_.configuration, run_.parameters, batch ? *batch : run_.batch}, mistaken.model, replacements, a_);
    } catch (const Ended&) {
        // Nobody asks for the rest.
    }
}

}  // namespace vitrine
