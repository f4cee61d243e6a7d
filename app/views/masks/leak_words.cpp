#include "app/views/masks/leak_words.h"

#include <cmath>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/widgets/number.h"

namespace vitrine {

Size TestedRows::words_before_padding() const {
    Size count = 0;
    while (count < length && tokens.at({sentence, count}) != pad) ++count;
    return count;
}

MovementCount TestedRows::own() const {
    MovementCount count;
    for (Size i = 0; i < length; ++i) count.add(at(i));
    return count;
}

MovementCount TestedRows::others() const {
    MovementCount count;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (static_cast<Size>(i) / length != sentence) count.add(rows[i]);
    }
    return count;
}

LeakFindings make_leak_findings(const Run& run, const LeakTest& test, const LeakQuestion& question) {
    const Configuration& c = run.model->configuration;
    const TokenPlace& place = question.change.place;
    const IndexTensor &source = run.activations->src.tokens, &target = run.activations->tgt.tokens;
    const Vocabulary &of_source = run.model->source_vocabulary, &of_target = run.model->target_vocabulary;
    const bool in_source = place.side == BatchSide::source, decodes = c.has_decoder();
    const IndexTensor& last = decodes ? target : source;
    const std::int32_t changed = (in_source ? source : target).at({place.sentence, place.position});
    return {test,
            question,
            {test.outputs, place.sentence, last.size(1), last, c.output_padding(), decodes ? of_target : of_source,
             "masks/test/logits", "output"},
            {test.memory, place.sentence, test.memory.empty() ? 0 : source.size(1), source, c.pad_src, of_source,
             "masks/test/memory", "memory row"},
            briefly_quoted((in_source ? of_source : of_target).word(changed)),
            c};
}

std::string movement_words(const RowMovement& row) {
    if (!row.moved) return "did not change";
    if (std::isnan(row.by)) return "changed: not a number before or after";
    return "changed by " + plain_number(row.by);
}

std::string verdict_words(const RowMovement& row) {
    if (row.leaks()) return "it must not: this is a leak";
    return row.may_move ? "the masks allow it to change" : "and it must not: no leak here";
}

namespace {

/// Whether any token of the sentence is hidden from any of its rows: a second word in the decoder's input, or padding in addition
/// to other tokens.
bool has_barred_token(const LeakFindings& found) {
    const Size words = found.outputs.words_before_padding();
    if (!found.configuration.has_decoder()) return words < found.outputs.length;
    return (found.outputs.length > 1 && (words > 1 || words < found.outputs.length)) ||
           found.memory.words_before_padding() < found.memory.length;
}

/// What to change instead, if every row may see the changed token.
const char* other_token_words(const LeakFindings& found) {
    const bool any = has_barred_token(found);
    switch (found.configuration.architecture) {
        case Architecture::encoder:
            return any ? "Choose padding: an encoder hides nothing else." : "It has no padding, and an encoder hides nothing else.";
        case Architecture::decoder:
            return any ? "Choose a later token, or padding." : "It has no later token, and no padding.";
        default:
            return any ? "Choose a later token of the decoder's input, or padding."
                       : "It has no later token of the decoder's input, and no padding.";
    }
}

/// The rows beyond the changed sentence and side.
MovementCount elsewhere(const LeakFindings& found) {
    MovementCount all = found.outputs.others();
    const auto add = [&](const MovementCount& more) { all.barred += more.barred, all.leaks += more.leaks; };
    add(found.memory.others());
    if (!found.of_source()) add(found.memory.own());
    return all;
}

std::string leak_text(const MovementCount& own, const MovementCount& beyond, const std::string& word) {
    if (own.leaks == 0)
        return fmt::format("Leak: {} of {} rows elsewhere changed that must not depend on {}.", beyond.leaks, beyond.barred, word);
    const std::string words = fmt::format("Leak: {} of {} rows changed that must not depend on {}", own.leaks, own.barred, word);
    if (beyond.leaks == 0) return words + ".";
    return words + fmt::format(", and {} of {} elsewhere.", beyond.leaks, beyond.barred);
}

}  // namespace

LeakHeadline leak_headline(const LeakFindings& found) {
    MovementCount own = found.outputs.own();
    const MovementCount memory = found.memory.own(), beyond = elsewhere(found);
    if (found.of_source()) own.barred += memory.barred, own.leaks += memory.leaks, own.hidden += memory.hidden;
    if (own.leaks + beyond.leaks > 0) return {leak_text(own, beyond, found.word), LeakVerdict::leaks};
    if (own.hidden > 0)
        return {fmt::format("{} of {} rows that must not depend on {} hold NaN before and after: a leak into them would not show.",
                            own.hidden, own.barred, found.word),
                LeakVerdict::hidden};
    if (own.barred > 0) {
        return {fmt::format("No leak: of the rows that must not depend on {}, 0 of {} changed.", found.word, own.barred),
                LeakVerdict::none};
    }
    return {
        fmt::format("Every row of this sentence may depend on {}, so nothing can leak. {}", found.word, other_token_words(found)),
        LeakVerdict::nothing_barred};
}

std::vector<BeyondLine> beyond_lines(const LeakFindings& found) {
    std::vector<BeyondLine> lines;
    if (!found.of_source() && found.configuration.has_encoder()) {
        const MovementCount memory = found.memory.own();
        lines.push_back(
            {fmt::format("the encoder does not read the decoder's input: {} of {} memory rows changed", memory.moved, memory.rows),
             memory.moved == 0});
    }
    const MovementCount outputs = found.outputs.others(), memory = found.memory.others();
    std::string moved = fmt::format("other sentences: {} of {} outputs", outputs.moved, outputs.rows);
    if (!found.memory.rows.empty()) moved += fmt::format(" and {} of {} memory rows", memory.moved, memory.rows);
    if (outputs.rows + memory.rows > 0) lines.push_back({moved + " changed", outputs.moved + memory.moved == 0});
    return lines;
}

namespace {

/// Explains what the outputs are.
const char* output_words(const Configuration& c) {
    if (c.classes > 0) return "An output is a row of the last layer, one for each token: this model predicts no tokens. ";
    if (!c.logits) return "An output is a row of the last layer, one for each token: this model makes no predictions. ";
    switch (c.architecture) {
        case Architecture::encoder:
            return "An output is a row of logits: the prediction of the token at this position. ";
        case Architecture::decoder:
            return "An output is a row of logits, one for each token: the prediction of the next token. ";
        default:
            return "An output is a row of logits, one for each token of the decoder's input: the prediction of the next token. ";
    }
}

}  // namespace

std::string leak_explanation(const LeakFindings& found) {
    std::string text = output_words(found.configuration) +
                       std::string(
                           "A row counts as changed if any bit of any of its numbers differs; what it changed by is "
                           "the largest |after − before| of its numbers.");
    if (found.test.padding) text += " Padding may change only the row at its own position.";
    return text;
}

std::string test_mask_words(const Design& run, bool causal, bool padding, bool pictures_follow) {
    std::string out, in;
    const auto add = [](std::string& text, const char* mask) { text += (text.empty() ? "the " : " and the ") + std::string(mask); };
    const auto compare = [&](bool of_run, bool of_test, const char* mask) {
        if (of_run != of_test) add(of_test ? in : out, mask);
    };
    compare(run.causal_mask, causal, "causal mask");
    compare(run.padding_mask, padding, "padding mask");
    if (out.empty() && in.empty()) return "";
    std::string text = pictures_follow ? "The test's run " : "Only the test's run ";
    if (!out.empty()) text += "leaves out " + out;
    if (!in.empty()) text += (out.empty() ? "has " : ", and has ") + in;
    return text + (pictures_follow ? ". The pictures show it; the open run is not changed." : ". The pictures show the open run.");
}

}  // namespace vitrine
