#include "app/views/masks/words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"

namespace vitrine {

MaskEquation mask_equation(const Run& run, const AttentionPlace& place, Size sentence) {
    const bool of_target = place.kind == AttentionKind::decoder_self;
    const MasksInUse use = masks_in_use(run, place.kind);
    const MaskFacts& facts = run.of<MaskReadings>().facts(run, place);
    MaskEquation equation;
    equation.set_by_hand = facts.set_by_hand[static_cast<std::size_t>(sentence)];
    (use.padding ? equation.operands : equation.left_out)
        .push_back(of_target ? MaskKind::target_padding : MaskKind::source_padding);
    if (of_target) (use.causal ? equation.operands : equation.left_out).push_back(MaskKind::causal);
    return equation;
}

std::string causal_rule(const std::optional<Size>& window) {
    return window ? fmt::format("key ≤ query < key + {} in position", *window) : "key ≤ query in position";
}

std::string causal_title(const std::optional<Size>& window) {
    return window ? fmt::format("Causal, window {}", *window) : "Causal";
}

std::string set_by_hand_text(Size cells) {
    if (cells == 0) return "";
    return cells == 1 ? "1 cell of this mask was set by hand." : fmt::format("{} cells of this mask were set by hand.", cells);
}

namespace {

/// "No token may attend to a later one".
std::string causal_purpose(const std::optional<Size>& window) {
    if (!window) return "No token may attend to a later one";
    if (*window == 1) return "No token may attend to another";
    return fmt::format("No token may attend to a later one, or to one that is {} or more places before it", *window);
}

/// The purpose of the masks, on the right axis, in the decoder's self-attention.
std::string target_purpose(const MasksInUse& use, bool has_padding, const std::optional<Size>& window) {
    if (use.causal && use.padding) return causal_purpose(window) + ", and none to padding. Hidden cells are hatched.";
    if (use.causal)
        return causal_purpose(window) + ". Hidden cells are hatched. " +
               (has_padding ? "The padding mask is left out, so tokens may attend to padding." : "This model has no padding.");
    if (use.padding)
        return "No token may attend to padding. Hidden cells are hatched. The causal mask is left out, so tokens may attend "
               "to later ones.";
    return has_padding ? "Both masks are left out: every token may attend to every other, even to later ones and to padding."
                       : "The causal mask is left out, and this model has no padding: every token may attend to every "
                         "other, even to later ones.";
}

std::string wrong_axis_purpose(const MasksInUse& use, AttentionKind kind, const std::optional<Size>& window) {
    std::string text =
        "The padding mask is on the wrong axis: it hides everything from queries that are padding, and hides no padding from the "
        "others.";
    if (kind != AttentionKind::decoder_self) return text + " Hidden cells are hatched.";
    return text + (use.causal ? ' ' + causal_purpose(window) + ". Hidden cells are hatched."
                              : " The causal mask is left out, so tokens may attend to later ones.");
}

/// The sentences in which a mask hides padding.
std::vector<Size> padded_sentences(const MaskTensor& padding) {
    std::vector<Size> sentences;
    const Size cells = padding.size(2) * padding.size(3);
    for (Size sentence = 0; sentence < padding.size(0); ++sentence) {
        const std::uint8_t* own = padding.data() + sentence * cells;
        if (std::count(own, own + cells, std::uint8_t{0}) > 0) sentences.push_back(sentence);
    }
    return sentences;
}

/// "sentence 4 has", "sentences 4 and 5 have", "sentences 2, 3, 4 and 7 more have".
std::string sentences_have(const std::vector<Size>& sentences) {
    constexpr std::size_t most = 3;
    const std::size_t count = sentences.size(), shown = count == most + 1 ? count : std::min(count, most);
    std::string text = count == 1 ? "sentence" : "sentences";
    for (std::size_t i = 0; i < shown; ++i)
        text += fmt::format("{}{}", i == 0 ? " " : i + 1 == count ? " and " : ", ", sentences[i] + 1);
    if (shown < count) text += fmt::format(" and {} more", count - shown);
    return text + (count == 1 ? " has" : " have");
}

std::string source_purpose(const Run& run, const MasksInUse& use, AttentionKind kind, Size sentence) {
    if (!has_padding(run, kind)) return "This model has no padding: every token may be attended to.";
    if (!use.padding) return "The padding mask is left out: every token may be attended to, even padding.";
    const std::string text =
        "No token may attend to padding, which only fills sentences up to the same length. Hidden cells are hatched.";
    const MaskTensor& padding = run.of<MaskReadings>().parts(run).padding(kind);
    const std::vector<Size> padded = padded_sentences(padding);
    if (padded.empty()) return text + " This batch has no padding.";
    if (std::ranges::count(padded, sentence) > 0) return text;
    return text + fmt::format(" This sentence has no padding; {}.", sentences_have(padded));
}

}  // namespace

std::string mask_purpose(const Run& run, const AttentionPlace& place, Size sentence) {
    const MasksInUse use = masks_in_use(run, place.kind);
    const bool padding = has_padding(run, place.kind);
    const std::optional<Size> window = window_of(run, place);
    std::string text = run.regime.design.padding_on_queries && padding ? wrong_axis_purpose(use, place.kind, window)
                       : place.kind == AttentionKind::decoder_self     ? target_purpose(use, padding, window)
                                                                       : source_purpose(run, use, place.kind, sentence);
    if (const Size cells = mask_equation(run, place, sentence).set_by_hand; cells > 0) text += " But " + set_by_hand_text(cells);
    return text;
}

namespace {

/// What follows "causal" where masks have a window: ", windowed", or ", 3 windowed" if they have one in three of the layers.
std::string window_words(const Run& run) {
    const Size layers = attention_layers(run.model->configuration, AttentionKind::decoder_self);
    Size windows = 0;
    for (Size layer = 0; layer < layers; ++layer) windows += window_of(run, {AttentionKind::decoder_self, layer}) ? 1 : 0;
    if (windows == 0) return "";
    return windows == layers ? ", windowed" : fmt::format(", {} windowed", windows);
}

}  // namespace

std::string masks_used(const Run& run, AttentionKind kind) {
    const MasksInUse use = masks_in_use(run, kind);
    const bool on_queries = run.regime.design.padding_on_queries;
    const std::string side(name(on_queries ? side_of_queries(kind) : side_of_keys(kind)));
    std::string padding = run.has_both_stacks() ? side + " padding" : "padding";
    if (on_queries) padding += " of queries";
    if (use.padding && use.causal) return padding + " ∧ causal" + window_words(run);
    if (!use.padding && !use.causal) return "no mask";
    if (kind != AttentionKind::decoder_self) return padding;
    return use.causal ? "causal alone" + window_words(run) : padding + " alone";
}

namespace {

std::string heads_sharing(const Run& run, const AttentionPlace& place, bool same_for_layers) {
    const Size heads = head_count(run, place), layers = attention_layers(run.model->configuration, place.kind);
    std::string text =
        heads == 1 ? "There is one head" : fmt::format("The head axis has size 1: all {} heads use the same mask", heads);
    if (layers == 1) return text + ".";
    if (!same_for_layers) return text + fmt::format(". Layers differ: shown is the mask of layer {}.", place.layer + 1);
    const std::string all_layers = layers == 2 ? "both layers" : fmt::format("all {} layers", layers);
    if (heads == 1) return text + fmt::format(", and {} use the same mask.", all_layers);
    return text + fmt::format(", and so do {}.", all_layers);
}

/// Which sentences share a mask: they differ by their padding, or by cells set by hand.
std::string sentences_sharing(const Run& run, const MaskFacts& facts) {
    if (sentence_count(run) == 1) return "";
    if (!facts.same_for_sentences) {
        const bool by_hand = std::ranges::any_of(facts.set_by_hand, [](Size cells) { return cells > 0; });
        if (facts.same_rules) return " Sentences differ: cells were set by hand.";
        return by_hand ? " Sentences differ in their padding, and in cells set by hand." : " Sentences differ in their padding.";
    }
    const Configuration& c = run.model->configuration;
    const bool none_in_source = !c.has_encoder() || c.pad_src == no_token,
               none_in_target = !c.has_decoder() || c.pad_tgt == no_token;
    if (none_in_source && none_in_target) return " All sentences have the same mask: this model has no padding.";
    return run.regime.design.padding_mask ? " All sentences have the same mask."
                                          : " All sentences have the same mask: the padding mask is left out.";
}

}  // namespace

std::string mask_sharing(const Run& run, const AttentionPlace& place) {
    const MaskFacts& facts = run.of<MaskReadings>().facts(run, place);
    return heads_sharing(run, place, facts.same_for_layers) + sentences_sharing(run, facts);
}

namespace {

/// The numbers of one pair in one head.
struct PairNumbers {
    const Run& run;
    AttentionPlace place;
    Index cell;

    std::string path(const char* tensor) const { return path_of(place) + "." + tensor; }
    double at(const char* tensor) const { return run.find(path(tensor)).at(cell); }
    bool by_hand(const char* tensor) const { return is_written(run, path(tensor), cell); }
    std::string score(const char* tensor) const { return signed_number(at(tensor), ElementType::scalar); }
    /// The tensor to which the mask is applied, and what a number of it is called.
    struct Masked {
        const char *tensor, *word;
    };
    Masked masked() const {
        for (const Masked one : {Masked{"biased_scores", "score with position bias"}, Masked{"scores_capped", "capped score"}}) {
            if (run.find(path(one.tensor)).present()) return one;
        }
        return {"scores", "score"};
    }
    /// "score +0.1239", "score at +0.1239".
    std::string score_words(const char* between = " ") const {
        return masked().word + std::string(between) + score(masked().tensor);
    }
    std::string share(const char* tensor) const { return plain_number(at(tensor)); }
};

bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string weight_by_hand(const PairNumbers& numbers) { return "its weight was set by hand to " + numbers.share("weights"); }

/// The outcome for a pair that is not hidden.
std::string visible_outcome(const PairNumbers& numbers, bool mask_after_softmax) {
    std::string text = "the " + numbers.score_words();
    const char* made = mask_after_softmax ? "unmasked_weights" : "weights";
    if (mask_after_softmax) {
        text += " goes into the softmax";
    } else if (same_number(numbers.at(numbers.masked().tensor), numbers.at("masked_scores"))) {
        text = "the mask leaves the " + numbers.score_words(" at ");
    } else {
        text += " was set by hand to " + numbers.score("masked_scores");
    }
    if (mask_after_softmax && numbers.by_hand(made))
        text += ", the weight from the softmax was set by hand to " + numbers.share(made);
    if (numbers.by_hand("weights")) return text + ", and " + weight_by_hand(numbers) + ".";
    if (mask_after_softmax && numbers.by_hand(made)) return text + ", and its weight is " + numbers.share("weights") + ".";
    return text + (mask_after_softmax ? ", which makes a weight of " : ", from which the softmax makes a weight of ") +
           numbers.share("weights") + ".";
}

/// The outcome for a pair that is hidden before the softmax; `hidden` says by what.
std::string hidden_outcome(const PairNumbers& numbers, const std::string& hidden, const std::string& words) {
    const bool masked_by_hand = numbers.by_hand("masked_scores");
    const std::string text =
        hidden + (masked_by_hand ? fmt::format(", but its masked score was set by hand to {}", numbers.score("masked_scores"))
                                 : fmt::format(", so its {} becomes {}", numbers.score_words(), numbers.score("masked_scores")));
    const double weight = numbers.at("weights");
    if (numbers.by_hand("weights"))
        return fmt::format("{}{} {}.", text, masked_by_hand ? ", and" : ". But", weight_by_hand(numbers));
    if (std::isnan(weight))
        return text + ". Its weight is still NaN: the softmax divides by the sum over the whole row, which is not a number here.";
    if (weight == 0) return fmt::format("{}, from which the softmax makes exactly 0: {}", text, words);
    if (masked_by_hand) return fmt::format("{}, from which the softmax makes a weight of {}.", text, numbers.share("weights"));
    return fmt::format("{}. Yet a weight of {} is left: this mask does not hide completely.", text, numbers.share("weights"));
}

/// The outcome for a pair that is hidden after the softmax.
std::string hidden_later_outcome(const PairNumbers& numbers, const std::string& hidden) {
    const bool share_by_hand = numbers.by_hand("unmasked_weights");
    const std::string text =
        fmt::format("{}, but after the softmax, {} {}", hidden,
                    share_by_hand ? "where the softmax's weight was set by hand to" : "which gave it a weight of",
                    numbers.share("unmasked_weights"));
    if (numbers.by_hand("weights")) return text + "; and " + weight_by_hand(numbers) + ".";
    if (numbers.at("weights") != 0) return text + ": its weight becomes " + numbers.share("weights") + ".";
    return text + ". That weight becomes 0, and the other weights of the row do not grow to make up for it.";
}

}  // namespace

std::string mask_outcome(const Run& run, const MaskCell& cell, Size head) {
    const PairNumbers numbers{run, cell.place, {cell.sentence, head, cell.query, cell.key}};
    const MaskExplanation mask = explain_mask(run, cell);
    const std::string &query = mask.query.name, &key = mask.key.name;
    const bool later = run.regime.design.mask_after_softmax;
    if (may_see(run, cell)) return fmt::format("{} may attend to {}: {}", query, key, visible_outcome(numbers, later));
    const std::string hidden = hidden_text(run, cell);
    if (later) return hidden_later_outcome(numbers, hidden);
    return hidden_outcome(numbers, hidden, fmt::format("{} gets 0 times the value of {}.", query, key));
}

}  // namespace vitrine
