/// Reads the file of a lesson.

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "app/formula/evaluate.h"
#include "app/lesson/completeness.h"
#include "app/lesson/lesson.h"
#include "app/lesson/lines.h"
#include "app/lesson/slips.h"
#include "app/script/script.h"
#include "app/script/settings.h"
#include "core/files/problem.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

class LessonReader {
public:
    LessonReader(const std::string& text, const std::string& name, const std::string& file) : lines_(text) {
        lesson_.name = name;
        lesson_.file = file;
    }

    Lesson read() {
        while (lines_.more()) {
            const std::string line = lines_.next();
            within(lesson_.where(lines_.number()), [&] { take(line); });
        }
        within(lesson_.where(lines_.number()), [&] { finish_step(); });
        if (lesson_.title.text.empty()) fail(lesson_.where(1), "a lesson begins with its title, '# …'");
        if (lesson_.about.text.empty()) fail(lesson_.where(1), "a sentence on what it is about is missing: '@about …'");
        if (lesson_.steps.empty()) fail(lesson_.where(lines_.number()), "a lesson has at least one step, '## …'");
        return std::move(lesson_);
    }

    static std::vector<std::string> words() {
        std::vector<std::string> names;
        for (const Word& word : of_lesson) names.emplace_back(word.name);
        for (const Word& word : of_step) names.emplace_back(word.name);
        return names;
    }

private:
    void take(std::string_view line) {
        line = trimmed(line);
        if (line.empty()) {
            paragraph_ = nullptr;
        } else if (line.starts_with("## ")) {
            begin_step(trimmed(line.substr(3)));
        } else if (line.starts_with("# ")) {
            take_title(trimmed(line.substr(2)));
        } else if (line.starts_with('@')) {
            paragraph_ = nullptr;
            take_word(line.substr(1));
        } else {
            say(line);
        }
    }

    void take_title(std::string_view title) {
        if (!lesson_.title.text.empty()) throw Error("a lesson has one title; a step begins with '## '");
        lesson_.title = here(title);
    }

    void begin_step(std::string_view title) {
        finish_step();
        paragraph_ = nullptr;
        lesson_.steps.push_back({.title = text(title), .open = {}});
        revealed_ = false;
    }

    void say(std::string_view line) {
        if (lesson_.steps.empty()) throw Error("text is said in a step, which begins with '## '");
        if (paragraph_) {
            paragraph_->text += ' ';
            paragraph_->text += line;
            return check_text(*paragraph_);
        }
        std::vector<LessonText>& prose = part().prose;
        prose.push_back(text(line));
        paragraph_ = &prose.back();
    }

    void take_word(std::string_view rest) {
        const std::string word(take_first_word(rest));
        for (const Word& known : lesson_.steps.empty() ? std::span<const Word>(of_lesson) : std::span<const Word>(of_step)) {
            if (known.name == word) return (this->*known.take)(rest);
        }
        if (lesson_.steps.empty()) refuse_word(word, of_lesson);
        require_lesson_command(word);
        const std::vector<std::string> commands = lesson_command_words();
        if (std::ranges::find(commands, word) == commands.end()) refuse_word(word, of_step);
        add_setting(word + ' ' + std::string(rest));
    }

    struct Word {
        std::string_view name;
        void (LessonReader::*take)(std::string_view);
    };

    [[noreturn]] void refuse_word(const std::string& word, std::span<const Word> words) const {
        std::vector<std::string> names;
        for (const Word& known : words) names.emplace_back(known.name);
        if (!lesson_.steps.empty()) {
            for (std::string& name : lesson_command_words()) names.push_back(std::move(name));
        }
        const char* where = lesson_.steps.empty() ? "before the first step" : "in a step";
        throw Error(fmt::format("there is no word {} {}{}", in_quotes('@' + word), where, did_you_mean(word, names)));
    }

    /// A setting may contain formulas, so that its words are only known when it is carried out.
    void add_setting(const std::string& line) {
        const LessonText setting = has_formulas(line) ? text(line) : here(line);
        if (!(has_formulas(line) && !formulas_of(line).empty()) && !is_setting(parse_lesson_command(line)))
            throw Error("this needs the mouse or the keyboard, which belong to the one who learns: '@by' says how a task is done");
        part().entries.push_back(LessonSetting{setting});
    }

    LessonText here(std::string_view said) const { return {std::string(said), lines_.number()}; }

    /// A text whose formulas have been checked.
    LessonText text(std::string_view said) const {
        if (said.empty()) throw Error("a text is missing");
        LessonText text = here(said);
        check_text(text);
        return text;
    }

    static void check_text(const LessonText& text) {
        // If a line of a paragraph ends within braces, the formula continues on the next line.
        if (std::ranges::count(text.text, '{') != std::ranges::count(text.text, '}')) return;
        for (const std::string& formula : formulas_of(text.text)) parse_expression(formula);
    }

    LessonText formula(std::string_view said) const {
        if (said.empty()) throw Error("a formula is missing");
        parse_expression(said);
        return here(said);
    }

    /// "FORMULA | TEXT".
    std::pair<std::string_view, std::string_view> halves(std::string_view rest) const {
        const std::size_t bar = rest.find(" | ");
        if (bar == std::string_view::npos) throw Error("a formula and a text are expected, with ' | ' between");
        return {trimmed(rest.substr(0, bar)), trimmed(rest.substr(bar + 3))};
    }

    LessonStep& step() { return lesson_.steps.back(); }
    LessonPart& part() { return revealed_ ? step().revealed : step().open; }

    LessonQuestion& question() {
        if (!step().question) throw Error("this belongs to a question: '@choose', '@guess', '@number', '@cell' or '@paint'");
        return *step().question;
    }

    template <QuestionKind kind>
    void ask(std::string_view rest) {
        if (step().question) throw Error("a step asks one question");
        step().question = LessonQuestion{.kind = kind, .text = text(rest)};
    }

    template <std::optional<LessonText> LessonQuestion::*member>
    void set(std::string_view rest) {
        if (question().*member) throw Error("this has been said already");
        question().*member = formula(rest);
    }

    void take_option(std::string_view rest) {
        const auto [right, says] = halves(rest);
        question().options.push_back({formula(right), text(says)});
    }

    template <std::vector<LessonReply> LessonQuestion::*member>
    void reply(std::string_view rest) {
        LessonReply reply{{}, {}};
        if (rest.find(" | ") != std::string_view::npos) {
            const auto [when, says] = halves(rest);
            reply.when = formula(when);
            rest = says;
        }
        reply.text = text(rest);
        (question().*member).push_back(reply);
    }

    void take_slip(std::string_view rest) {
        const auto [head, says] = halves(rest);
        question().slips.push_back(slip_in(head, lines_.number()));
        question().slips.back().text = text(says);
    }

    void take_let(std::string_view rest) {
        const std::size_t sign = rest.find('=');
        if (sign == std::string_view::npos) throw Error("a name and a formula are expected: '@let d = d_head'");
        part().entries.push_back(LessonName{name_in(rest.substr(0, sign)), formula(trimmed(rest.substr(sign + 1)))});
    }

    void take_task(std::string_view rest) {
        if (step().task) throw Error("a step has one task");
        step().task = LessonTask{text(rest), {}, {}};
    }

    LessonTask& task() {
        if (!step().task) throw Error("this belongs to a task: '@do'");
        return *step().task;
    }

    void take_until(std::string_view rest) { task().until = formula(rest); }
    void take_by(std::string_view rest) {
        if (formulas_of(rest).empty()) parse_lesson_command(rest);
        task().by.push_back(text(rest));
    }
    void take_tensor(std::string_view rest) { question().tensor = text(rest); }
    void take_ring(std::string_view rest) { part().rings.push_back(text(rest)); }
    void take_light(std::string_view rest) { part().lights.push_back(text(rest)); }
    void take_row(std::string_view rest) { part().row = text(rest); }
    void take_show(std::string_view rest) { part().shown = text(rest); }
    void take_about(std::string_view rest) { lesson_.about = text(rest); }
    void take_find(std::string_view rest) { (lesson_.steps.empty() ? lesson_.finds : step().finds).push_back(text(rest)); }
    void take_after(std::string_view rest) { lesson_.after.push_back(text(rest)); }
    void take_needs(std::string_view rest) {
        const auto [has, words] = halves(rest);
        lesson_.needs.push_back({formula(has), text(words)});
    }
    void take_sample(std::string_view rest) { lesson_.sample = text(rest); }

    void take_reveal(std::string_view rest) {
        if (!rest.empty()) throw Error("'@reveal' stands alone");
        if (revealed_) throw Error("a step reveals once");
        if (!step().question && !step().task) throw Error("this follows a question or a task: '@choose', '@do', …");
        revealed_ = true;
    }

    void take_seconds(std::string_view rest) {
        double seconds = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), seconds);
        if (error != std::errc() || end != rest.data() + rest.size() || !(seconds > 0 && seconds <= 60))
            throw Error(fmt::format("{} is no number of seconds, above 0 and up to 60", in_quotes(rest)));
        step().seconds = seconds;
    }

    void finish_step() {
        if (!lesson_.steps.empty()) require_complete(step());
    }

    static constexpr std::array<Word, 5> of_lesson{
        Word{"about", &LessonReader::take_about}, Word{"find", &LessonReader::take_find}, Word{"after", &LessonReader::take_after},
        Word{"needs", &LessonReader::take_needs}, Word{"sample", &LessonReader::take_sample}};
    using Q = LessonQuestion;
    static constexpr std::array<Word, 28> of_step{Word{"let", &LessonReader::take_let},
                                                  Word{"find", &LessonReader::take_find},
                                                  Word{"ring", &LessonReader::take_ring},
                                                  Word{"light", &LessonReader::take_light},
                                                  Word{"row", &LessonReader::take_row},
                                                  Word{"show", &LessonReader::take_show},
                                                  Word{"choose", &LessonReader::ask<QuestionKind::choose>},
                                                  Word{"guess", &LessonReader::ask<QuestionKind::guess>},
                                                  Word{"number", &LessonReader::ask<QuestionKind::number>},
                                                  Word{"cell", &LessonReader::ask<QuestionKind::cell>},
                                                  Word{"paint", &LessonReader::ask<QuestionKind::paint>},
                                                  Word{"option", &LessonReader::take_option},
                                                  Word{"from", &LessonReader::set<&Q::from>},
                                                  Word{"answer", &LessonReader::set<&Q::answer>},
                                                  Word{"within", &LessonReader::set<&Q::within>},
                                                  Word{"least", &LessonReader::set<&Q::least>},
                                                  Word{"most", &LessonReader::set<&Q::most>},
                                                  Word{"tensor", &LessonReader::take_tensor},
                                                  Word{"rows", &LessonReader::set<&Q::rows>},
                                                  Word{"columns", &LessonReader::set<&Q::columns>},
                                                  Word{"right", &LessonReader::reply<&Q::right>},
                                                  Word{"wrong", &LessonReader::reply<&Q::wrong>},
                                                  Word{"slip", &LessonReader::take_slip},
                                                  Word{"do", &LessonReader::take_task},
                                                  Word{"until", &LessonReader::take_until},
                                                  Word{"by", &LessonReader::take_by},
                                                  Word{"reveal", &LessonReader::take_reveal},
                                                  Word{"seconds", &LessonReader::take_seconds}};

    LessonLines lines_;
    Lesson lesson_;
    bool revealed_ = false;
    LessonText* paragraph_ = nullptr;  ///< the paragraph that the next line continues
};

}  // namespace

std::vector<std::string> lesson_words() { return LessonReader::words(); }

Lesson parse_lesson(const std::string& text, const std::string& name, const std::string& file) {
    return LessonReader(text, name, file).read();
}

}  // namespace vitrine
