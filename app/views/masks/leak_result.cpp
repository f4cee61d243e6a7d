/// The result of the leak test: the output rows that changed, and among them those that must not.

#include <cmath>

#include <fmt/format.h>

#include "app/state/learning.h"
#include "app/views/masks/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

/// The rows of an output that belong to the sentence in question, in words.
struct TestedRows {
    const std::vector<RowMovement>& rows;
    Size sentence, length;
    const IndexTensor& tokens;
    std::int32_t pad;
    const Vocabulary& words;
    const char *anchor, *what;  ///< "output", one of them

    const RowMovement& at(Size position) const { return rows[static_cast<std::size_t>(sentence * length + position)]; }

    Size words_before_padding() const {
        Size count = 0;
        while (count < length && tokens.at({sentence, count}) != pad) ++count;
        return count;
    }

    MovementCount own() const {
        MovementCount count;
        for (Size i = 0; i < length; ++i) count.add(at(i));
        return count;
    }
    MovementCount others() const {
        MovementCount count;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (static_cast<Size>(i) / length != sentence) count.add(rows[i]);
        }
        return count;
    }
};

struct Findings {
    const LeakTest& test;
    LeakQuestion question;
    TestedRows logits, memory;
    std::string word;  ///< the changed word

    bool of_source() const { return question.change.place.side == BatchSide::source; }
};

Findings make_findings(const State& state, const LeakTest& test, const LeakQuestion& question) {
    const Run& run = *state.run;
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

void draw_tested_row(Ui& ui, const Rect& line, const TestedRows& rows, Size position) {
    const RowMovement& row = rows.at(position);
    const Interaction does = ui.place(fmt::format("{}/{}", rows.anchor, position), line);
    const float middle = line.centre().y;
    const Colour colour = row.leaks() ? ui.theme.error : row.may_move ? ui.theme.dim : ui.theme.good;
    const Icon icon = row.leaks() ? Icon::cross : row.may_move ? Icon::minus : Icon::check;
    draw_icon(ui, {line.min.x + 7, middle}, icon, colour);
    const std::string moved = movement_words(row);
    const float width = ui.width_of(Font::note, moved);
    const std::string word = rows.words.word(rows.tokens.at({rows.sentence, position}));
    ui.text({line.min.x + 22, middle}, Font::note, ui.theme.text, word,
            {.max_width = line.width() - width - 34, .vertical = VerticalAlign::middle});
    ui.text({line.max.x, middle}, row.leaks() ? Font::note_strong : Font::note, row.leaks() ? ui.theme.error : ui.theme.dim, moved,
            {.align = Align::right, .vertical = VerticalAlign::middle});
    if (!does.hovered) return;
    ui.note({fmt::format("{} at {}, position {}", rows.what, quoted(word), position), moved,
             row.leaks()    ? "it may not: this is a leak"
             : row.may_move ? "it may: it sees the changed word"
                            : "and it may not: nothing leaks here"});
}

/// The rows that may change, or the rows that must not.
void draw_group(Ui& ui, Column& column, const TestedRows& rows, bool may_move) {
    constexpr Size most = 8;
    constexpr float height = 22;
    const MovementCount count = rows.own();
    const Size all = may_move ? count.rows - count.barred : count.barred;
    if (all == 0) return;
    const std::string title = may_move ? "MAY SEE IT" : "MAY NOT SEE IT";
    column.title(title, fmt::format("{} {}{}", all, rows.what, all == 1 ? "" : "s"), 6);
    Size shown = 0, folded_moved = 0;
    for (Size i = 0; i < rows.length; ++i) {
        if (rows.at(i).may_move != may_move) continue;
        if (shown < most) {
            draw_tested_row(ui, column.row(height), rows, i);
        } else {
            folded_moved += rows.at(i).moved;
        }
        ++shown;
    }
    if (shown > most) {
        const Rect line = column.row(height);
        ui.text({line.min.x + 22, line.min.y + 4}, Font::note, ui.theme.dim,
                fmt::format("and {} more: {} moved", shown - most, folded_moved), {.max_width = line.width() - 22});
    }
    column.gap(12);
}

/// Whether any token of the sentence is hidden from any row of it: a second word of the decoder's input, or padding.
bool has_barred_token(const Findings& found) {
    return found.logits.words_before_padding() > 1 || found.logits.words_before_padding() < found.logits.length ||
           found.memory.words_before_padding() < found.memory.length;
}

/// All rows that lie beyond the sentence and the side that was changed.
MovementCount elsewhere(const Findings& found) {
    MovementCount all = found.logits.others();
    const auto add = [&](const MovementCount& more) { all.barred += more.barred, all.leaks += more.leaks; };
    add(found.memory.others());
    if (!found.of_source()) add(found.memory.own());
    return all;
}

std::string leak_words(const MovementCount& own, const MovementCount& beyond, const std::string& word) {
    if (own.leaks == 0)
        return fmt::format("Leak: {} of {} rows elsewhere moved that may not see {}.", beyond.leaks, beyond.barred, word);
    const std::string words = fmt::format("Leak: {} of {} rows moved that may not see {}", own.leaks, own.barred, word);
    if (beyond.leaks == 0) return words + ".";
    return words + fmt::format(", and {} of {} elsewhere.", beyond.leaks, beyond.barred);
}

/// The one line that is the point of it.
void draw_headline(Ui& ui, Column& column, const Findings& found) {
    MovementCount own = found.logits.own();
    const MovementCount memory = found.memory.own(), beyond = elsewhere(found);
    if (found.of_source()) own.barred += memory.barred, own.leaks += memory.leaks;
    std::string text;
    Colour colour = ui.theme.good;
    if (own.leaks + beyond.leaks > 0) {
        text = leak_words(own, beyond, found.word);
        colour = ui.theme.error;
    } else if (own.barred > 0) {
        text = fmt::format("Nothing that may not see {} has moved: 0 of {} row{}.", found.word, own.barred,
                           own.barred == 1 ? "" : "s");
    } else {
        text = fmt::format("Every row of this sentence may see {}: there is nothing to leak to. ", found.word);
        text += has_barred_token(found) ? "Choose a later word of the decoder's input, or padding."
                                        : "It has no later word of the decoder's input, and no padding.";
        colour = ui.theme.text;
    }
    column.paragraph(Font::body_strong, colour, text, 14);
}

/// What lies beyond the sentence and the side that was changed, a line each.
void draw_beyond(Ui& ui, Column& column, const Findings& found) {
    const auto line = [&](const std::string& text, bool holds) {
        draw_icon(ui, {column.left + 7, column.y + 8}, holds ? Icon::check : Icon::cross, holds ? ui.theme.good : ui.theme.error);
        Column words = column.from(column.left + 22);
        words.paragraph(Font::note, holds ? ui.theme.dim : ui.theme.error, text, 6);
        column.y = words.y;
    };
    if (!found.of_source()) {
        const MovementCount memory = found.memory.own();
        line(fmt::format("the encoder does not read the decoder's input: {} of {} memory rows moved", memory.moved, memory.rows),
             memory.moved == 0);
    }
    const MovementCount logits = found.logits.others(), memory = found.memory.others();
    if (logits.rows + memory.rows > 0) {
        line(fmt::format("other sentences: {} of {} outputs and {} of {} memory rows moved", logits.moved, logits.rows,
                         memory.moved, memory.rows),
             logits.moved + memory.moved == 0);
    }
    column.gap(8);
}

/// What the numbers mean.
void draw_explanation(Ui& ui, Column& column, const Findings& found) {
    std::string text =
        "An output is the row of logits at a word of the decoder's input: what it says comes next. "
        "It has moved where any bit of any of its numbers is another one, bit for bit: not nearly the same, the very same.";
    if (found.test.padding && found.question.padding)
        text += " Padding may move the row at its own place alone, which no other row reads.";
    column.paragraph(Font::note, ui.theme.dim, text, 12);
}

}  // namespace

void draw_leak_result(Ui& ui, Column& column, const State& state) {
    const auto question = leak_question(state);
    if (!question) return;
    const float top = column.y;
    const LeakTest* test = leak_answer(state);
    if (!test || test->logits.empty()) {
        const char* text = test                           ? "There is not enough memory for this test."
                           : state.of<Learning>().playing ? "It is tested once the training pauses."
                                                          : "Testing …";
        column.paragraph(Font::body_strong, ui.theme.dim, text);
        ui.place("masks/test/result", column.since(top));
        return column.gap(16);
    }
    const Findings found = make_findings(state, *test, *question);
    draw_headline(ui, column, found);
    draw_group(ui, column, found.logits, false);
    if (found.of_source()) draw_group(ui, column, found.memory, false);
    draw_group(ui, column, found.logits, true);
    if (found.of_source()) draw_group(ui, column, found.memory, true);
    draw_beyond(ui, column, found);
    draw_explanation(ui, column, found);
    ui.place("masks/test/result", column.since(top));
}

}  // namespace vitrine
