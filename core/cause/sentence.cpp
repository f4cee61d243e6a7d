#include "core/cause/sentence.h"

#include <array>

#include <fmt/format.h>

#include "core/cause/hypotheses.h"
#include "core/cause/variants.h"

namespace vitrine {

namespace {

/// "in every sublayer" or "in sublayer 2".
std::string sublayer_words(int number) { return number == 0 ? "in every sublayer" : fmt::format("in sublayer {}", number); }

std::string norm_words(const std::string& where, int number, const Configuration& c) {
    const std::string norm = name(layer_at(where, c).layer_norm);
    if (where == "encoder" || where == "decoder") return fmt::format("the last {}", norm);
    if (where == "src" || where == "tgt") return fmt::format("the embeddings' {}", norm);
    return number == 0 ? fmt::format("its {}s", norm) : norms_at(where, c)[static_cast<std::size_t>(number) - 1];
}

bool place_has_layers(const std::string& where) { return where.find(".layers.") != std::string::npos; }

/// "its LayerNorms divide".
std::string dividing_norm(const std::string& where, int number, const Configuration& c) {
    return norm_words(where, number, c) + (place_has_layers(where) && number == 0 ? " divide" : " divides");
}

std::string activation_name(int variant) {
    static constexpr std::array names{"ReLU", "GELU", "SiLU", "GELU by its approximation with tanh", "tanh"};
    return names[static_cast<std::size_t>(variant)];
}

std::string source_words(ResidualSource source, const std::string& norm) {
    switch (source) {
        case ResidualSource::layer:
            return "the layer's input";
        case ResidualSource::normed:
            return norm + "(x)";
        case ResidualSource::residual:
            return "the sum before its " + norm;
        case ResidualSource::before:
            return "the input of the sublayer before";
        default:
            return "the input of the first layer";
    }
}

std::string mask_words(const Mistake& mistake, const OurRun& run) {
    switch (mistake.kind) {
        case CauseKind::no_causal_mask:
            return "your tokens attend to later ones: the causal mask is missing";
        case CauseKind::causal_mask_shifted:
            return static_cast<CausalForm>(mistake.variant) == CausalForm::hides_itself
                       ? "your causal mask is off by one: it hides each token from itself"
                       : "your causal mask is off by one: it shows the next token";
        case CauseKind::no_padding_mask:
            return "your tokens attend to padding: the padding mask is missing";
        case CauseKind::mask_on_queries:
            return static_cast<QueryMaskForm>(mistake.variant) == QueryMaskForm::padding
                       ? "your mask is on the wrong axis: it hides rows (queries) instead of columns (keys)"
                       : "your mask is on the wrong axis: it is transposed";
        case CauseKind::mask_inverted: {
            static constexpr std::array parts{"your mask", "your padding mask", "your causal mask"};
            return fmt::format("{} is inverted: it hides what it should show", parts[static_cast<std::size_t>(mistake.variant)]);
        }
        default:
            break;
    }
    if (mistake.variant >= memory_mask_shift)
        return fmt::format("your mask is that of another sentence: row b hides the padding of the sentence {} before it, of {}",
                           mistake.variant - memory_mask_shift + 1, run.batch.sentences());
    static constexpr std::array forms{"your mask hides the target's padding instead of the source's",
                                      "your mask hides no padding of the source",
                                      "your mask is that of the first sentence for all of them"};
    return forms[static_cast<std::size_t>(mistake.variant)];
}

std::string attention_words(const Mistake& mistake, const OurRun& run) {
    const Configuration& c = run.configuration;
    const AttentionDescription attention = attention_at(mistake.where, c);
    const double d = attention.scaled_width();
    const bool other_width = d != static_cast<double>(attention.head_width);
    const std::string of_d = other_width ? "" : "d = ", root_of_d = other_width ? "" : "√d = ";
    switch (mistake.kind) {
        case CauseKind::scores_not_divided:
            return fmt::format("your scores are ×√{:g} of these: the division is missing", d);
        case CauseKind::divided_by_sqrt_d_model:
            return fmt::format("your scores are ÷√{:g} of these: they are divided by √d_model = √{} instead of {}√{:g}",
                               static_cast<double>(c.d_model) / d, c.d_model, root_of_d, d);
        case CauseKind::divided_by_width:
            return fmt::format("your scores are ÷√{0:g} of these: they are divided by {1}{0:g} instead of {2}", d, of_d,
                               other_width ? fmt::format("√{:g}", d) : "√d");
        case CauseKind::mask_before_scaling:
            return fmt::format("your scores are masked before they are divided, so hidden ones are {:g} / √{:g}",
                               c.mask_value.value_or(0), d);
        case CauseKind::mask_scaled:
            return fmt::format("your mask is divided together with the scores, so it hides with {:g} / √{:g}",
                               c.mask_value.value_or(0), d);
        case CauseKind::mask_after_softmax:
            return "your mask follows the softmax: hidden keys have already taken weight, so the rest does not add up to 1";
        case CauseKind::softmax_wrong_axis: {
            static constexpr std::array axes{"queries (dim −2)", "heads (dim 1)", "sentences (dim 0)"};
            return fmt::format(
                "your weights add up to 1 over the {} instead of the keys (dim −1): the softmax runs over the wrong axis",
                axes[static_cast<std::size_t>(mistake.variant)]);
        }
        case CauseKind::key_value_swapped:
            return "your keys are these values, and your values these keys: the two are swapped";
        case CauseKind::query_key_swapped:
            return "your queries are these keys, and your keys these queries: the two are swapped";
        case CauseKind::heads_split_wrong: {
            static constexpr std::array parts{"queries, keys and values", "queries", "keys", "values"};
            return fmt::format("your {} are cut into {} heads by a view alone: B L D has to become B L H d and then be transposed",
                               parts[static_cast<std::size_t>(mistake.variant)], attention.heads);
        }
        case CauseKind::heads_merged_wrong:
            return static_cast<MergeForm>(mistake.variant) == MergeForm::not_transposed
                       ? fmt::format(
                             "your {} heads are merged without a transposition: B H L d has to become B L H d before it is B L D",
                             attention.heads)
                       : fmt::format("your {} heads are merged dimension by dimension (B L d H) instead of side by side (B L H d)",
                                     attention.heads);
        case CauseKind::output_projection_transposed:
            return "your output is merged · W_O instead of merged · W_Oᵀ: the matrix is transposed";
        case CauseKind::output_projection_missing:
            return "your output is the merged heads themselves: the projection W_O is missing";
        case CauseKind::rotation_missing:
            return "your queries and keys are not turned by their positions: the rotation is missing";
        case CauseKind::position_bias_missing:
            return "your scores lack the bias that depends on the distance of query and key";
        case CauseKind::head_norm_missing:
            return "your queries and keys are not normalised: the norm before their products is missing";
        case CauseKind::scores_cap_missing:
            return "your scores have no cap: cap · tanh(score / cap) is missing";
        case CauseKind::window_missing:
            return fmt::format("your attention has no window of {} tokens: a token sees all tokens before it",
                               *attention.mask.window);
        case CauseKind::shared_attention:
            return "your cross-attention uses the weights of the self-attention of its layer";
        default:
            return mask_words(mistake, run);
    }
}

std::string layer_words(const Mistake& mistake, const OurRun& run) {
    const Configuration& c = run.configuration;
    const LayerConfiguration& layer = layer_at(mistake.where, c);
    const int number = mistake.variant / norm_forms, sublayer = mistake.variant / residual_sources;
    const std::string norm = name(layer.layer_norm);
    const bool other = static_cast<NormForm>(mistake.variant % norm_forms) == NormForm::other_divisor;
    switch (mistake.kind) {
        case CauseKind::residual_missing:
            return fmt::format("your sum is the sublayer's output alone {}: the residual connection is missing",
                               sublayer_words(mistake.variant));
        case CauseKind::residual_wrong_source:
            return fmt::format("your residual connection adds {} {} instead of the sublayer's input",
                               source_words(static_cast<ResidualSource>(mistake.variant % residual_sources), norm),
                               sublayer_words(sublayer));
        case CauseKind::norm_order:
            return layer.norm_placement == NormPlacement::before
                       ? fmt::format(
                             "your {}s follow the residual connections (post-norm) instead of preceding the sublayers "
                             "(pre-norm)",
                             norm)
                       : fmt::format(
                             "your {}s precede the sublayers (pre-norm) instead of following the residual connections "
                             "(post-norm)",
                             norm);
        case CauseKind::norm_inside:
            return fmt::format("your {}s are of the sublayers' outputs alone, inside of the residual connections", norm);
        case CauseKind::norm_missing:
            return fmt::format("{} {} missing", norm_words(mistake.where, mistake.variant, c),
                               place_has_layers(mistake.where) && mistake.variant == 0 ? "are" : "is");
        case CauseKind::eps_outside_root:
            return fmt::format("{0} by √{1} + ε instead of √({1} + ε), ε = {2:g}{3}", dividing_norm(mistake.where, number, c),
                               layer.is_rms() ? "mean of squares" : "variance", layer.layer_norm_eps,
                               other ? ", and the variance by D − 1" : "");
        case CauseKind::eps_inside_root:
            return fmt::format("{} by √(variance + ε) instead of √variance + ε, ε = {:g}{}",
                               dividing_norm(mistake.where, number, c), layer.layer_norm_eps,
                               other ? ", and the variance by D" : "");
        case CauseKind::variance_divisor:
            return layer.layer_norm == LayerNormKind::torch
                       ? fmt::format("the variance of {} is divided by D − 1 instead of D", norm_words(mistake.where, number, c))
                       : fmt::format("the variance of {} is divided by D instead of D − 1", norm_words(mistake.where, number, c));
        case CauseKind::activation_wrong:
            return fmt::format("your activation is {} instead of {}", activation_name(mistake.variant),
                               activation_name(static_cast<int>(layer.activation)));
        default:
            return fmt::format("your feed-forward network has no activation: {} is missing",
                               activation_name(static_cast<int>(layer.activation)));
    }
}

std::string outer_words(const Mistake& mistake, const OurRun& run) {
    switch (mistake.kind) {
        case CauseKind::final_norm_missing:
            return fmt::format("the {} after the last layer is missing", run.configuration.norm_name());
        case CauseKind::embedding_not_scaled:
            return fmt::format("your embeddings are ÷√{} of these: the multiplication by √d_model is missing",
                               run.configuration.d_model);
        case CauseKind::embedding_scaled:
            return fmt::format("your embeddings are ×√{} of these: this model does not scale them", run.configuration.d_model);
        case CauseKind::positions_off_by_one:
            return static_cast<OffsetForm>(mistake.variant) == OffsetForm::one_late
                       ? "your positions are off by one: the first token has position 1 instead of 0"
                       : "your positions are off by one: the first token has position −1 instead of 0";
        case CauseKind::positions_missing:
            return "no positions are added to your embeddings";
        case CauseKind::positions_in_halves:
            return "your positions have all sines before all cosines instead of alternating";
        case CauseKind::labels_not_shifted:
            return static_cast<LabelForm>(mistake.variant) == LabelForm::not_shifted
                       ? "your loss is computed against the decoder's own input: the labels are not shifted by one"
                       : "your loss is computed against the token after the next: the labels are shifted twice";
        default:
            return "your loss counts padding as if it were tokens";
    }
}

std::string words_of_mistake(const Mistake& mistake, const OurRun& run) {
    if (mistake.kind == CauseKind::dropout_on)
        return fmt::format("some of your values are 0 and the others are larger than these: dropout is on, at {}", mistake.path);
    switch (place_of(mistake.kind)) {
        case CausePlace::attention:
            return attention_words(mistake, run);
        case CausePlace::layer:
            return layer_words(mistake, run);
        default:
            return outer_words(mistake, run);
    }
}

}  // namespace

std::string cause_sentence(const Cause& cause, const OurRun& run) {
    const Mistake& mistake = cause.mistake;
    const std::string head = mistake.head < 0 ? std::string{} : fmt::format(", head {}", mistake.head);
    std::string sentence = fmt::format("{}{}: {}", mistake.where, head, words_of_mistake(mistake, run));
    for (const Mistake& other : cause.equally) {
        const std::string where = other.where == mistake.where ? std::string{} : other.where + ": ";
        sentence += fmt::format("; or equally {} ({}{})", name(other.kind), where, words_of_mistake(other, run));
    }
    return sentence;
}

std::string no_cause_sentence(const TracePair& pair) {
    if (pair.kind == RecordedKind::parameter) return fmt::format("{}: the parameters differ, so all values do", pair.path);
    if (pair.kind == RecordedKind::gradient)
        return fmt::format("{}: the forward pass agrees, and causes are only looked for there", pair.path);
    return fmt::format("{}: none of the known mistakes explains these numbers", pair.path);
}

}  // namespace vitrine
