#pragma once
/// Calls the operations of a forward pass: run(scores_forward, query, key, scores) calls scores_forward(query, key, scores).

#include "core/pass/replay.h"

namespace vitrine {

/// Without a replay, run(operation, arguments…) is operation(arguments…). In an altered run and in a rerun, the replay skips
/// operations whose results are unchanged, and writes values set by hand over computed ones.
class Execution {
public:
    Execution() = default;
    explicit Execution(Replay& replay) : replay_(&replay) {}

    /// Inlined, so that without a replay the call costs nothing extra.
    template <class... Parameters>
    [[gnu::always_inline]] void operator()(void (*operation)(Parameters...), std::type_identity_t<Parameters>... arguments) const {
        if (!replay_) return operation(static_cast<Parameters>(arguments)...);
        replay_->run(operation, arguments...);
    }

    /// In a rerun, takes over what the earlier run drew at random, except cells set by hand. False: it has to be drawn.
    bool keeps(MaskTensor& drawn) const { return replay_ && replay_->keeps(drawn); }

    /// Lets `result`, which equals `source`, share its memory. `cause`: another tensor whose numbers make the two equal.
    void share(const Tensor& source, const MaskTensor& cause, Tensor& result) const {
        replay_ ? replay_->share(source, cause, result) : result.share(source);
    }

    /// Whether this is an altered run or a rerun.
    bool is_replay() const { return replay_; }

    /// Whether the tensor is altered by hand, in this run or in the earlier one.
    bool alters(const Tensor& tensor) const { return replay_ && replay_->alters(&tensor); }

    /// The parts that a residual is made of.
    ResidualParts parts(const Tensor& residual) const { return replay_ ? replay_->edits_of(&residual).parts : ResidualParts::both; }

    /// The complete gradient of a tensor, as it is passed on to what the tensor was computed from: 0 in cells set by hand and in
    /// silenced heads, which are constants. Replay::restore_passed() puts the gradients of these cells back.
    const Tensor& passed(Tensor& d) const { return replay_ ? replay_->passed(d) : d; }

private:
    Replay* replay_ = nullptr;
};

}  // namespace vitrine
