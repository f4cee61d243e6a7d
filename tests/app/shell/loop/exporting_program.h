#pragma once
/// A program that exports to a folder of its own.

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>

#include <unistd.h>

#include "app/base/command.h"
#include "app/export/exporting.h"
#include "app/shell/script/stage.h"
#include "app/state/state.h"
#include "core/files/file.h"
#include "tests/temporary_folder.h"

namespace vitrine::tests {

namespace fs = std::filesystem;

/// The program with the navigation sample and an export folder of its own.
class Program {
public:
    Program() {
        ModelRequest request;
        request.sample = "navigation";
        stage = std::make_unique<Stage>(request, StageOptions{.width = 1000, .height = 700});
        does(SetExportFolder{folder.string()});
    }

    void does(const Command& command) {
        stage->application().command(command);
        stage->settle(input);
    }
    void presses(const char* key) {
        input.keys = {key};
        stage->frame(input);
    }
    const State& state() const { return stage->state(); }
    std::string read(const char* name) const { return read_file(folder / name); }
    std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder), {}); }

    const TemporaryFolder own;
    const fs::path folder = own.path();
    std::unique_ptr<Stage> stage;
    Input input;
};

}  // namespace vitrine::tests
