#pragma once
/// Design choices of the paper that can be switched off one by one, with the weights kept, to show what each is for.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace vitrine {

struct Configuration;

/// The default values are the paper's design. A member with another value is a departure from it.
struct Design {
    bool scale_scores = true;         ///< scores are divided by √d
    bool shared_attention = false;    ///< cross-attention uses the parameters of its layer's self-attention
    bool causal_mask = true;          ///< positions do not attend to later ones in the decoder
    bool padding_mask = true;         ///< no position attends to padding
    bool mask_after_softmax = false;  ///< weights = softmax(scores) ⊙ mask, not renormalised
    bool padding_on_queries = false;  ///< the padding mask is mask[b, query], by the padding of the queries
    bool scale_embedding = true;      ///< if the configuration scales, too
    bool positions = true;            ///< position encodings are added to the embeddings
    bool residuals = true;            ///< false: residual = sublayer(x)
    bool norm_inside = false;         ///< residual = x + LayerNorm(dropout(sublayer(x))), whatever norm_placement is

    bool operator==(const Design&) const = default;
};

enum class DesignGroup : std::uint8_t { attention, masks, embedding, layers };

/// One departure and its description.
struct DesignChoice {
    std::string_view name;              ///< in files: "unscaled_scores"
    std::string_view label;             ///< on screen, by what the paper does: "Divide scores by √d"
    std::string_view departure_phrase;  ///< the departure as a part of a sentence: "no division by √d"
    DesignGroup group;
    /// The equation that the choice is about, as a model of this configuration computes it with this design.
    std::string (*equation)(const Configuration&, const Design&);
    std::string_view effect;  ///< what the departure does, in one sentence
    std::string_view look;    ///< where that shows, in one sentence
    bool Design::*member;
    bool departure;  ///< the member's value in the departure

    bool is_made(const Design& design) const { return design.*member == departure; }
    void make(Design& design, bool made) const { design.*member = made ? departure : !departure; }
};

/// All departures, group by group.
std::span<const DesignChoice> design_choices();

/// The departure with this name; null if there is none.
const DesignChoice* find_design_choice(std::string_view name);

/// The departures of both.
Design both(const Design& first, const Design& second);

/// The reason why a model of this configuration cannot run with this design, one line that names the choice; empty if it can.
std::string refusal(const Design& design, const Configuration& configuration);

/// Throws Error with the text of refusal(), where that is not empty.
void check(const Design& design, const Configuration& configuration);

/// Whether embeddings are multiplied by √D; and whether a layer ends with a LayerNorm instead of a residual.
bool scales_embedding(const Configuration& configuration, const Design& design);
bool ends_with_norm(const Configuration& configuration, const Design& design);

}  // namespace vitrine
