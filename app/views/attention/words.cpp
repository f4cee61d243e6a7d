/// The texts of the attention view.

#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "app/views/attention/parts.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::string attention_title(const AttentionScene& scene) {
    const AttentionKind kind = scene.place.kind;
    if (kind == AttentionKind::alone) return fmt::format("Attention, head {}", scene.head.head + 1);
    return fmt::format("{} layer {}, {}, head {}", kind == AttentionKind::encoder_self ? "Encoder" : "Decoder",
                       scene.place.layer + 1, kind == AttentionKind::cross ? "cross-attention" : "self-attention",
                       scene.head.head + 1);
}

std::string asker(AttentionKind kind) { return kind == AttentionKind::alone ? "query" : "token"; }

std::string weighed_value(AttentionKind kind) { return kind == AttentionKind::alone ? "value" : "value · W_O"; }

namespace {

std::string rule_text(ProposalRule rule, AttentionKind kind) {
    if (kind == AttentionKind::alone && rule == ProposalRule::words) return "an example: the largest weight";
    switch (rule) {
        case ProposalRule::words:
            return kind == AttentionKind::cross
                       ? "an example: the largest weight of a target token on a source token, without beginning and end"
                       : "an example: the largest weight of a token on another, without beginning and end";
        case ProposalRule::on_word:
            return "an example: the largest weight of a beginning, an end or padding on a token";
        case ProposalRule::any:
            return "an example: the largest weight in a row with at least two keys";
        default:
            return "an example: the first, since no query may attend to more than one key";
    }
}

}  // namespace

std::string proposal_text(const ProposedPair& proposed, AttentionKind kind) {
    constexpr std::string_view one = "the largest weight";
    std::string text = rule_text(proposed.rule, kind);
    const std::size_t at = text.find(one);
    if (at != std::string::npos && proposed.alike > 1)
        text.replace(at, one.size(), fmt::format("one of {} equal, largest weights", proposed.alike));
    return text;
}

std::string attention_sides(const Run& run, AttentionKind kind) {
    if (kind == AttentionKind::alone) return "an attention alone: queries attend to keys";
    if (!run.has_both_stacks()) return "tokens attend to tokens of the same text";
    return fmt::format("{} tokens attend to {} tokens", name(side_of_queries(kind)), name(side_of_keys(kind)));
}

std::string pattern_word(AttentionPattern pattern) { return pattern_name(pattern); }

std::string pattern_text(AttentionPattern pattern) {
    static constexpr const char* texts[] = {
        "mean weight on the token at the same position",
        "mean weight on the previous position",
        "mean weight on the next position",
        "mean weight on the first token",
        "mean weight on the last token that any query may attend to",
        "mean weight along the heaviest monotonic path through both sentences, no token used twice",
        "evenness: the entropy of a token's weights over the highest it could have, on average",
        "mean weight on the earlier occurrences of the same token, over tokens that occurred before",
        "mean weight on what followed the earlier occurrences of the same token, over tokens that occurred before",
    };
    return texts[static_cast<std::size_t>(pattern)];
}

std::string likeness_number(double likeness) { return fmt::format("{:.2f}", likeness); }

std::string counted_queries(const Likeness& like) { return fmt::format("n = {}", like.queries); }

std::string counted_likeness(const Likeness& like, Size most) {
    const std::size_t width = fmt::formatted_size("({})", most);
    return fmt::format("{} {:>{}}", likeness_number(like.value), fmt::format("({})", like.queries), width);
}

std::string counted_meaning(AttentionKind of) {
    return fmt::format("in brackets: how many {} count for it", of == AttentionKind::alone ? "queries" : asker(of) + "s");
}

namespace {

/// The definition of a kind, with the similarity as shown beside the bars; without its name.
std::string kind_sentence(AttentionPattern kind, const std::string& value, AttentionKind of) {
    static constexpr fmt::format_string<const std::string&> sentences[] = {
        "a token gives {} of its weight, on average, to its own position",
        "a token gives {} of its weight, on average, to the previous position",
        "a token gives {} of its weight, on average, to the next position",
        "a token gives {} of its weight, on average, to the first token",
        "a token gives {} of its weight, on average, to the last token that any query may attend to",
        "{} of the weight, on average, lies on one monotonic path through both sentences",
        "the weights of a token are almost equal, on average: evenness {}, where 0.90 or more counts as uniform",
        "a token that occurred before gives {} of its weight, on average, to its earlier occurrences",
        "a token that occurred before gives {} of its weight, on average, to what followed its earlier occurrences",
    };
    if (of == AttentionKind::alone)
        return fmt::format("the weights of a query are almost equal, on average: evenness {}, where 0.90 or more counts as uniform",
                           value);
    return fmt::format(sentences[static_cast<std::size_t>(kind)], value);
}

/// A number below a limit, with enough digits to show that it is below.
std::string number_below(double value, double limit) {
    int digits = 2;
    while (digits < 9 && fmt::format("{:.{}f}", value, digits) == fmt::format("{:.{}f}", limit, digits)) ++digits;
    return fmt::format("{:.{}f}", value, digits);
}

/// Why the pattern is not clear, though it is what the head is most like.
std::string unclear_sentence(AttentionPattern highest, const Likeness& like) {
    if (highest == AttentionPattern::uniform) {
        return fmt::format("it is most like uniform weights, but its evenness is {}, less than {}",
                           number_below(like.value, clearly_uniform), likeness_number(clearly_uniform));
    }
    const std::string value = likeness_number(like.value);
    const std::string reason =
        like.value > clear_pattern ? "which is no more than uniform weights would give" : "which is not more than half";
    return fmt::format("it is most like {}, at {}, {}", pattern_word(highest), value, reason);
}

/// "only 2 of 9 tokens count for it", "with 2 tokens that says little": why a likeness makes no kind, however high it is.
std::string few_words(const HeadReading& reading, const Likeness& like, AttentionKind of) {
    const std::string askers = of == AttentionKind::alone ? "queries" : asker(of) + "s";
    if (like.queries == reading.queries)
        return fmt::format("with {} {} that says little", reading.queries == 1 ? "only 1" : std::to_string(reading.queries),
                           reading.queries == 1 ? askers.substr(0, askers.size() - 1) : askers);
    return like.queries == 1 ? fmt::format("only 1 of {} {} counts for it", reading.queries, askers)
                             : fmt::format("only {} of {} {} count for it", like.queries, reading.queries, askers);
}

/// A pattern at the beginning of a sentence.
std::string pattern_title(AttentionPattern pattern) {
    std::string word = pattern_word(pattern);
    word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
    return word;
}

/// What a head without a kind is most like, and why that makes no kind.
std::string most_like_text(const HeadReading& reading, AttentionKind of) {
    const Likeness& highest = *reading.of(*reading.highest);
    if (!reading.has_enough(*reading.highest))
        return fmt::format("it is most like {}, at {}, but {}.", pattern_word(*reading.highest), likeness_number(highest.value),
                           few_words(reading, highest, of));
    std::string text = unclear_sentence(*reading.highest, highest) + fmt::format(" ({}).", counted_queries(highest));
    if (const auto higher = higher_of_few(reading, of)) {
        const Likeness& like = *reading.of(*higher);
        text +=
            fmt::format(" {} is {}, but {}.", pattern_title(*higher), likeness_number(like.value), few_words(reading, like, of));
    }
    return text;
}

}  // namespace

std::optional<AttentionPattern> higher_of_few(const HeadReading& reading, AttentionKind of) {
    std::optional<AttentionPattern> higher = reading.highest;
    for (const AttentionPattern pattern : patterns_of(of)) {
        const auto& like = reading.of(pattern);
        if (like && like->value > clear_pattern && like->value > reading.of(*higher)->value) higher = pattern;
    }
    return higher == reading.highest ? std::nullopt : higher;
}

namespace {

/// Why nothing can be said of a head's kind; empty if something can.
std::string nothing_to_say_text(const HeadReading& reading, AttentionKind of) {
    if (reading.has_nan) return "The weights of this head are NaN, not a number: nothing can be said of it.";
    if (reading.no_shares) return "The weights of this head do not sum to 1: nothing can be said of it.";
    if (!reading.highest) return fmt::format("No {} has a choice: each may attend to at most one key.", asker(of));
    return "";
}

std::string number_and_queries(const Likeness& like) {
    return fmt::format("{} ({})", likeness_number(like.value), counted_queries(like));
}

}  // namespace

std::string kind_text(const HeadReading& reading, AttentionKind of) {
    if (const std::string nothing = nothing_to_say_text(reading, of); !nothing.empty()) return nothing;
    const Likeness& highest = *reading.of(*reading.highest);
    if (of == AttentionKind::alone && !reading.kind)
        return fmt::format("Vectors have no positions in a sentence, so only the evenness of a head can be told: {}.",
                           number_and_queries(highest));
    if (!reading.kind) return "No clear kind: " + most_like_text(reading, of);
    const Likeness& like = *reading.of(*reading.kind);
    std::string text = fmt::format("{}: {} ({}).", pattern_title(*reading.kind),
                                   kind_sentence(*reading.kind, likeness_number(like.value), of), counted_queries(like));
    if (reading.kind == reading.highest) return text;
    if (is_of_repeats(*reading.highest))
        return text + fmt::format(" {} has the same keys here, at {}: the two cannot be told apart.",
                                  pattern_title(*reading.highest), number_and_queries(highest));
    return text + fmt::format(" That is a monotonic path, too: alignment is {}.", number_and_queries(highest));
}

std::string kind_here_text(const HeadReading& reading) {
    constexpr AttentionKind of = AttentionKind::cross;
    std::string nothing = nothing_to_say_text(reading, of);
    if (!nothing.empty()) {
        nothing[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(nothing[0])));
        return "In this sentence, " + nothing;
    }
    if (!reading.kind) return "In this sentence that does not show clearly: " + most_like_text(reading, of);
    const Likeness &like = *reading.of(*reading.kind), &highest = *reading.of(*reading.highest);
    std::string text = "In this sentence, " + kind_sentence(*reading.kind, likeness_number(like.value), of);
    if (reading.kind == reading.highest || like.queries != highest.queries) text += fmt::format(" ({})", counted_queries(like));
    if (reading.kind == reading.highest) return text + ".";
    return text + fmt::format("; along its best monotonic path it is {}.", number_and_queries(highest));
}

std::string measured_text(double share) {
    return fmt::format(
        "Alignment: on held-out sentences it looks at the right source token {} of the time, more often than any other "
        "head, as the model's card says.",
        percent(share));
}

namespace {

/// How many numbers of a recorded tensor were set by hand in one head.
Size set_by_hand(const Run& run, const std::string& path, const HeadPlace& head) {
    const auto written = run.written.find(path);
    if (written == run.written.end()) return 0;
    std::vector<Index> cells = written->second;
    std::erase_if(cells, [&](const Index& cell) { return cell[0] != head.sentence || cell[1] != head.head; });
    std::ranges::sort(cells);
    return std::distance(cells.begin(), std::unique(cells.begin(), cells.end()));
}

std::string remark_on_numbers(AttentionStage stage, const AttentionScene& scene) {
    const bool of_weights = stage == AttentionStage::weights || stage == AttentionStage::contribution;
    if (of_weights && scene.reading.has_nan) return "not every weight is a number";
    const bool hides = scene.detail.hides;
    const Design& design = scene.run().regime.design;
    switch (stage) {
        case AttentionStage::scores:
            if (hides) return design.mask_after_softmax ? "hatched: hidden later" : "hatched: hidden in the next step";
            if (const std::string divided = division_words(described(scene.run(), scene.place)); !divided.empty())
                return "query · key " + divided + ", before the mask";
            return "query · key, not divided, before the mask";
        case AttentionStage::masked:
            if (design.mask_after_softmax) return "softmax of the scores, before the mask";
            return hides ? "hatched: hidden by the mask" : "the mask hides nothing here";
        case AttentionStage::contribution:
            return fmt::format("norm of weight{} · {}", scene.numbers.dropped_weights.empty() ? "" : " after dropout",
                               weighed_value(scene.place.kind));
        default:
            if (!scene.detail.sum_to_one) return "not every row sums to 1";
            return scene.detail.all_see ? "every row sums to 1" : "every row that may attend to a token sums to 1";
    }
}

}  // namespace

std::string stage_remark(AttentionStage stage, const AttentionScene& scene) {
    std::string text = remark_on_numbers(stage, scene);
    const std::string_view tensor = stage_info(stage, scene.run().regime.design).tensor;
    const Size by_hand = tensor.empty() ? 0 : set_by_hand(scene.run(), attention_tensor(scene.state, tensor), scene.head);
    if (by_hand > 0) text += fmt::format("; {} set by hand", by_hand);
    return text;
}

std::string change_words(const std::string& a, const std::string& b) { return a == b ? a : a + " → " + b; }

std::string short_evenness(const HeadReading* reading) {
    return reading && reading->evenness() ? likeness_number(*reading->evenness()) : "–";
}

std::string short_kind(const HeadReading* reading) {
    if (!reading || !reading->of(AttentionPattern::uniform)) return "–";
    return reading->kind ? pattern_word(*reading->kind) : no_clear_kind;
}

std::string evenness_text(double evenness) { return "evenness " + likeness_number(evenness); }

std::string evenness_meaning(AttentionKind of) {
    return fmt::format("1 would be the same weight for every {} it may attend to, 0 all of the weight on one",
                       of == AttentionKind::alone ? "key" : "token");
}

std::string entropy_text(const RowEntropy& row) {
    if (!std::isfinite(row.entropy)) return plain_number(row.entropy);
    return fmt::format("{:.2f} of at most {:.2f}", row.entropy, row.highest);
}

}  // namespace vitrine
