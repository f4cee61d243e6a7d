#include "app/script/script.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "app/script/script_blocks.h"
#include "app/script/setting_words.h"
#include "app/state/lesson_limits.h"
#include "app/widgets/input.h"
#include "app/widgets/limits.h"
#include "core/files/problem.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using namespace script;

constexpr const char* anchor = "the name of an anchor";

/// The index of a cell, up to the end of the line.
std::vector<Size> index_in(ScriptWords& words) {
    std::vector<Size> index;
    while (!words.at_end()) index.push_back(words.whole_number("an index", 0, std::numeric_limits<std::int32_t>::max()));
    if (index.size() > max_rank) throw Error(fmt::format("an index has at most {} numbers", max_rank));
    return index;
}

template <Point::Gesture gesture>
ScriptAction point(ScriptWords& words) {
    Point point{gesture, words.word(anchor), {}};
    point.index = index_in(words);
    return point;
}

template <Touch::Gesture gesture>
ScriptAction touch(ScriptWords& words) {
    Touch touch{gesture, words.word(anchor), {}};
    touch.index = index_in(words);
    return touch;
}

constexpr double far = 100'000;

ScriptAction drag(ScriptWords& words) {
    script::Drag drag{words.word(anchor), {}};
    if (words.take("to")) {
        drag.to = words.word(anchor);
    } else {
        drag.x = static_cast<float>(words.number("a distance", -far, far));
        drag.y = static_cast<float>(words.number("a distance", -far, far));
    }
    return drag;
}

ScriptAction swipe(ScriptWords& words) {
    Swipe swipe{.anchor = words.word(anchor)};
    swipe.x = static_cast<float>(words.number("a distance", -far, far));
    swipe.y = static_cast<float>(words.number("a distance", -far, far));
    return swipe;
}

ScriptAction pinch(ScriptWords& words) {
    Pinch pinch{.anchor = words.word(anchor)};
    pinch.factor = static_cast<float>(words.number("a factor", 0.1, 10));
    return pinch;
}

ScriptAction scroll(ScriptWords& words) {
    Scroll scroll{words.word(anchor), static_cast<float>(words.number("a number of notches", -1000, 1000)), false};
    scroll.ctrl = words.take("ctrl");
    return scroll;
}

ScriptAction key(ScriptWords& words) {
    Key key{words.word("a key")};
    if (!is_chord(key.chord))
        throw Error(fmt::format("{} is not a key; keys are written as left, space, a, f1, ctrl+shift+p", in_quotes(key.chord)));
    return key;
}

ScriptAction resize(ScriptWords& words) {
    const auto side = [&](const char* what) { return static_cast<int>(words.whole_number(what, least_side, most_side)); };
    const int width = side("a width");
    return Resize{width, side("a height")};
}

/// A text such as "vitrine:sample=navigation" is dropped as it is, and not as a path.
bool is_address(const std::string& text) { return text.find(':') < text.find('/'); }

ScriptAction drop(ScriptWords& words) {
    Drop drop{{words.word("a file")}};
    while (!words.at_end()) drop.files.emplace_back(words.word("a file"));
    return drop;
}

ScriptAction theme(ScriptWords& words) {
    const std::string name = words.word("dark or light");
    if (name != "dark" && name != "light") throw Error(fmt::format("{} is not a theme: dark or light", in_quotes(name)));
    return script::Theme{name == "dark" ? Appearance::dark : Appearance::light};
}

template <bool shown>
ScriptAction expect(ScriptWords& words) {
    const std::string where = words.word(anchor);
    return Expect{where, words.text("the text"), shown};
}

ScriptAction expect_state(ScriptWords& words) {
    const std::string pointer = words.word("a JSON pointer");
    // "~" is only written as ~0 for itself and as ~1 for /.
    for (std::size_t at = pointer.find('~'); at != std::string::npos; at = pointer.find('~', at + 1)) {
        if (at + 1 == pointer.size() || (pointer[at + 1] != '0' && pointer[at + 1] != '1'))
            throw Error("'~' is written ~0 in a JSON pointer");
    }
    if (!pointer.empty() && pointer.front() != '/')
        throw Error(fmt::format("{} is not a JSON pointer: it starts with /", in_quotes(pointer)));
    return ExpectState{pointer, words.text("the value")};
}

/// Words that look and press, which lessons may use, too.
constexpr std::array pressing_words{
    ScriptWord{"click", point<Point::Gesture::click>},
    ScriptWord{"double-click", point<Point::Gesture::double_click>},
    ScriptWord{"right-click", point<Point::Gesture::right_click>},
    ScriptWord{"hover", point<Point::Gesture::hover>},
    ScriptWord{"drag", drag},
    ScriptWord{"tap", touch<Touch::Gesture::tap>},
    ScriptWord{"double-tap", touch<Touch::Gesture::double_tap>},
    ScriptWord{"long-press", touch<Touch::Gesture::long_press>},
    ScriptWord{"swipe", swipe},
    ScriptWord{"pinch", pinch},
    ScriptWord{"scroll", scroll},
    ScriptWord{"key", key},
    ScriptWord{"type", [](ScriptWords& words) -> ScriptAction { return Type{words.text("the text")}; }, true},
    ScriptWord{"theme", theme},
    ScriptWord{"wait",
               [](ScriptWords& words) -> ScriptAction {
                   return Wait{static_cast<int>(words.whole_number("a number of frames", 1, 10'000))};
               }},
    ScriptWord{"train",
               [](ScriptWords& words) -> ScriptAction {
                   return Train{static_cast<int>(words.whole_number("a number of steps", 1, 100'000))};
               }},
    ScriptWord{
        "wait-steps",
        [](ScriptWords& words) -> ScriptAction { return WaitSteps{words.whole_number("a number of steps", 1, 100'000'000)}; }},
    ScriptWord{"expect", expect<true>, true},
    ScriptWord{"expect-not", expect<false>, true},
    ScriptWord{"expect-state", expect_state, true},
};

/// Words that write and open, and words that only scripts for testing the program need.
constexpr std::array words_of_scripts{
    ScriptWord{"resize", resize},
    ScriptWord{"scale", [](ScriptWords& words) -> ScriptAction { return Scale{words.number("a scale", least_scale, most_scale)}; }},
    ScriptWord{"drop", drop},
    ScriptWord{"clipboard", [](ScriptWords& words) -> ScriptAction { return Clipboard{words.text("the text")}; }, true},
    ScriptWord{"screenshot", [](ScriptWords& words) -> ScriptAction { return Screenshot{words.word("a file")}; }},
    ScriptWord{"expect-no-cut-text", [](ScriptWords&) -> ScriptAction { return ExpectNoCutText{}; }},
    ScriptWord{"expect-no-overlap", [](ScriptWords&) -> ScriptAction { return ExpectNoOverlap{}; }},
    ScriptWord{"anchors", [](ScriptWords&) -> ScriptAction { return ListAnchors{}; }},
    ScriptWord{"state", [](ScriptWords& words) -> ScriptAction { return SaveState{words.word("a file")}; }},
    ScriptWord{"model", [](ScriptWords& words) -> ScriptAction { return OpenFolder{words.word("a folder")}; }},
};

using WordList = std::span<const ScriptWord>;

const ScriptWord* find_word(std::initializer_list<WordList> lists, const std::string& name) {
    for (const WordList words : lists) {
        const auto found = std::ranges::find(words, name, &ScriptWord::name);
        if (found != words.end()) return &*found;
    }
    return nullptr;
}

std::vector<std::string> names_of(std::initializer_list<WordList> lists) {
    std::vector<std::string> names;
    for (const WordList words : lists) {
        for (const ScriptWord& word : words) names.emplace_back(word.name);
    }
    return names;
}

ScriptAction read_command(const std::string& name, ScriptWords& words) {
    if (const ScriptWord* word = find_word({pressing_words, setting_words(), words_of_scripts}, name)) {
        ScriptAction action = word->read(words);
        if (!word->ends_in_text) words.end();
        return action;
    }
    std::vector<std::string> names = block_words();
    for (std::string& known : command_words()) names.push_back(std::move(known));
    throw Error(fmt::format("there is no command {}{}", in_quotes(name), did_you_mean(name, names)));
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        lines.push_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
    }
    return lines;
}

/// Reads the lines of a script; the lines of a block are read once in every pass.
class ScriptReader {
public:
    ScriptReader(std::string_view text, const std::string& name) : lines_(lines_of(text)), name_(name) {}

    Script read() {
        const std::size_t end = read_lines(0);
        if (end < lines_.size()) fail(where(end), "'end' ends no block");
        return std::move(script_);
    }

private:
    /// Reads from a line to the end of the block around it, or of the script; returns the line at which that is.
    std::size_t read_lines(std::size_t line) {
        for (; line < lines_.size(); ++line) {
            const std::string text = passes_.filled_in(lines_[line]);
            ScriptWords words(text);
            if (words.at_end()) continue;
            const auto here = [&](auto&& read) { return within(where(line), read); };
            const std::string word = here([&] { return words.word("a command"); });
            if (word == "end") {
                here([&] { words.end(); });
                return line;
            }
            if (const auto block = here([&] { return parse_block(word, words); })) {
                line = read_block(line, word, *block);
            } else {
                add(line, here([&] { return read_command(word, words); }));
            }
        }
        return line;
    }

    /// Returns the line at which the block ends.
    std::size_t read_block(std::size_t line, const std::string& word, const ScriptBlock& block) {
        std::size_t end = line;
        for (const ScriptPass& pass : block.passes) {
            within(where(line), [&] { passes_.begin(block.name, pass.value); });
            for (const ScriptAction& action : pass.before) add(line, action);
            end = read_lines(line + 1);
            passes_.end();
            if (end == lines_.size()) fail(where(line), fmt::format("{} has no 'end'", in_quotes(word)));
        }
        return end;
    }

    void add(std::size_t line, ScriptAction action) {
        if (script_.size() == most_commands) fail(where(line), fmt::format("a script has at most {} commands", most_commands));
        if (Drop* dropped = std::get_if<Drop>(&action)) {
            const std::filesystem::path folder = std::filesystem::path(name_).parent_path();
            for (std::filesystem::path& file : dropped->files) {
                if (!is_address(file.string())) file = folder / file;
            }
        }
        script_.push_back({where(line), std::move(action)});
    }

    /// "visit.drive:12 (size 1280x800@2)".
    std::string where(std::size_t line) const { return fmt::format("{}:{}{}", name_, line + 1, passes_.in_brackets()); }

    static constexpr std::size_t most_commands = 100'000;

    std::vector<std::string_view> lines_;
    std::string name_;
    ScriptPasses passes_;
    Script script_;
};

}  // namespace

std::vector<std::string> command_words() { return names_of({pressing_words, setting_words(), words_of_scripts}); }

std::vector<std::string> lesson_command_words() { return names_of({pressing_words, setting_words()}); }

script::ScriptAction parse_command(std::string_view line) {
    ScriptWords words(line);
    return read_command(words.word("a command"), words);
}

script::ScriptAction parse_lesson_command(std::string_view line) {
    ScriptWords words(line);
    const std::string word = words.word("a command");
    require_lesson_command(word);
    return read_command(word, words);
}

void require_lesson_command(const std::string& word) {
    if (find_word({words_of_scripts}, word)) throw Error(fmt::format("{} is not for lessons: {}", in_quotes(word), lesson_limits));
}

Script parse_script(std::string_view text, const std::string& name) { return ScriptReader(text, name).read(); }

}  // namespace vitrine
