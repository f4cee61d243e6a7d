#pragma once
/// The design choices of the paper that can be taken back one by one, with the weights kept, to see what each is for.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vitrine {

struct Configuration;

/// As it stands, the paper's; every member that is not as it stands here is a departure from it.
struct Design {
    bool scale_scores = true;         ///< scores are divided by √d
    bool shared_attention = false;    ///< cross-attention uses the parameters of its layer's self-attention
    bool causal_mask = true;          ///< the decoder does not look ahead
    bool padding_mask = true;         ///< nobody looks at padding
    bool mask_after_softmax = false;  ///< weights = softmax(scores) ⊙ mask, not renormalised
    bool padding_on_queries = false;  ///< the padding mask is mask[b, query], of the asker's own padding
    bool scale_embedding = true;      ///< where the configuration scales
    bool positions = true;            ///< are added to the embeddings
    bool residuals = true;            ///< without them what a sublayer reads is lost: residual = sublayer(x)
    bool norm_inside = false;         ///< residual = x + LayerNorm(dropout(sublayer(x))), whatever the configuration has

    bool operator==(const Design&) const = default;
};

enum class DesignGroup : std::uint8_t { attention, masks, embedding, layers };

/// One departure, as a course would ask about it.
struct DesignChoice {
    std::string_view name;   ///< in files: "unscaled_scores"
    std::string_view label;  ///< on screen: "No division by √d"
    DesignGroup group;
    std::string_view paper;    ///< the equation as the paper has it
    std::string_view variant;  ///< and as it is then
    std::string_view effect;   ///< what it does, in a sentence
    std::string_view look;     ///< what to look for, in another
    bool Design::*member;
    bool departure;  ///< what the member then is

    bool is_made(const Design& design) const { return design.*member == departure; }
    void make(Design& design, bool made) const { design.*member = made ? departure : !departure; }
};

/// All of them, group by group.
std::span<const DesignChoice> design_choices();

/// The choice of a name; null where there is none.
const DesignChoice* find_design_choice(std::string_view name);

/// Why a model of this configuration cannot be run so, in a line that names the choice; empty where it can.
std::string refusal(const Design& design, const Configuration& configuration);

/// Throws Error with what refusal says.
void check(const Design& design, const Configuration& configuration);

/// True where embeddings are multiplied by √D, and where a layer ends with a LayerNorm, rather than with a residual.
bool scales_embedding(const Configuration& configuration, const Design& design);
bool ends_with_norm(const Configuration& configuration, const Design& design);

}  // namespace vitrine
