/// The rules themselves, on files made up for them.

#include "tests/levels/rules.h"

#include <doctest/doctest.h>

#include "tests/levels/folders.h"

namespace vitrine::levels {

namespace {

bool allowed(const std::string& file, const std::string& header) { return objections(file, "#include <" + header + ">\n").empty(); }

}  // namespace

TEST_CASE("an include of the same folder, or of one that it depends on, is allowed") {
    CHECK(allowed("core/ops/softmax.cpp", "core/ops/softmax.h"));
    CHECK(allowed("core/ops/softmax.h", "core/tensor/tensor.h"));
    CHECK(allowed("app/views/map/panel.cpp", "core/trace/trace.h"));
    CHECK(allowed("app/cli/main.cpp", "app/shell/desktop/desktop.h"));
}

TEST_CASE("an include of another folder is named with its file and line") {
    const auto found = objections("core/ops/softmax.cpp", "#pragma once\n\n  # include \"core/model/mask.h\"\n#include <vector>\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0] ==
          "core/ops/softmax.cpp:3: includes core/model/mask.h, but core/ops does not depend on core/model in CMakeLists.txt");
    CHECK_FALSE(allowed("core/io/samples.cpp", "app/state/state.h"));
    CHECK_FALSE(allowed("app/shell/loop/frame.cpp", "app/cli/arguments.h"));
    CHECK_FALSE(allowed("app/base/command.h", "app/state/state.h"));
    CHECK_FALSE(allowed("app/frame/menus.cpp", "app/views/map/state.h"));
}

TEST_CASE("folders of which neither depends on the other do not include each other") {
    CHECK_FALSE(allowed("core/train/trainer.cpp", "core/explain/anatomy.h"));
    CHECK_FALSE(allowed("core/decode/greedy.cpp", "core/tasks/task.h"));
    CHECK_FALSE(allowed("core/text/words.cpp", "core/ops/embedding.h"));
    CHECK_FALSE(allowed("app/run/run.h", "app/render/device/gpu.h"));
}

TEST_CASE("folders are read from their declarations, with what they depend on through others") {
    const Folders folders = folders_in(R"(
        vitrine_folder(low WAITED_FOR LIBRARIES a::b)  # vitrine_folder(none)
        vitrine_folder(middle DEPENDS low LIBRARIES c::d)
        foreach(view IN LISTS views)
          vitrine_folder(${view} DEPENDS middle)
        endforeach()
        vitrine_folder(high DEPENDS ${views}))",
                                       {"first", "second"});
    CHECK(folders.size() == 5);
    CHECK(folders.at("low").empty());
    CHECK(folders.at("second") == std::set<std::string>{"low", "middle"});
    CHECK(folders.at("high") == std::set<std::string>{"first", "low", "middle", "second"});
    CHECK(level_of("low", folders) == 0);
    CHECK(level_of("high", folders) == 3);
}

TEST_CASE("no view includes another view") {
    CHECK(allowed("app/views/map/panel.cpp", "app/views/map/state.h"));
    CHECK(allowed("app/views/map/panel.cpp", "app/frame/operations.h"));
    CHECK(allowed("app/shell/modules.cpp", "app/views/map/view.h"));
    const auto found = objections("app/views/masks/state.cpp", "#include \"app/views/attention/state.h\"\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0] == "app/views/masks/state.cpp:1: includes app/views/attention/state.h, but a view includes another view");
}

TEST_CASE("a circle of includes is named with its way") {
    CHECK(circles({{"core/ops/a.h", "#include \"core/ops/b.h\"\n"}, {"core/ops/b.h", "#include <vector>\n"}}).empty());
    // The header of one and the implementation of the other are enough.
    const auto two = circles({{"core/ops/a.h", "#include \"core/ops/b.h\"\n"},
                              {"core/ops/b.h", "int b();\n"},
                              {"core/ops/b.cpp", "#include \"core/ops/b.h\"\n#include \"core/ops/a.h\"\n"}});
    REQUIRE(two.size() == 2);
    CHECK(two[0] == "core/ops/a → core/ops/b → core/ops/a");
    const auto three = circles({{"core/ops/a.h", "#include \"core/ops/b.h\"\n"},
                                {"core/ops/b.h", "#include \"core/ops/c.h\"\n"},
                                {"core/ops/c.h", ""},
                                {"core/ops/c.cpp", "#include \"core/ops/a.h\"\n"}});
    REQUIRE(three.size() == 3);
    CHECK(three[0] == "core/ops/a → core/ops/b → core/ops/c → core/ops/a");
}

TEST_CASE("a module includes its own parts, and they it") {
    CHECK(circles({{"core/ops/a.h", "int a();\n"},
                   {"core/ops/a.cpp", "#include \"core/ops/a_part.h\"\n"},
                   {"core/ops/a_part.h", "#include \"core/ops/a.h\"\n"}})
              .empty());
    CHECK(circles({{"core/ops/a.h", "int a();\n"},
                   {"core/ops/a.cpp", "#include \"core/ops/part.h\"\n"},
                   {"core/ops/part.h", "#include \"core/ops/a.h\"\n"}})
              .size() == 2);
}

TEST_CASE("a crowded folder is named with how many files it holds") {
    std::vector<std::string> files;
    for (int i = 0; i < 40; ++i) files.push_back("app/room/file" + std::to_string(i) + ".h");
    CHECK(crowded_folders(files).empty());
    files.push_back("app/room/below/file.h");
    CHECK(crowded_folders(files).empty());
    files.push_back("app/room/file.h");
    const auto crowded = crowded_folders(files);
    REQUIRE(crowded.size() == 1);
    CHECK(crowded[0] == "app/room holds 41 files");
}

TEST_CASE("a type that is defined twice is named with both its places") {
    const std::string one =
        "namespace vitrine {\nstruct Words : Base {\n};\nnamespace parts {\nclass Form {};\n}  // namespace parts\n}  // namespace "
        "vitrine\n";
    const std::string other =
        "namespace vitrine {\nnamespace {\nclass Form {};\n}  // namespace\nclass Form {};\nstruct Words { int count; };\n}  // "
        "namespace vitrine\n";
    CHECK(types_of(one) == std::set<std::string>{"vitrine::Words", "vitrine::parts::Form"});
    CHECK(types_defined_twice({{"a.h", one}, {"b.h", other}}) ==
          std::vector<std::string>{"vitrine::Words is defined in a.h and in b.h"});
}

TEST_CASE("a widget knows nothing of the application") {
    CHECK(allowed("app/widgets/heatmap.cpp", "app/render/texture.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.h", "app/state/state.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.h", "app/run/run.h"));
}

TEST_CASE("a library stays in the folders it belongs to") {
    CHECK(allowed("core/ops/softmax.cpp", "Eigen/Core"));
    CHECK(allowed("core/tensor/eigen.h", "Eigen/Core"));
    CHECK_FALSE(allowed("core/ops/softmax.h", "Eigen/Core"));
    CHECK(allowed("app/render/texture.cpp", "epoxy/gl.h"));
    CHECK_FALSE(allowed("app/widgets/heatmap.cpp", "epoxy/gl.h"));
    CHECK_FALSE(allowed("app/shell/window/window.cpp", "GL/gl.h"));
    CHECK(allowed("app/shell/window/window.cpp", "GLFW/glfw3.h"));
    CHECK_FALSE(allowed("app/views/map/panel.cpp", "GLFW/glfw3.h"));
    CHECK(allowed("app/widgets/ui.cpp", "imgui.h"));
    CHECK_FALSE(allowed("app/state/state.h", "imgui.h"));
    CHECK_FALSE(allowed("core/trace/trace.cpp", "imgui_internal.h"));
    CHECK_FALSE(allowed("core/io/json.cpp", "CLI/CLI.hpp"));
    CHECK(allowed("app/base/scheduler.cpp", "thread"));
    CHECK_FALSE(allowed("app/views/train/training.cpp", "thread"));
    CHECK_FALSE(allowed("core/train/session.h", "stop_token"));
}

TEST_CASE("a header of the project is written from the root, whatever the brackets") {
    CHECK(objections("core/ops/softmax.h", "#include \"core/tensor/tensor.h\"").empty());
    CHECK(objections("core/ops/softmax.h", "#include \"../tensor/tensor.h\"").size() == 1);
    CHECK(objections("core/ops/softmax.cpp", "#include \"softmax.h\"").size() == 1);
    CHECK(objections("core/ops/softmax.cpp", "#include <core/io/json.h>").size() == 1);
}

TEST_CASE("a folder without a level is an error") {
    CHECK_FALSE(allowed("core/tools/list.cpp", "vector"));
    CHECK_FALSE(allowed("core/ops/softmax.cpp", "core/tools/list.h"));
}

}  // namespace vitrine::levels
