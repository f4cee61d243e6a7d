#include "core/files/leftovers.h"

#include <iterator>
#include <memory>
#include <vector>

#include <unistd.h>

#include "core/files/file.h"
#include "tests/core/files/child.h"
#include "tests/core/io/helpers.h"

namespace vitrine::leftovers_test {
using namespace vitrine::test;

namespace {

std::ptrdiff_t entries(const fs::path& folder) { return std::distance(fs::directory_iterator(folder), {}); }

}  // namespace

TEST_CASE("what a killed process has left is removed when the next file is written in that folder") {
    const TemporaryFolder folder, signs;
    Child child([&] {
        OutputFile file(folder.path() / "x");
        file.write("half");
        signs.file("written", "");
        for (;;) pause();
    });
    // The temporary file alone would be no sign: for a moment it is there and not yet locked, and its writer would make another.
    REQUIRE(comes_true([&] { return entries(signs.path()) == 1; }));
    write_file_atomically(folder.path() / "y", "");
    CHECK(entries(folder.path()) == 2);  // its writer lives
    child.send(SIGKILL);
    child.ended_by();
    CHECK(entries(folder.path()) == 2);
    write_file_atomically(folder.path() / "y", "");
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a file that is being written is not taken for a leftover, not in its own process either") {
    const TemporaryFolder folder;
    OutputFile file(folder.path() / "x");
    file.write("whole");
    write_file_atomically(folder.path() / "y", "");
    remove_leftovers(folder.path());
    file.commit();
    CHECK(read_file(folder.path() / "x") == "whole");
    CHECK(entries(folder.path()) == 2);
}

TEST_CASE("only files of a temporary file's name are removed") {
    const TemporaryFolder folder;
    const char* others[] = {".vitrine-notes",   ".vitrine-1",     ".vitrine-1-", ".vitrine--1",
                            ".vitrine-1-2.txt", ".vitrine-1-2-3", "vitrine-1-2"};
    for (const char* other : others) {
        CHECK_FALSE(is_temporary_name(other));
        folder.file(other, "mine");
    }
    fs::create_directory(folder.path() / ".vitrine-1-3");
    fs::create_symlink("vitrine-1-2", folder.path() / ".vitrine-1-4");
    const std::ptrdiff_t before = entries(folder.path());
    folder.file(".vitrine-1-2", "left");
    CHECK(is_temporary_name(temporary_name()));
    CHECK(temporary_name() != temporary_name());
    folder.file(temporary_name(), "left");
    remove_leftovers(folder.path());
    CHECK(entries(folder.path()) == before);
    for (const char* other : others) CHECK(read_file(folder.path() / other) == "mine");
    CHECK_NOTHROW(remove_leftovers(folder.path() / "nowhere"));
}

TEST_CASE("processes that write in one folder at the same time do not take each other's files") {
    const TemporaryFolder folder;
    constexpr int processes = 4, files = 150;
    std::vector<std::unique_ptr<Child>> writers;
    for (int i = 0; i < processes; ++i) {
        writers.push_back(std::make_unique<Child>([&, i] {
            const fs::path path = folder.path() / std::to_string(i);
            for (int j = 0; j < files; ++j) {
                OutputFile file(path);
                file.write(std::to_string(j));
                file.take_place();
            }
            raise(SIGTERM);
        }));
    }
    for (const auto& writer : writers) CHECK(writer->ended_by() == SIGTERM);  // rather than by an Error
    for (int i = 0; i < processes; ++i) CHECK(read_file(folder.path() / std::to_string(i)) == std::to_string(files - 1));
    CHECK(entries(folder.path()) == processes);
}

}  // namespace vitrine::leftovers_test
