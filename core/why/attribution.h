#pragma once
/// Direct attribution: a logit, or the difference of two, as a sum over everything that was added to the residual stream of its
/// position (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits"). It is exact because every norm on the way
/// keeps its deviation or root mean square, every activation of a network its value, and every attention its weights; a norm's mean
/// is taken from each component by itself. An activation behind the last stack keeps its ratio g(z) / z.

#include <unordered_map>

#include "core/why/asked_run.h"

namespace vitrine {

/// How much one unit of each feature of a tensor gives to the logit that is asked about, at its position.
using Direction = std::vector<double>;

/// What one part of the model added to the logit.
struct Component {
    std::string name;            ///< "embedding", "decoder.layers.0.self_attn", "decoder.layers.0.ffn.bias", "norms", "head_bias"
    std::optional<Size> head{};  ///< of an attention
    double value = 0;
};

struct Attribution {
    double logit = 0;                   ///< as recorded
    std::optional<double> capped{};     ///< behind the cap of the logits
    bool keeps_ratio = false;           ///< the sum goes through an activation behind the last stack, whose ratio is kept
    std::vector<Component> components;  ///< in order of computation, then norms and the head's bias; they add up to the logit
    std::unordered_map<std::string, Direction> directions;  ///< of the outputs of attentions and networks, by path
};

/// Requires: the run has no dropout, and no cell of the stream or of a norm was set by hand. Throws Error where the logit is
/// outside the run.
Attribution attribute(const AskedRun& run, const AskedLogit& logit);

/// A head's component, by the position that it reads: weight · value · W_O. Throws Error where there is no such head.
std::vector<double> by_position(const AskedRun& run, const AskedLogit& logit, const Attribution& attribution,
                                const std::string& attention, Size head);

/// A network's component without its bias, by its hidden units. Throws Error where there is no such network.
std::vector<double> by_unit(const AskedRun& run, const AskedLogit& logit, const Attribution& attribution,
                            const std::string& network);

}  // namespace vitrine
