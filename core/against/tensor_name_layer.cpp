#include <algorithm>

#include "core/against/tensor_name_parts.h"

namespace vitrine {

namespace {

bool names_norm(const Words& words) { return has_stem(words, {"norm"}) || has_word(words, {"ln"}); }

bool names_feed_forward(const Words& words) {
    return has_word(words, {"ffn",        "ff",   "mlp",   "feed",         "feedforward", "forward", "pwff", "positionwise", "fc",
                            "linear",     "lin",  "dense", "intermediate", "wi",          "wo",      "up",   "down",         "act",
                            "activation", "relu", "gelu",  "silu",         "hidden",      "w",       "conv"});
}

/// The number of a norm or sublayer, from 1: the name says the kind of sublayer, or its number; 0: it says neither.
int sublayer_number(const std::vector<Words>& parts, bool decoder, int sublayers, const NameContext& context) {
    const Words words = joined_words(parts);
    if (has_word(words, {"mlp", "ffn", "ff", "feed", "feedforward", "final", "fc"})) return sublayers;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool counted = names_norm({words[i]}) || has_word({words[i]}, {"residual", "resid", "add", "dropout"});
        const bool listed = has_word({words[i]}, {"sublayer", "sublayers", "norms", "connection", "connections", "sub"});
        if (i + 1 == words.size() || !is_number(words[i + 1]) || (!counted && !listed)) continue;
        const int number = std::stoi(words[i + 1]);
        return listed || context.norms_from_zero ? number + 1 : number;
    }
    if (of_attention(words, decoder)) return attention_named(words, decoder) == NamedAttention::cross ? 2 : 1;
    // "layer.0.layer_norm": the sublayers of a layer are numbered in a list.
    const std::size_t at = !words.empty() && words.front() == "layer" ? 1 : 0;
    if (words.size() > at && is_number(words[at])) return std::stoi(words[at]) + 1;
    return has_word(words, {"input", "pre", "first"}) ? 1 : 0;
}

std::vector<NameGuess> feed_forward_guesses(const Words& words) {
    const auto number = last_number(words);
    if (has_word(words, {"dropout", "drop", "dropped"})) return {{NamedPart::dropped_activation}, {NamedPart::dropped_linear2}};
    const Words last = {words.back()};
    if (has_word(last, {"down", "wo"})) return {{NamedPart::linear2}};
    if (has_word(last, {"up", "wi", "pre"})) return {{NamedPart::linear1}};
    if (has_word(last, {"post"})) return {{NamedPart::activation}};
    if (has_word(words, {"act", "activation", "relu", "gelu", "silu", "swish", "nonlinearity", "activated"}))
        return {{NamedPart::activation}, {NamedPart::linear2, 1}};
    if (has_word(words, {"hidden", "inner", "intermediate"}) && !has_word(words, {"dense"}))
        return {{NamedPart::activation}, {NamedPart::linear1}, {NamedPart::linear2, 1}};
    if (number == 2) return {{NamedPart::linear2}, {NamedPart::linear1, 1}};
    // The shape tells the two linear layers apart; "net.1" may be the activation.
    return {{NamedPart::linear1},
            {NamedPart::linear2},
            {NamedPart::activation, number == 1 && !has_word(words, {"fc", "linear", "w", "lin"}) ? 0 : 1}};
}

}  // namespace

std::vector<NameGuess> layer_guesses(const std::vector<Words>& parts, bool decoder, int sublayers, const NameContext& context) {
    const Words words = joined_words(parts);
    if (words.empty() || words == Words{"out"} || words == Words{"output"}) return {{NamedPart::layer_end}};
    if (has_word(words, {"resid", "residual", "residuals"}) && has_word(words, {"post"})) return {{NamedPart::layer_end}};
    const int number = sublayer_number(parts, decoder, sublayers, context);
    if (names_norm(words)) {
        if (number < 1 || number > sublayers) return {};
        return {{NamedPart::norm, 0, number}};
    }
    const Words last = parts.back();
    if (has_word(words, {"dropout"}) && number > 0 && number <= sublayers && parts.size() == 1)
        return {{number == sublayers ? NamedPart::dropped_linear2 : NamedPart::dropped_output, 0, number}};
    // In TransformerLens, "resid_mid" is the sum between two sublayers.
    if (has_word(words, {"resid"}) && has_word(words, {"mid"})) {
        const int between = last_number(words).value_or(1);
        return between < sublayers ? std::vector<NameGuess>{{NamedPart::sublayer_end, 0, between}} : std::vector<NameGuess>{};
    }
    const bool drops = has_word(words, {"dropout", "drop"});
    if (has_word(words, {"residual", "resid", "add", "skip"}) && !drops && number > 0 && number <= sublayers) {
        // A module for the whole connection has the sublayer's end as its output.
        const bool whole = has_word(words, {"connection", "connections"});
        return {{whole ? NamedPart::sublayer_end : NamedPart::residual, 0, number}};
    }
    const bool inside = names_feed_forward(words) && words.back() == "post";  // "mlp.hook_post"
    if (has_word(words, {"after", "sublayer", "sublayers", "post", "postprocess"}) && !inside && number > 0 && number <= sublayers)
        return {{NamedPart::sublayer_end, 0, number}};
    if (names_feed_forward(words) || has_word(words, {"dropout"})) return feed_forward_guesses(words);
    return {};
}

}  // namespace vitrine
