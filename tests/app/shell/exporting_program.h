#pragma once
/// The program with a folder of its own for what it exports.

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>

#include <unistd.h>

#include "app/shell/stage.h"
#include "core/io/file.h"

namespace vitrine::tests {

namespace fs = std::filesystem;

/// The program on the navigation sample, with a folder of its own for what it exports.
class Program {
public:
    Program() {
        std::string pattern = (fs::temp_directory_path() / "vitrine-test-XXXXXX").string();
        folder = mkdtemp(pattern.data());
        ModelRequest request;
        request.sample = "navigation";
        stage = std::make_unique<Stage>(request, StageOptions{.width = 1000, .height = 700});
        does(SetExportFolder{folder.string()});
    }
    ~Program() { fs::remove_all(folder); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

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

    fs::path folder;
    std::unique_ptr<Stage> stage;
    Input input;
};

}  // namespace vitrine::tests
