#pragma once
/// How a forward pass calls its operations: run(scores_forward, query, key, scores) for scores_forward(query, key, scores).

#include "core/pass/replay.h"

namespace vitrine {

/// By itself run(operation, arguments…) is operation(arguments…). In an altered run, and in a rerun of one that has been made, the
/// replay leaves out what need not be computed again, and what has been set by hand takes the place of what was computed.
class Execution {
public:
    Execution() = default;
    explicit Execution(Replay& replay) : replay_(&replay) {}

    /// Inlined, so that without a replay an operation is called as directly as ever.
    template <class... Parameters>
    [[gnu::always_inline]] void operator()(void (*operation)(Parameters...), std::type_identity_t<Parameters>... arguments) const {
        if (!replay_) return operation(static_cast<Parameters>(arguments)...);
        replay_->run(operation, arguments...);
    }

    /// True in an altered run and in a rerun.
    bool is_replay() const { return replay_; }

    /// True where a tensor is altered by hand, or was in the run that is made again.
    bool alters(const Tensor& tensor) const { return replay_ && replay_->alters(&tensor); }

    /// What a residual is made of.
    ResidualParts parts(const Tensor& residual) const { return replay_ ? replay_->edits_of(&residual).parts : ResidualParts::both; }

    /// Heads that are silent in a context are so in its gradient: nothing flows back through them.
    void silence(Tensor& d_context) const {
        if (replay_) vitrine::silence(replay_->edits_of(&d_context).silenced, d_context);
    }

private:
    Replay* replay_ = nullptr;
};

}  // namespace vitrine
