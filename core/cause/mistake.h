#pragma once
/// A mistake that another program may have made.

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/cause/kinds.h"

namespace vitrine {

/// One mistake at one place.
struct Mistake {
    CauseKind kind;
    std::string where;  ///< "decoder.layers.1.cross_attn"
    /// The form of the mistake, from 0; core/cause/variants.h says what it means.
    int variant = 0;
    Size head = -1;  ///< in an attention: the only head with the mistake; −1: all heads

    // For dropout_on: numbers that the other program drew at random, as they were found.
    std::string path{};                                   ///< the tensor with these numbers
    std::shared_ptr<const std::vector<float>> numbers{};  ///< row-major
};

/// What becomes of a row of scores that a mask hides completely.
enum class HiddenRows : std::uint8_t {
    infinite,  ///< −∞, so their weights are NaN, as in PyTorch
    numbers,   ///< equally small numbers, so their weights are equal
};

/// The place of mistakes in the loss: "src" in an encoder alone, otherwise "tgt".
std::string side_of_loss(const Configuration& configuration);

/// The mistakes of one pass.
class MistakesMade {
public:
    explicit MistakesMade(std::span<const Mistake> mistakes) : mistakes_(mistakes) {}

    /// The first mistake of this kind at a place, and in a variant that is wanted; null: there is none.
    template <class Wanted>
    const Mistake* find(CauseKind kind, const std::string& where, Wanted&& wanted) const {
        const auto found = std::ranges::find_if(
            mistakes_, [&](const Mistake& one) { return one.kind == kind && one.where == where && wanted(one.variant); });
        return found == mistakes_.end() ? nullptr : &*found;
    }
    const Mistake* find(CauseKind kind, const std::string& where) const {
        return find(kind, where, [](int) { return true; });
    }
    bool has(CauseKind kind, const std::string& where) const { return find(kind, where) != nullptr; }

    std::span<const Mistake> all() const { return mistakes_; }

private:
    std::span<const Mistake> mistakes_;
};

}  // namespace vitrine
