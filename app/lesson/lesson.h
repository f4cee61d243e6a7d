#pragma once
/// A lesson as plain data. docs/LESSONS.md describes the files that lessons are read from.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vitrine {

/// A text that may contain {formulas}, and its line in the file.
struct LessonText {
    std::string text;
    int line = 0;
};

/// A line that puts the program into a state: a setting of scripts.
struct LessonSetting {
    LessonText line;
};

/// Whether braces in the line of a setting are formulas; in JSON they are not.
inline bool has_formulas(std::string_view setting) { return !setting.starts_with("keep "); }

/// A name for the value of a formula.
struct LessonName {
    std::string name;
    LessonText formula;
};

using LessonEntry = std::variant<LessonSetting, LessonName>;

/// A part of a step: first what is done and named, in this order, then what is shown and said.
struct LessonPart {
    std::vector<LessonEntry> entries = {};
    std::vector<LessonText> rings = {};    ///< anchors with a ring around them
    std::vector<LessonText> lights = {};   ///< anchors that are not dimmed
    std::optional<LessonText> row = {};    ///< a row of a tensor that is on its way through the model
    std::optional<LessonText> shown = {};  ///< a row of a tensor that is written out
    std::vector<LessonText> prose = {};    ///< paragraphs

    bool is_empty() const { return entries.empty() && rings.empty() && prose.empty(); }

    /// Whether its settings do more than choose what is looked at, so that an answer may have to be computed after them.
    bool changes_run() const;
};

enum class QuestionKind : std::uint8_t {
    choose,  ///< one of several answers
    guess,   ///< a position between two numbers, guessed before the answer is known
    number,  ///< a number that can be worked out
    cell,    ///< a click on a cell of a tensor
    paint,   ///< a table of weights, painted before the answer is known
};

struct LessonOption {
    LessonText right;  ///< a formula: whether it is the right answer
    LessonText text;
};

/// The reply to an answer, given if a formula is true.
struct LessonReply {
    std::optional<LessonText> when = {};  ///< nothing: always
    LessonText text;
};

/// A wrong number that well-known texts write, so that students type it.
struct LessonSlip {
    std::string written = {}, instead = {};  ///< it, and the right number, in the digits that are written
    std::optional<LessonText> of = {};       ///< a formula: the right number; nothing: the question's answer
    LessonText text;                         ///< why it is wrong
};

struct LessonQuestion {
    QuestionKind kind{};
    LessonText text;
    std::vector<LessonOption> options = {};  ///< for `choose`, unless its options are the texts of `from`
    std::optional<LessonText> from = {};     ///< a formula: a list of texts
    std::optional<LessonText> answer = {};   ///< a formula: the right number, position or table; for a cell, whether `cell` is
                                             ///< right
    std::optional<LessonText> within = {};   ///< how far an answer may be from it and still be right
    std::optional<LessonText> least = {}, most = {};    ///< the limits of a guess
    std::optional<LessonText> tensor = {};              ///< of the cell
    std::optional<LessonText> rows = {}, columns = {};  ///< the labels of a painted table
    std::vector<LessonReply> right = {}, wrong = {};    ///< the first reply whose condition is true is given
    std::vector<LessonSlip> slips = {};                 ///< of number: wrong, however near to the answer, and told before `wrong`
};

/// Something to do in the program.
struct LessonTask {
    LessonText text;
    LessonText until;            ///< a formula: whether it is done
    std::vector<LessonText> by;  ///< commands of scripts that do the task
};

struct LessonStep {
    LessonText title;
    LessonPart open;
    std::optional<LessonQuestion> question = {};
    std::optional<LessonTask> task = {};
    LessonPart revealed = {};            ///< shown once the question is answered, or the task is done
    std::vector<LessonText> finds = {};  ///< questions that this step answers
    std::optional<double> seconds = {};  ///< in a story: how long the step stays
};

/// Something that the open model or its sentences must have.
struct LessonNeed {
    LessonText formula;  ///< whether they have it
    LessonText text;     ///< the words for it, after "This lesson needs"
};

struct Lesson {
    std::string name;  ///< the name of the file without ".md"
    std::string file;  ///< for messages
    LessonText title;
    LessonText about;                       ///< in one sentence
    std::vector<LessonText> finds = {};     ///< questions that it answers, as people ask them
    std::vector<LessonText> after = {};     ///< names of lessons that it builds on
    std::vector<LessonNeed> needs = {};     ///< in the order in which they are checked
    std::optional<LessonText> sample = {};  ///< the sample that it opens with
    std::vector<LessonStep> steps = {};

    /// "lessons/why-divide.md:12".
    std::string where(int line) const;
};

/// Whether it plays by itself: every step says for how many seconds. Such a lesson is told beside what it points at, over the whole
/// window, and not in a column.
bool is_told(const Lesson& lesson);

/// Throws Error, "why-divide.md:12: …", at the first invalid line. `name`: the lesson's name; `file`: for messages.
Lesson parse_lesson(const std::string& text, const std::string& name, const std::string& file);

/// The words of lessons that are not settings, for the documentation.
std::vector<std::string> lesson_words();

}  // namespace vitrine
