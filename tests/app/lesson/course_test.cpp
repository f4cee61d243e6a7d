#include "app/lesson/course.h"

#include <fstream>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/formula/functions.h"
#include "app/lesson/written_numbers.h"
#include "core/files/file.h"
#include "tests/counted.h"
#include "tests/temporary_folder.h"
#include "tests/test_data.h"

namespace vitrine::tests {

namespace {

void write_lesson(const std::filesystem::path& folder, const std::string& name, const std::string& after) {
    std::ofstream(folder / (name + ".md")) << "# " << name << "\n@about It.\n" << after << "## Step\nSaid.\n";
}

}  // namespace

TEST_CASE("the lessons of the course can be read, and write down no number") {
    CHECK(course().problems.empty());
    for (const std::string& problem : course().problems) MESSAGE(problem);
    CHECK_FALSE(course().lessons.empty());
    for (const auto& lesson : course().lessons) {
        for (const std::string& found : written_numbers(*lesson)) FAIL_CHECK(found);
        CHECK_FALSE(lesson->finds.empty());
    }
}

TEST_CASE("the guide to lessons has every word, every fact and every function") {
    const Counted checks(40);
    const std::string guide = read_file(test_data("../docs/LESSONS.md"));
    for (const std::string& word : lesson_words()) {
        CAPTURE(word);
        CHECK(guide.find("`@" + word) != std::string::npos);
    }
    const auto has_row = [&](std::string_view name, std::string_view says) {
        return guide.find(fmt::format("| `{}` | {} |\n", name, says)) != std::string::npos;
    };
    for (const Fact& fact : facts()) CHECK(has_row(fact.name, fact.says));
    for (const auto functions : {number_functions(), text_functions(), run_functions()}) {
        for (const Function& function : functions) {
            CAPTURE(function.name);
            CHECK(has_row(function.name, function.says));
        }
    }
}

TEST_CASE("lessons that build on one another in a circle, or on none, are left out and named") {
    const TemporaryFolder folder;
    write_lesson(folder.path(), "a", "@after b\n");
    write_lesson(folder.path(), "b", "@after a\n");
    write_lesson(folder.path(), "c", "@after nothing\n");
    write_lesson(folder.path(), "d", "");
    write_lesson(folder.path(), "e", "@after d\n");
    const Course found = read_course(folder.path());
    REQUIRE(found.lessons.size() == 2);
    CHECK(found.lessons[0]->name == "d");
    REQUIRE(found.problems.size() == 3);
    CHECK(found.problems[0].find("md:3: these lessons build on each other in a circle: a → b → a") != std::string::npos);
    CHECK(found.problems[2].find("there is no lesson 'nothing' to build on") != std::string::npos);
}

}  // namespace vitrine::tests
