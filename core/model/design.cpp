#include "core/model/design.h"

#include <algorithm>
#include <array>

#include "core/model/configuration.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr std::array all_choices{
    DesignChoice{.name = "unscaled_scores",
                 .label = "No division by √d",
                 .group = DesignGroup::attention,
                 .paper = "scores = Q·Kᵀ / √d",
                 .variant = "scores = Q·Kᵀ",
                 .effect = "Scores come out √d times as large, and softmax makes sharper weights of larger differences.",
                 .look = "Look at how evenly a row of weights is spread: it comes closer to all or nothing, where softmax hardly "
                         "learns.",
                 .member = &Design::scale_scores,
                 .departure = false},
    DesignChoice{.name = "shared_attention",
                 .label = "Self- and cross-attention share a module",
                 .group = DesignGroup::attention,
                 .paper = "cross = Attention(x, memory; W of its own)",
                 .variant = "cross = Attention(x, memory; W of self-attention)",
                 .effect = "Each decoder layer's cross-attention uses the weights of its self-attention, which learned to read the "
                           "target.",
                 .look = "Look at the first cross-attention: its queries, keys and weights are others, while self-attention below "
                         "it stays as it was.",
                 .member = &Design::shared_attention,
                 .departure = true},
    DesignChoice{.name = "no_causal_mask",
                 .label = "No causal mask",
                 .group = DesignGroup::masks,
                 .paper = "mask = padding ∧ (key ≤ query)",
                 .variant = "mask = padding",
                 .effect = "The decoder sees the words that it is asked to predict.",
                 .look = "Look at the weights above the diagonal and at the leak test: changing a word now moves predictions "
                         "before it.",
                 .member = &Design::causal_mask,
                 .departure = false},
    DesignChoice{.name = "no_padding_mask",
                 .label = "No padding mask",
                 .group = DesignGroup::masks,
                 .paper = "mask = padding ∧ causal",
                 .variant = "mask = causal",
                 .effect = "Padding is listened to like any word, so a sentence's result depends on what it is batched with.",
                 .look = "Look at the columns of padding in a shorter sentence's weights; without padding nothing changes.",
                 .member = &Design::padding_mask,
                 .departure = false},
    DesignChoice{
        .name = "mask_after_softmax",
        .label = "Mask after the softmax",
        .group = DesignGroup::masks,
        .paper = "weights = softmax(scores, −∞ where hidden)",
        .variant = "weights = softmax(scores) ⊙ mask",
        .effect = "Hidden keys still take their share in the softmax before it is set to 0, and nothing makes up for it.",
        .look = "Look at rows of weights, which sum to less than 1, and at the leak test: hidden words still move predictions.",
        .member = &Design::mask_after_softmax,
        .departure = true},
    DesignChoice{.name = "padding_on_queries",
                 .label = "Padding mask on the wrong axis",
                 .group = DesignGroup::masks,
                 .paper = "mask[b,q,k] = key k of b is no padding",
                 .variant = "mask[b,q,k] = query q of b is no padding",
                 .effect = "It hides everything from padding that asks, but hides no padding from the words.",
                 .look = "Look at a sentence with padding: its rows of padding are hatched instead of its columns.",
                 .member = &Design::padding_on_queries,
                 .departure = true},
    DesignChoice{.name = "unscaled_embeddings",
                 .label = "Unscaled embeddings",
                 .group = DesignGroup::embedding,
                 .paper = "x = embedding · √D + positions",
                 .variant = "x = embedding + positions",
                 .effect = "The words come out √D times smaller beside the positions that are added to them.",
                 .look = "Look at the sum: the same word at two places resembles itself less, and its neighbours more.",
                 .member = &Design::scale_embedding,
                 .departure = false},
    DesignChoice{.name = "no_positions",
                 .label = "No positions",
                 .group = DesignGroup::embedding,
                 .paper = "x = embedding + positions",
                 .variant = "x = embedding",
                 .effect = "The encoder cannot tell in which order the words stand: it reads a bag of words.",
                 .look = "Look at a word that occurs twice: both of its rows are the same, through the whole encoder.",
                 .member = &Design::positions,
                 .departure = false},
    DesignChoice{.name = "no_residuals",
                 .label = "No residual connections",
                 .group = DesignGroup::layers,
                 .paper = "residual = x + sublayer(x)",
                 .variant = "residual = sublayer(x)",
                 .effect = "Every sublayer replaces the stream instead of adding to it, and what it does not pass on is lost.",
                 .look = "Look at the memory: its rows come to resemble each other, and gradients fade on their way down.",
                 .member = &Design::residuals,
                 .departure = false},
    DesignChoice{.name = "norm_inside",
                 .label = "LayerNorm inside the residual",
                 .group = DesignGroup::layers,
                 .paper = "LayerNorm(x + sublayer(x))",
                 .variant = "x + LayerNorm(sublayer(x))",
                 .effect = "Only what a sublayer adds is normalised, never the stream, which grows from layer to layer.",
                 .look = "Look at the residuals' range: it widens with every sublayer, and what sublayers read with it.",
                 .member = &Design::norm_inside,
                 .departure = true},
};

}  // namespace

std::span<const DesignChoice> design_choices() { return all_choices; }

const DesignChoice* find_design_choice(std::string_view name) {
    const auto found = std::ranges::find(all_choices, name, &DesignChoice::name);
    return found == all_choices.end() ? nullptr : &*found;
}

std::string refusal(const Design& design, const Configuration& c) {
    if (!design.scale_embedding && !c.scale_embedding)
        return "unscaled_embeddings: this model does not scale its embeddings in the first place";
    if (design.padding_on_queries && !design.padding_mask)
        return "padding_on_queries: without a padding mask (no_padding_mask) there is none to put on the wrong axis";
    if (design.mask_after_softmax && !design.causal_mask && !design.padding_mask)
        return "mask_after_softmax: with no_causal_mask and no_padding_mask there is no mask to apply";
    return {};
}

void check(const Design& design, const Configuration& configuration) {
    const std::string problem = refusal(design, configuration);
    if (!problem.empty()) throw Error(problem);
}

bool scales_embedding(const Configuration& c, const Design& design) { return c.scale_embedding && design.scale_embedding; }

bool ends_with_norm(const Configuration& c, const Design& design) { return !c.norm_first() && !design.norm_inside; }

}  // namespace vitrine
