/// Lessons may come from strangers, so they can show and press, but not write, open, close or end anything. What is tried comes
/// from the program's own lists, so new words, actions and buttons are tried, too.

#include "app/lesson/limits.h"

#include <sstream>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/actions/palette_state.h"
#include "app/export/exporting.h"
#include "app/export/figure_export.h"
#include "app/importing/state.h"
#include "app/lesson/course.h"
#include "app/lesson/state.h"
#include "app/script/script.h"
#include "app/shell/script/automation.h"
#include "app/shell/script/lesson_check.h"
#include "app/shell/script/stage.h"
#include "app/state/lesson_limits.h"
#include "core/files/file.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::limits_test {
using namespace vitrine::tests;

namespace {

Lesson lesson_of(const std::string& steps) { return parse_lesson("# Mine\n@about It.\n" + steps, "mine", "mine.md"); }

/// A step with this line as a setting, and a step whose task this line solves.
std::string setting(const std::string& line) { return "## Step\n@" + line + "\nSaid.\n"; }
std::string task(const std::string& line) { return "## Step\n@do It.\n@until false\n@by " + line + "\nSaid.\n"; }

/// Why a lesson is refused when it is read; empty if it is not.
std::string refusal_of(const State& state, const std::string& steps) {
    try {
        require_within_limits(state, lesson_of(steps));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// A program with a folder that would contain every file that it writes on its own.
struct Watched {
    TemporaryFolder folder;
    Stage stage{{.sample = "translation"}, {.width = 1600, .height = 1000}};
    const int openings = stage.state().openings;

    Watched() { stage.application().command(SetExportFolder{folder.path().string()}); }

    const State& state() const { return stage.state(); }

    std::vector<std::string> play(const std::string& steps) {
        return check_lesson(stage, std::make_shared<const Lesson>(lesson_of(steps)), false).problems;
    }

    /// Runs a script as a lesson would.
    void press(const script::ScriptAction& action) {
        std::ostringstream unheard;
        stage.application().command(LetLessonAct{true});
        try {
            Visitor(stage, unheard).play(action);
        } catch (const VisitFailed&) {  // hidden things cannot be pressed
        } catch (const Error& error) {
            const bool by_rule = std::string_view(error.what()).find(lesson_limits) != std::string_view::npos;
            CHECK_MESSAGE(by_rule, error.what());
        }
        stage.application().command(LetLessonAct{false});
    }

    void check_nothing_done() {
        stage.application().finish_work();
        CHECK(std::filesystem::is_empty(folder.path()));
        CHECK_FALSE(state().quits);
        CHECK(state().copies == 0);
        CHECK(state().file_choices == 0);
        CHECK_FALSE(state().of<Exporting>().busy());
        CHECK(state().of<FigureExport>().to_save.empty());
        CHECK_FALSE(state().of<Importing>().writing);
        CHECK(state().of<Importing>().file.empty());
        CHECK((state().request.sample && !state().request.names_batch()));
    }
};

}  // namespace

TEST_CASE("no word of scripts lets a lesson write, open or drop a file") {
    Watched program;
    const std::string file = (program.folder.path() / "there").string();
    std::size_t tried = 0, refused = 0;
    const std::vector<std::string> of_lessons = lesson_command_words();
    for (const std::string& word : command_words()) {
        const bool is_allowed = std::ranges::find(of_lessons, word) != of_lessons.end();
        // The third time as a formula, which hides the word until the lesson is played.
        for (const std::string& step : {setting(word + ' ' + file), task(word + ' ' + file), task("{\"" + word + "\"} " + file)}) {
            CAPTURE(step);
            ++tried;
            std::string problem;
            try {
                const std::vector<std::string> problems = program.play(step);
                for (const std::string& one : problems) problem += one + '\n';
            } catch (const Error& error) {
                problem = error.what();
                CHECK(problem.starts_with("mine.md:"));
            }
            if (is_allowed) continue;
            ++refused;
            CHECK(problem.find(fmt::format("'{}' is not for lessons: a lesson can show and press", word)) != std::string::npos);
        }
        program.check_nothing_done();
    }
    CHECK(tried == 3 * command_words().size());
    CHECK(refused >= 3 * 10);
    MESSAGE(tried << " lines tried, " << refused << " of them refused");
}

TEST_CASE("no action lets a lesson write, open, drop or end anything") {
    Watched program;
    std::string hidden;
    std::size_t tried = 0, refused = 0;
    const auto formula = [](const std::string& id) { return fmt::format("perform {{\"{}\"}}", id); };
    for (const Action& action : actions(program.state())) {
        CAPTURE(action.id);
        std::vector<std::string> lines;
        for (const char* word : {"click menu/", "tap menu/"}) lines.push_back(word + action.id);
        if (!action.for_lessons) {
            ++refused;
            const std::string says = fmt::format("mine.md:4: '{}' is not for lessons: a lesson can show and press", action.id);
            CHECK(refusal_of(program.state(), setting("perform " + action.id)).starts_with(says));
            for (const std::string& line : lines)
                CHECK(refusal_of(program.state(), task(line)).find(action.id) != std::string::npos);
        } else {
            const bool is_a_word = action.id.find(' ') == std::string::npos;
            CHECK(refusal_of(program.state(), setting(is_a_word ? "perform " + action.id : formula(action.id))).empty());
        }
        if (action.listing == Listing::entry || !action.for_lessons) {
            hidden += setting(formula(action.id)) + task(fmt::format("click {{\"menu/{}\"}}", action.id));
            tried += 2;
        }
        for (const std::string& chord : chords_of(action)) hidden += task(fmt::format("key {{\"{}\"}}", chord)), ++tried;
    }
    program.play(hidden);
    program.check_nothing_done();
    CHECK(tried > 200);
    CHECK(refused > 30);
    MESSAGE(tried << " lines tried, " << refused << " actions are not for lessons");
}

TEST_CASE("the lessons on board stay within the limits") {
    const State state = new_state();
    for (const auto& lesson : course().lessons) CHECK_NOTHROW(require_within_limits(state, *lesson));
    REQUIRE(story());
    CHECK_NOTHROW(require_within_limits(state, *story()));
}

TEST_CASE("a key that only saves, copies or quits is refused when the lesson is read") {
    const State state = opened("translation");
    for (const char* chord : {"ctrl+s", "ctrl+q", "ctrl+o", "f5", "ctrl+shift+l"}) {
        CAPTURE(chord);
        CHECK(refusal_of(state, task(std::string("key ") + chord)).find("is not for lessons") != std::string::npos);
    }
    for (const char* chord : {"x", "right", "enter", "ctrl+z", "a"})
        CHECK(refusal_of(state, task(std::string("key ") + chord)).empty());
}

TEST_CASE("a lesson keeps what views show, and no file and no habit of the reader's") {
    const State state = opened("translation");
    for (const char* line : {R"(keep tokens {"tokenizer": "/etc/passwd"})", R"(keep compare {"trace": "/etc/passwd"})",
                             R"(keep export {"export_folder": "/tmp"})", R"(keep lesson {"finished": ["a"]})"}) {
        CAPTURE(line);
        CHECK(refusal_of(state, setting(line)).find("is not for lessons") != std::string::npos);
    }
    CHECK(refusal_of(state, setting(R"(keep generate {"decoding": {"strategy": "greedy"}})")).empty());
}

TEST_CASE("nothing that a lesson clicks writes, opens, drops or ends anything") {
    Watched program;
    std::size_t tried = 0;
    const auto click_all = [&](const auto& prepare) {
        prepare();
        Input input;
        program.stage.settle(input);
        std::vector<std::string> names;
        for (const Anchor& anchor : program.stage.record().anchors) {
            // All words, cells and layers of the map are alike, so one of each is enough.
            const bool is_known = std::ranges::find(names, anchor.name) != names.end();
            if (anchor.focusable && !is_known && !anchor.cells) names.push_back(anchor.name);
        }
        for (const std::string& name : names) {
            CAPTURE(name);
            prepare();
            program.press(script::Point{script::Point::Gesture::click, name, {}});
            ++tried;
        }
        program.check_nothing_done();
    };
    for (const Module* view : views(program.state().modules)) {
        click_all([&] {
            program.stage.application().command(SetMenu{""});
            program.stage.application().command(SetView{View{view->name}});
        });
    }
    for (const std::string menu : {export_page, figure_page, import_page, palette_menu, "page/transcript", "menu/file"}) {
        click_all([&] { program.stage.application().command(SetMenu{menu}); });
    }
    CHECK(tried > 300);
    MESSAGE(tried << " buttons pressed");
}

TEST_CASE("what a lesson types opens and writes nothing") {
    Watched program;
    const std::string link = "vitrine:sample=navigation", path = test_data("goldens/translation").string();
    const std::string saved = (program.folder.path() / "saved.png").string();
    const auto open = [&](const char* menu) { program.stage.application().command(SetMenu{menu}); };
    for (const std::string& text : {link, path, (std::filesystem::path(path) / "model.safetensors").string()}) {
        open("");
        program.press(script::Key{"ctrl+p"});
        program.press(script::Type{text});
        program.press(script::Key{"enter"});
        program.check_nothing_done();
        CHECK(program.state().request.sample == "translation");
    }
    open(export_page);
    program.press(script::Key{"ctrl+a"});
    program.press(script::Type{saved});
    program.press(script::Key{"enter"});
    program.check_nothing_done();
}

TEST_CASE("who reads a lesson can still do everything") {
    Watched program;
    Commands commands;
    perform(*find_action(program.state(), "file/quit"), program.state(), commands);
    for (const Command& command : commands) program.stage.application().command(command);
    CHECK(program.state().quits);
}

}  // namespace vitrine::limits_test
