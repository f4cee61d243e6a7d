#pragma once
/// The design choices of the paper that can be taken back one by one, with the weights kept, to see what each is for.

namespace vitrine {

/// As it stands, the paper's; every member that is not as it stands here is a departure from it.
struct Design {
    bool causal_mask = true;   ///< the decoder does not look ahead
    bool padding_mask = true;  ///< nobody looks at padding

    bool operator==(const Design&) const = default;
};

}  // namespace vitrine
