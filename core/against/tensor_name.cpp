#include "core/against/tensor_name.h"

#include <algorithm>
#include <array>

#include "core/against/tensor_name_parts.h"
#include "core/model/sublayers.h"
#include "core/tensor/fields.h"
#include "core/trace/outline.h"

namespace vitrine {

namespace {

/// A name, taken apart at its stack and its layer.
struct Place {
    Stack stack = Stack::none;
    std::optional<int> layer{};
    std::vector<Words> inner;  ///< the parts within the layer; outside of the layers, all parts
    Words before;              ///< between the stack and the layer's number: "layers", "attentions"
};

bool wraps(const Words& words) {
    return words.size() == 1 && has_word(words, {"model", "module", "transformer", "net", "network", "self"});
}

std::vector<Words> parts_in(const std::string& base) {
    std::vector<Words> parts;
    for (const std::string& part : parts_of(without_wrappers(base))) {
        Words words = words_of(part);
        std::erase(words, "hook");
        if (!words.empty()) parts.push_back(std::move(words));
    }
    return parts;
}

Stack stack_named(const std::string& word) {
    if (word == "encoder" || word == "enc" || word == "encode" || word == "encoders") return Stack::encoder;
    return word == "decoder" || word == "dec" || word == "decode" || word == "decoders" ? Stack::decoder : Stack::none;
}

Stack side_named(const Words& words) {
    if (has_word(words, {"src", "source", "memory"})) return Stack::encoder;
    return has_word(words, {"tgt", "target", "trg"}) ? Stack::decoder : Stack::none;
}

/// Whether a number after these words can be that of a layer.
bool may_precede_layer(const Words& words) {
    return !has_stem(words, {"emb", "norm", "pos"}) && !has_word(words, {"ln", "lut", "dropout", "proj", "generator"});
}

/// Finds the layer's number among the words after that of the stack, which begin at `word` of the part `at`.
void find_layer(const std::vector<Words>& parts, std::size_t at, std::size_t word, Place& place) {
    for (std::size_t part = at; part < parts.size(); ++part) {
        for (std::size_t i = part == at ? word : 0; i < parts[part].size(); ++i) {
            const std::string& one = parts[part][i];
            if (!is_number(one)) {
                place.before.push_back(one);
                continue;
            }
            if (!may_precede_layer(place.before)) return;
            place.layer = std::stoi(one);
            place.inner.clear();
            const Words rest(parts[part].begin() + static_cast<std::ptrdiff_t>(i) + 1, parts[part].end());
            if (!rest.empty()) place.inner.push_back(rest);
            place.inner.insert(place.inner.end(), parts.begin() + static_cast<std::ptrdiff_t>(part) + 1, parts.end());
            return;
        }
    }
}

Place place_of(const std::vector<Words>& parts) {
    Place place{.inner = parts, .before = {}};
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t i = 0; i < parts[part].size(); ++i) {
            // "pos_encoder" is not an encoder: it encodes positions.
            const bool of_positions = i > 0 && has_stem({parts[part][i - 1]}, {"pos"});
            place.stack = of_positions ? Stack::none : stack_named(parts[part][i]);
            // "cross_attentions.0" belongs to the decoder, though it does not say so.
            const bool cross = part == 0 && parts[part][i] == "cross";
            if (cross) place.stack = Stack::decoder;
            if (place.stack == Stack::none) continue;
            find_layer(parts, part, cross ? i : i + 1, place);
            return place;
        }
    }
    place.stack = side_named(joined_words(parts));
    return place;
}

/// "encoder_hidden_states.0" is the input of the first layer, the following ones are the outputs of the layers.
bool is_hidden_state(const Place& place) {
    return has_word(place.before, {"hidden"}) && has_word(place.before, {"states", "state"});
}

/// Removes a word for "output" at the end: "ln1.hook_out" is the output of ln1. In an attention, the shape tells its output from
/// those of its parts.
void drop_output_part(std::vector<Words>& inner) {
    if (inner.size() > 1 && (inner.back() == Words{"out"} || inner.back() == Words{"output"})) inner.pop_back();
}

/// Whether the words name something before or after an attention rather than in it. GPT-2's "resid_dropout" is inside.
bool is_beside_sublayer(const Words& words) {
    if (has_word(words, {"resid", "residual"}) && has_word(words, {"dropout", "drop"})) return false;
    return has_stem(words, {"norm"}) ||
           has_word(words, {"ln", "after", "sublayer", "sublayers", "residual", "resid", "add", "postprocess"});
}

StackKind kind_of(Stack stack) { return stack == Stack::decoder ? StackKind::decoder : StackKind::encoder; }

/// 3 in a decoder with cross-attention, otherwise 2.
int sublayers_in(Stack stack, const Configuration& c) { return static_cast<int>(sublayers_of(c, kind_of(stack)).size()); }

std::string pattern_of(const Place& place, const std::vector<NameGuess>& guesses, bool attention) {
    static const std::set<std::string> places{"self",  "slf",     "cross", "src",    "enc",   "encoder", "encdec",
                                              "dec",   "decoder", "tgt",   "target", "trg",   "source",  "multihead",
                                              "inter", "memory",  "mem",   "masked", "causal"};
    std::string pattern = attention ? "attention" : place.layer ? "layer" : "outer";
    for (const std::string& word : joined_words(place.inner)) {
        const bool names_kind = attention && has_stem({word}, {"attn", "attention", "mha"});
        if (!places.contains(word) && !names_kind) pattern += ' ' + word;
    }
    for (const NameGuess& guess : guesses) pattern += '/' + std::to_string(static_cast<int>(guess.part));
    return pattern;
}

void read_within_layer(Place& place, const NameContext& context, const Configuration& c, TensorName& name) {
    // "encoder_attentions.0": the words before the number say what the layer's part is.
    if (has_stem(place.before, {"attn", "attention"}) || has_word(place.before, {"cross"}))
        place.inner.insert(place.inner.begin(), place.before);
    drop_output_part(place.inner);
    const bool decoder = place.stack == Stack::decoder;
    const Words words = joined_words(place.inner);
    const bool attention = of_attention(words, decoder) && !is_beside_sublayer(words);
    if (attention) name.attention = attention_named(module_words(place.inner), decoder);
    name.guesses =
        attention ? attention_guesses(place.inner) : layer_guesses(place.inner, decoder, sublayers_in(place.stack, c), context);
    name.pattern = pattern_of(place, name.guesses, attention);
}

/// Adds the possible outputs of the whole model, which any name outside of the layers may mean unless it belongs to the encoder.
void add_output_guesses(std::vector<NameGuess>& guesses) {
    constexpr int last_rank = 3;
    for (const NamedPart part : {NamedPart::logits, NamedPart::log_probabilities, NamedPart::probabilities}) {
        const bool known = std::ranges::any_of(guesses, [&](const NameGuess& guess) { return guess.part == part; });
        if (!known) guesses.push_back({part, last_rank});
    }
}

Size layers_of(Stack stack, const Configuration& c) { return c.layers(kind_of(stack)); }

std::string attention_path(const std::string& layer, const TensorName& name, const NameGuess& guess) {
    const bool cross = name.attention == NamedAttention::cross || (name.attention == NamedAttention::none && guess.number == 2);
    return join(layer, vitrine::name(cross ? SublayerKind::cross_attention : SublayerKind::self_attention)) + '.';
}

/// The residual or the norm of a sublayer, which is counted from 1. Empty if no layer has so many.
std::string of_sublayer(const std::string& layer, const std::array<std::string_view, 3>& names, int number) {
    if (number < 1 || static_cast<std::size_t>(number) > names.size()) return {};
    return join(layer, names[static_cast<std::size_t>(number - 1)]);
}

/// The output of a sublayer, counted from 1, with its residual connection.
std::string end_of_sublayer(const std::string& layer, int number, const Configuration& c) {
    return of_sublayer(layer, layer_at(layer, c).norm_placement == NormPlacement::after ? norm_names : residual_names, number);
}

std::string path_in_layer(const TensorName& name, const NameGuess& guess, const Configuration& c) {
    const std::string layer = layer_path(kind_of(name.stack), static_cast<std::size_t>(*name.layer)),
                      attention = attention_path(layer, name, guess),
                      network = join(layer, vitrine::name(SublayerKind::feed_forward)) + '.';
    switch (guess.part) {
        case NamedPart::query:
            return attention + "query";
        case NamedPart::key:
            return attention + "key";
        case NamedPart::value:
            return attention + "value";
        case NamedPart::scores:
            return attention + "scores";
        case NamedPart::masked_scores:
            return attention + "masked_scores";
        case NamedPart::weights:
            return attention + "weights";
        case NamedPart::dropped_weights:
            return attention + "dropped_weights";
        case NamedPart::context:
            return attention + "context";
        case NamedPart::merged:
            return attention + "merged";
        case NamedPart::attention_output:
            return attention + "output";
        case NamedPart::dropped_output:
            return attention + "dropped_output";
        case NamedPart::residual:
            return of_sublayer(layer, residual_names, guess.number);
        case NamedPart::norm:
            return of_sublayer(layer, norm_names, guess.number);
        case NamedPart::sublayer_end:
            return end_of_sublayer(layer, guess.number, c);
        case NamedPart::linear1:
            return network + "linear1";
        case NamedPart::activation:
            return network + "activation";
        case NamedPart::dropped_activation:
            return network + "dropped_activation";
        case NamedPart::linear2:
            return network + "linear2";
        case NamedPart::dropped_linear2:
            return network + "dropped_output";
        case NamedPart::layer_end:
            return end_of_sublayer(layer, sublayers_in(name.stack, c), c);
        default:
            return {};
    }
}

/// The output of a stack: the memory or, of the last stack, the output of its last layer or of the LayerNorm after it.
std::string stack_end(Stack stack, const Configuration& c) {
    const StackKind kind = kind_of(stack);
    if (kind == StackKind::encoder && c.has_decoder()) return "memory";
    if (c.final_norm) return norm_after(kind);
    return end_of_sublayer(layer_path(kind, static_cast<std::size_t>(layers_of(stack, c) - 1)), sublayers_in(stack, c), c);
}

std::string path_outside(Stack stack, const NameGuess& guess, const Configuration& c) {
    const std::string side = path_of(stack == Stack::decoder ? Side::target : Side::source) + '.';
    switch (guess.part) {
        case NamedPart::embedding:
            return side + "embedding";
        case NamedPart::scaled:
            return side + "scaled";
        case NamedPart::positions:
            return side + "positions";
        case NamedPart::sum:
            return side + "sum";
        case NamedPart::stack_input:
            return side + (c.embedding_norm ? "normalized" : "sum");
        case NamedPart::embedding_norm:
            return side + "normalized";
        case NamedPart::stack_norm:
            return norm_after(kind_of(stack));
        case NamedPart::stack_end:
            return stack_end(stack, c);
        case NamedPart::logits:
            return "logits";
        case NamedPart::probabilities:
        case NamedPart::log_probabilities:
            return "probabilities";
        case NamedPart::token_loss:
            return "token_loss";
        case NamedPart::loss:
            return "loss";
        default:
            return {};
    }
}

}  // namespace

std::string without_wrappers(std::string name) {
    std::ranges::replace(name, '/', '.');
    for (auto dot = name.find('.'); dot != std::string::npos; dot = name.find('.')) {
        const Words first = words_of(name.substr(0, dot));
        if (!wraps(first) && first != Words{"orig", "mod"}) break;
        name.erase(0, dot + 1);
    }
    return name;
}

bool NameContext::has_parts(const std::string& name) const {
    const auto after = names.lower_bound(name + '.');
    return after != names.end() && after->starts_with(name + '.');
}

NameContext context_of(std::span<const std::string> names, const Configuration& c) {
    NameContext context;
    std::set<int> numbers[2];
    for (const std::string& name : names) {
        context.names.insert(name);
        const Place place = place_of(parts_in(name));
        if (place.layer && !is_hidden_state(place)) numbers[place.stack == Stack::decoder].insert(*place.layer);
        const Words words = joined_words(place.inner);
        for (std::size_t i = 0; place.layer && i + 1 < words.size(); ++i)
            context.norms_from_zero |= (has_stem({words[i]}, {"norm"}) || words[i] == "ln") && words[i + 1] == "0";
    }
    const auto from_one = [](const std::set<int>& found, Size layers) {
        return found.empty() || (!found.contains(0) && *found.rbegin() == layers);
    };
    context.layers_from_one = (!numbers[0].empty() || !numbers[1].empty()) && from_one(numbers[0], c.num_encoder_layers) &&
                              from_one(numbers[1], c.num_decoder_layers);
    return context;
}

TensorName read_name(const std::string& base, const NameContext& context, const Configuration& c) {
    Place place = place_of(parts_in(base));
    TensorName name{.stack = place.stack, .layer = place.layer, .guesses = {}, .pattern = {}};
    if (place.layer && is_hidden_state(place)) {
        const bool first = *place.layer == 0;
        name.layer = first ? std::nullopt : std::optional(*place.layer - 1);
        name.guesses = {{first ? NamedPart::stack_input : NamedPart::layer_end}};
        name.pattern = first ? "outer states" : "layer states";
    } else if (place.layer) {
        if (context.layers_from_one) --*name.layer;
        read_within_layer(place, context, c, name);
    } else {
        drop_output_part(place.inner);
        name.guesses = outer_guesses(place.inner, place.stack, context.has_parts(base));
        // A tensor with a number for every token of the vocabulary is recognised by its shape.
        if (place.stack != Stack::encoder && c.tgt_vocab_size != c.d_model) add_output_guesses(name.guesses);
        name.pattern = pattern_of(place, name.guesses, false);
    }
    if (name.layer && (*name.layer < 0 || *name.layer >= layers_of(place.stack, c))) name.guesses.clear();
    return name;
}

std::vector<std::string> paths_of(const TensorName& name, const NameGuess& guess, const Configuration& c) {
    if (name.layer) return {path_in_layer(name, guess, c)};
    if (name.stack != Stack::none) return {path_outside(name.stack, guess, c)};
    const std::string of_source = path_outside(Stack::encoder, guess, c), of_target = path_outside(Stack::decoder, guess, c);
    if (of_source == of_target) return {of_target};
    if (guess.part == NamedPart::stack_end) return {c.has_decoder() ? of_target : of_source};
    return {of_source, of_target};
}

}  // namespace vitrine
