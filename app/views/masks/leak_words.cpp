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
    const bool of_source = place.side == BatchSide::source;
    const Vocabulary& words = of_source ? run.model->source_vocabulary : run.model->target_vocabulary;
    return {test,
            question,
            {test.logits, place.sentence, target.size(1), target, c.pad_tgt, run.model->target_vocabulary, "masks/test/logits",
             "output"},
            {test.memory, place.sentence, source.size(1), source, c.pad_src, run.model->source_vocabulary, "masks/test/memory",
             "memory row"},
            briefly_quoted(words.word((of_source ? source : target).at({place.sentence, place.position})))};
}

std::string movement_words(const RowMovement& row) {
    if (!row.moved) return "did not move";
    if (std::isnan(row.by)) return "moved: not a number before or after";
    return "moved by " + plain_number(row.by);
}

std::string verdict_words(const RowMovement& row) {
    if (row.leaks()) return "it may not: this is a leak";
    return row.may_move ? "it may, as far as the masks go" : "and it may not: nothing leaks here";
}

namespace {

/// Whether any token of the sentence is hidden from any row of it: a second word of the decoder's input, or padding that is not its
/// only token.
bool has_barred_token(const LeakFindings& found) {
    const Size target_words = found.logits.words_before_padding();
    return (found.logits.length > 1 && (target_words > 1 || target_words < found.logits.length)) ||
           found.memory.words_before_padding() < found.memory.length;
}

/// All rows that lie beyond the sentence and the side that was changed.
MovementCount elsewhere(const LeakFindings& found) {
    MovementCount all = found.logits.others();
    const auto add = [&](const MovementCount& more) { all.barred += more.barred, all.leaks += more.leaks; };
    add(found.memory.others());
    if (!found.of_source()) add(found.memory.own());
    return all;
}

std::string leak_text(const MovementCount& own, const MovementCount& beyond, const std::string& word) {
    if (own.leaks == 0)
        return fmt::format("Leak: {} of {} rows elsewhere moved that may not see {}.", beyond.leaks, beyond.barred, word);
    const std::string words = fmt::format("Leak: {} of {} rows moved that may not see {}", own.leaks, own.barred, word);
    if (beyond.leaks == 0) return words + ".";
    return words + fmt::format(", and {} of {} elsewhere.", beyond.leaks, beyond.barred);
}

}  // namespace

LeakHeadline leak_headline(const LeakFindings& found) {
    MovementCount own = found.logits.own();
    const MovementCount memory = found.memory.own(), beyond = elsewhere(found);
    if (found.of_source()) own.barred += memory.barred, own.leaks += memory.leaks;
    if (own.leaks + beyond.leaks > 0) return {leak_text(own, beyond, found.word), LeakVerdict::leaks};
    if (own.barred > 0) {
        const char* plural = own.barred == 1 ? "" : "s";
        return {fmt::format("Nothing that may not see {} has moved: 0 of {} row{}.", found.word, own.barred, plural),
                LeakVerdict::none};
    }
    const char* other = has_barred_token(found) ? "Choose a later word of the decoder's input, or padding."
                                                : "It has no later word of the decoder's input, and no padding.";
    return {fmt::format("Every row of this sentence may see {}: there is nothing to leak to. {}", found.word, other),
            LeakVerdict::nothing_barred};
}

std::vector<BeyondLine> beyond_lines(const LeakFindings& found) {
    std::vector<BeyondLine> lines;
    if (!found.of_source()) {
        const MovementCount memory = found.memory.own();
        lines.push_back(
            {fmt::format("the encoder does not read the decoder's input: {} of {} memory rows moved", memory.moved, memory.rows),
             memory.moved == 0});
    }
    const MovementCount logits = found.logits.others(), memory = found.memory.others();
    if (logits.rows + memory.rows > 0) {
        lines.push_back({fmt::format("other sentences: {} of {} outputs and {} of {} memory rows moved", logits.moved, logits.rows,
                                     memory.moved, memory.rows),
                         logits.moved + memory.moved == 0});
    }
    return lines;
}

std::string leak_explanation(const LeakFindings& found) {
    std::string text =
        "An output is the row of logits at a word of the decoder's input: what it says comes next. "
        "It has moved where any bit of any of its numbers is another one, bit for bit: not nearly the same, the very same.";
    if (found.test.padding) text += " Padding may move the row at its own place alone.";
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
    std::string text = pictures_follow ? "The test " : "Only the test ";
    if (!out.empty()) text += "leaves out " + out;
    if (!in.empty()) text += (out.empty() ? "has " : ", and has ") + in;
    return text + (pictures_follow ? ": the pictures follow, and the open run stays as it is."
                                   : ": the pictures show the run as it was recorded.");
}

}  // namespace vitrine
