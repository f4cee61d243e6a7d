#include "core/pass/replay.h"

#include <algorithm>

#include "core/tensor/error.h"

namespace vitrine {

EditsByTensor find_edits(const Configuration& c, const Interventions& interventions, const Activations& a) {
    EditsByTensor edits;
    const auto edit = [&](const std::string& path, auto&& change) {
        visit_tensor(
            path, [&](const auto& tensor) { change(edits[&tensor]); }, a);
    };
    for (const Overwrite& overwrite : interventions.overwrites) {
        const Overwrite there = stored(overwrite);
        edit(there.path, [&](TensorEdits& of_tensor) { of_tensor.cells.emplace_back(there.index, there.value); });
    }
    for (const SilencedHead& silenced : interventions.silenced)
        edit(silenced.attention + ".context", [&](TensorEdits& of_context) { of_context.silenced.push_back(silenced.head); });
    for (const auto& [residual, parts] : partial_residuals(interventions, c))
        edit(residual, [parts = parts](TensorEdits& of_residual) { of_residual.parts = parts; });
    return edits;
}

namespace {

/// Calls visit(cell) for the cells of these heads. tensor: [B, H, q, d].
template <class Visit>
void visit_heads(const std::vector<Size>& heads, Tensor& tensor, Visit&& visit) {
    for (const Size head : heads) {
        for (Size b = 0; b < tensor.size(0); ++b) {
            for (Size q = 0; q < tensor.size(2); ++q) {
                for (Size i = 0; i < tensor.size(3); ++i) visit(tensor.at({b, head, q, i}));
            }
        }
    }
}

}  // namespace

Replay::Replay(const Configuration& c, const Earlier& earlier, const Interventions& interventions, Activations& a) {
    const auto begin_with = [this](auto& tensor, const auto& before) {
        tensor.share(before);
        if (!before.empty()) earlier_.emplace(&tensor, &before);
    };
    shape_stacks_like(earlier.activations, a);
    a.src.has_sinusoids = earlier.activations.src.has_sinusoids;
    a.tgt.has_sinusoids = earlier.activations.tgt.has_sinusoids;
    visit_tensors(begin_with, a, earlier.activations);
    edits_ = find_edits(c, interventions, a);
    earlier_edits_ = find_edits(c, earlier.interventions, a);
}

namespace {

const TensorEdits& look_up(const EditsByTensor& edits, const void* tensor) {
    static const TensorEdits none;
    const auto found = edits.find(tensor);
    return found == edits.end() ? none : found->second;
}

}  // namespace

const TensorEdits& Replay::edits_of(const void* tensor) const { return look_up(edits_, tensor); }

template <class T>
bool Replay::must_fill(const TensorOf<T>& tensor) const {
    const auto before = earlier_.find(&tensor);
    // A tensor that neither the earlier run nor this one has is not filled.
    if (before == earlier_.end()) return earlier_.empty() || !tensor.empty();
    if (look_up(edits_, &tensor) != look_up(earlier_edits_, &tensor)) return true;
    // Resizing a tensor has separated it from shared memory.
    return view(tensor).data != view(*static_cast<const TensorOf<T>*>(before->second)).data;
}

template <class T>
void Replay::finish(TensorOf<T>& tensor) {
    recomputed_.push_back(&tensor);
    const TensorEdits& edits = look_up(edits_, &tensor);
    for (const auto& [index, value] : edits.cells) {
        if (!tensor.layout().contains(index))
            throw Error("overwrites: a cell lies outside its tensor, " + shape_text(tensor.layout()));
        tensor.at(index) = static_cast<T>(value);
    }
    if constexpr (std::is_same_v<T, Scalar>) {
        visit_heads(edits.silenced, tensor, [](Scalar& cell) { cell = 0; });
        if (replaces(&tensor)) replacements_->of.at (&tensor)(tensor);
        if (replacements_ && replacements_->complete) replacements_->complete(tensor);
    }
    const auto before = earlier_.find(&tensor);
    if (before == earlier_.end()) return;
    const auto& earlier = *static_cast<const TensorOf<T>*>(before->second);
    if (same_bits(tensor, earlier)) {
        tensor.share(earlier);
    } else {
        changed_.insert(&tensor);
    }
}

void Replay::share(const Tensor& source, const MaskTensor& cause, Tensor& result) {
    if (!changed_.contains(&source) && !changed_.contains(&cause) && !must_fill(result)) return;
    if (look_up(edits_, &result).cells.empty() && !replaces(&result)) {
        result.share(source);
    } else {
        result.own();
        result = source;
    }
    finish(result);
}

bool Replay::keeps(MaskTensor& drawn) {
    const auto before = earlier_.find(&drawn);
    if (before == earlier_.end()) return false;
    const auto& earlier = *static_cast<const MaskTensor*>(before->second);
    if (earlier.layout().shape != drawn.layout().shape) return false;
    if (!must_fill(drawn)) return true;
    drawn.own();
    std::copy_n(earlier.data(), earlier.count(), drawn.data());
    finish(drawn);
    return true;
}

const Tensor& Replay::passed(Tensor& d) {
    const auto clear = [this](Scalar& cell) {
        passed_.emplace_back(&cell, cell);
        cell = 0;
    };
    const TensorEdits& edits = look_up(edits_, &d);
    for (const auto& [index, value] : edits.cells) clear(d.at(index));
    visit_heads(edits.silenced, d, clear);
    return d;
}

void Replay::restore_passed() {
    // The last first: if a cell was set by hand twice, the second entry remembers the 0 that the first one wrote.
    for (; !passed_.empty(); passed_.pop_back()) *passed_.back().first = passed_.back().second;
}

template bool Replay::must_fill(const Tensor&) const;
template bool Replay::must_fill(const IndexTensor&) const;
template bool Replay::must_fill(const MaskTensor&) const;
template void Replay::finish(Tensor&);
template void Replay::finish(IndexTensor&);
template void Replay::finish(MaskTensor&);

}  // namespace vitrine
