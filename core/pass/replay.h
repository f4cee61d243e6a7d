#pragma once
/// The state of an altered run or a rerun during the forward pass: tensors altered by hand, operations that can be skipped, tensors
/// that have changed. Only core/pass includes this.

#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/model/masks.h"
#include "core/ops/attention.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/relative_positions.h"
#include "core/ops/residual.h"
#include "core/ops/rotary.h"
#include "core/pass/interventions.h"
#include "core/pass/replacements.h"
#include "core/tensor/random.h"

namespace vitrine {

/// The changes by hand to one tensor.
struct TensorEdits {
    std::vector<std::pair<Index, double>> cells;
    std::vector<Size> silenced;                 ///< heads, if the tensor is a context
    ResidualParts parts = ResidualParts::both;  ///< if the tensor is a residual

    bool operator==(const TensorEdits&) const = default;
};

/// The edits of each tensor, by its address.
using EditsByTensor = std::unordered_map<const void*, TensorEdits>;

/// The edits that the interventions make to activations or to their gradients. Requires: the lists of layers have their lengths.
EditsByTensor find_edits(const Configuration& configuration, const Interventions& interventions, const Activations& activations);

class Replay {
public:
    /// An altered run without an earlier one.
    Replay(const Configuration& configuration, const Interventions& interventions, const Activations& activations)
        : edits_(find_edits(configuration, interventions, activations)) {}

    /// A rerun: it shares all tensors of an earlier run until they turn out to have changed.
    struct Earlier {
        const Interventions& interventions;
        const Activations& activations;
    };
    Replay(const Configuration& configuration, const Earlier& earlier, const Interventions& interventions,
           Activations& activations);

    /// A run in which operations are replaced, without an earlier one. Requires: the replacements outlive it.
    explicit Replay(const Replacements& replacements) : replacements_(&replacements) {}

    /// Marks a tensor outside the activations as different from the earlier run.
    void mark_changed(const void* tensor) { changed_.insert(tensor); }

    /// Calls operation(arguments…) unless its outputs are already there, and applies the edits to its outputs.
    template <class... Parameters, class... Arguments>
    void run(void (*operation)(Parameters...), Arguments&... arguments);

    /// Takes over what the earlier run drew at random, except cells set by hand. False: there is nothing to take over.
    bool keeps(MaskTensor& drawn);

    /// Execution::share() in a replay. A result with cells altered by hand becomes a copy instead.
    void share(const Tensor& source, const MaskTensor& cause, Tensor& result);

    /// Whether the tensor is altered by hand or replaced, in this run or in the earlier one.
    bool alters(const void* tensor) const { return replacements_ || edits_.contains(tensor) || earlier_edits_.contains(tensor); }

    const TensorEdits& edits_of(const void* tensor) const;

    /// In the backward pass: sets the gradients of cells that were set by hand to 0; restore_passed() puts them back.
    const Tensor& passed(Tensor& d);
    void restore_passed();

    /// The tensors that were recomputed, in order.
    std::vector<const void*> take_recomputed() { return std::move(recomputed_); }

private:
    template <class T>
    bool must_fill(const TensorOf<T>& tensor) const;
    template <class T>
    void finish(TensorOf<T>& tensor);

    bool replaces(const void* tensor) const { return replacements_ && replacements_->of.contains(tensor); }

    const Replacements* replacements_ = nullptr;
    EditsByTensor edits_, earlier_edits_;
    std::unordered_map<const void*, const void*> earlier_;  // maps each tensor to the earlier run's; empty without an earlier run
    std::unordered_set<const void*> changed_;               // since the earlier run
    std::vector<const void*> recomputed_;
    std::vector<std::pair<Scalar*, Scalar>> passed_;  // cells of gradients that were set to 0, and their values before
};

/// Whether two tensors have the same layout and the same cells bit for bit.
template <class T>
bool same_bits(const TensorOf<T>& a, const TensorOf<T>& b) {
    if (a.layout().shape != b.layout().shape || a.layout().strides != b.layout().strides) return false;
    return a.empty() || a.data() == b.data() ||
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.count()) * sizeof(T)) == 0;
}

/// Arguments without tensors.
template <class T>
inline constexpr bool is_option =
    std::is_same_v<T, MaskOptions> || std::is_same_v<T, LayerNormOptions> || std::is_same_v<T, Random> ||
    std::is_same_v<T, ScoreDivisor> || std::is_same_v<T, RelativeBuckets> || std::is_same_v<T, RotaryTurn>;

// An operation reads its const tensor arguments and fills the others. Its other arguments are the same in every rerun.
template <class Visit, class Node>
requires(is_tensor<std::remove_const_t<Node>> || HasFields<Node>) void visit_argument(Node& node, Visit&& visit) {
    visit_tensors(visit, node);
}
template <class Visit>
void visit_argument(const Projection& projection, Visit&& visit) {
    visit(projection.weight), visit(projection.bias);
}
template <class Visit>
void visit_argument(const RowsToNormalise& rows, Visit&& visit) {
    visit(rows.x), visit(rows.mean), visit(rows.deviation);
}
template <class Visit>
void visit_argument(const Addends& addends, Visit&& visit) {
    for (const Tensor* addend : addends.all()) visit(*addend);
}
template <class Visit>
void visit_argument(const CrossEntropyTarget& target, Visit&& visit) {
    visit(target.labels);
}
template <class Visit, class Plain>
requires(std::is_arithmetic_v<Plain> || std::is_enum_v<Plain> ||
         is_option<std::remove_const_t<Plain>>) void visit_argument(Plain&, Visit&&) {}

template <class... Parameters, class... Arguments>
void Replay::run(void (*operation)(Parameters...), Arguments&... arguments) {
    bool due = false;
    const auto look = [&]<class Seen>(Seen& tensor) {
        due = due || (std::is_const_v<Seen> ? changed_.contains(&tensor) : must_fill(tensor));
    };
    (visit_argument(arguments, look), ...);
    if (!due) return;
    const auto prepare = []<class Seen>(Seen& tensor) {
        if constexpr (!std::is_const_v<Seen>) tensor.own();
    };
    (visit_argument(arguments, prepare), ...);
    operation(static_cast<Parameters>(arguments)...);
    const auto complete = [&]<class Seen>(Seen& tensor) {
        if constexpr (!std::is_const_v<Seen>) finish(tensor);
    };
    (visit_argument(arguments, complete), ...);
}

}  // namespace vitrine
