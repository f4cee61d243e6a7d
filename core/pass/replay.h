#pragma once
/// What an altered run, or the rerun of one that has been made, keeps track of while the forward pass goes by: which tensors are
/// altered by hand, which operations need not run, and what has changed since. core/model alone includes this.

#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/model/masks.h"
#include "core/ops/cross_entropy.h"
#include "core/pass/interventions.h"
#include "core/tensor/random.h"

namespace vitrine {

/// What is done by hand to one tensor.
struct TensorEdits {
    std::vector<std::pair<Index, double>> cells;
    std::vector<Size> silenced;                 ///< heads of a context
    ResidualParts parts = ResidualParts::both;  ///< of a residual

    bool operator==(const TensorEdits&) const = default;
};

/// Which edits belong to which tensor, by the tensor's address.
using EditsByTensor = std::unordered_map<const void*, TensorEdits>;

/// The interventions' edits of activations, or of their gradients; the lists of layers have their lengths already.
EditsByTensor find_edits(const Interventions& interventions, const Activations& activations);

/// The rows of these heads become 0. tensor: [B, H, q, d].
void silence(const std::vector<Size>& heads, Tensor& tensor);

class Replay {
public:
    /// An altered run from its beginning.
    Replay(const Interventions& interventions, const Activations& activations) : edits_(find_edits(interventions, activations)) {}

    /// A run that begins with all that an earlier one has computed: its tensors are shared until they turn out to have changed.
    struct Earlier {
        const Interventions& interventions;
        const Activations& activations;
    };
    Replay(const Earlier& earlier, const Interventions& interventions, Activations& activations);

    /// Says that something outside the activations is not what it was for the earlier run.
    void mark_changed(const void* tensor) { changed_.insert(tensor); }

    /// Calls operation(arguments…) unless what it would fill is there already, and alters what it has filled.
    template <class... Parameters, class... Arguments>
    void run(void (*operation)(Parameters...), Arguments&... arguments);

    /// True where a tensor is altered by hand, or was in the earlier run.
    bool alters(const void* tensor) const { return edits_.contains(tensor) || earlier_edits_.contains(tensor); }

    const TensorEdits& edits_of(const void* tensor) const;

    /// The tensors that had to be computed, in order.
    std::vector<const void*> take_recomputed() { return std::move(recomputed_); }

private:
    template <class T>
    bool must_fill(const TensorOf<T>& tensor) const;
    template <class T>
    void finish(TensorOf<T>& tensor);

    EditsByTensor edits_, earlier_edits_;
    std::unordered_map<const void*, const void*> earlier_;  // the earlier run's tensor of each; empty without an earlier run
    std::unordered_set<const void*> changed_;               // since the earlier run
    std::vector<const void*> recomputed_;
};

/// True where two tensors have the same sizes and, bit for bit, the same cells.
template <class T>
bool same_bits(const TensorOf<T>& a, const TensorOf<T>& b) {
    if (a.layout().shape != b.layout().shape || a.layout().strides != b.layout().strides) return false;
    return a.empty() || a.data() == b.data() ||
           std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.count()) * sizeof(T)) == 0;
}

// An operation reads the tensors it takes by reference to const, and fills the others. What else it takes is the same in every
// rerun.
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
void visit_argument(const CrossEntropyTarget& target, Visit&& visit) {
    visit(target.labels);
}
template <class Visit, class Plain>
requires(std::is_arithmetic_v<Plain> || std::is_enum_v<Plain> || std::is_same_v<Plain, const MaskOptions> ||
         std::is_same_v<Plain, const LayerNormOptions> || std::is_same_v<Plain, Random>) void visit_argument(Plain&, Visit&&) {}

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
