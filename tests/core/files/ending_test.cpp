#include "core/files/ending.h"

#include <iterator>
#include <thread>

#include <unistd.h>

#include "core/files/file.h"
#include "core/files/file_lock.h"
#include "core/files/made_folder.h"
#include "tests/core/files/child.h"
#include "tests/core/io/helpers.h"
#include "tests/counted.h"

namespace vitrine::ending_test {
using namespace vitrine::test;

namespace {

std::ptrdiff_t entries(const fs::path& folder) { return std::distance(fs::directory_iterator(folder), {}); }

}  // namespace

TEST_CASE("a signal ends the program as ever, and what is unfinished is removed") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {
        const TemporaryFolder folder;
        const fs::path path = folder.file("x", "old");
        Child child([&] {
            end_tidily_by_signals();
            const FileLock lock(path);
            const MadeFolder made(folder.path() / "a");
            OutputFiles files;
            files.add(path).write("new");
            files.add(folder.path() / "a/y").write("new");
            write_file_atomically(folder.path() / "z", "new");
            for (;;) pause();
        });
        REQUIRE(comes_true([&] { return fs::exists(folder.path() / "z"); }));
        CHECK(entries(folder.path()) == 5);  // x, its lock, its temporary file, a and z
        child.send(signal);
        CHECK(child.ended_by() == signal);
        CHECK(read_file(path) == "old");
        CHECK(entries(folder.path()) == 2);
    }
}

TEST_CASE("a folder that is no longer empty stays when a signal comes") {
    const TemporaryFolder folder;
    Child child([&] {
        end_tidily_by_signals();
        const MadeFolder made(folder.path() / "a");
        write_file_atomically(folder.path() / "a/x", "");
        raise(SIGTERM);
    });
    CHECK(child.ended_by() == SIGTERM);
    CHECK(entries(folder.path() / "a") == 1);
}

TEST_CASE("a signal that the caller ignores is ignored, but not a broken pipe") {
    const TemporaryFolder folder;
    Child child([&] {
        for (const int signal : {SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
        end_tidily_by_signals();
        raise(SIGHUP);
        write_file_atomically(folder.path() / "x", "");
        raise(SIGPIPE);
    });
    CHECK(child.ended_by() == SIGPIPE);
    CHECK(fs::exists(folder.path() / "x"));
}

TEST_CASE("what is undisturbed is finished before a signal ends the program, whichever thread the signal comes to") {
    for (const bool other_thread : {false, true}) {
        const TemporaryFolder folder;
        Child child([&] {
            end_tidily_by_signals();
            const auto signal = [] { kill(getpid(), SIGTERM); };
            std::jthread other;
            {
                const Undisturbed undisturbed;
                {
                    const Undisturbed again;
                    if (!other_thread) signal();
                }
                // A new thread would inherit the blocked signals.
                sigset_t none;
                sigemptyset(&none);
                if (other_thread) other = std::jthread([&] { pthread_sigmask(SIG_SETMASK, &none, nullptr), signal(), pause(); });
                usleep(50'000);
                folder.file("finished", "");
            }
            usleep(1'000'000);
            folder.file("survived", "");
        });
        CHECK(child.ended_by() == SIGTERM);
        CHECK(fs::exists(folder.path() / "finished"));
        CHECK_FALSE(fs::exists(folder.path() / "survived"));
    }
}

TEST_CASE("where a signal ends the program while threads go on writing, they leave nothing either") {
    const tests::Counted checks(100);
    constexpr int trials = 60;
    for (int trial = 0; trial < trials; ++trial) {
        const TemporaryFolder folder;
        Child child([&] {
            end_tidily_by_signals();
            const auto write = [&](int i) {
                for (;;) OutputFile(folder.path() / std::to_string(i)).take_place();
            };
            const std::jthread first(write, 1), second(write, 2), third(write, 3);
        });
        REQUIRE(comes_true([&] { return fs::exists(folder.path() / "1") && fs::exists(folder.path() / "3"); }));
        child.send(SIGTERM);
        CHECK(child.ended_by() == SIGTERM);
        CHECK(entries(folder.path()) <= 3);
    }
}

TEST_CASE("a signal between the renamings of files that belong together waits until the last one") {
    const tests::Counted checks(40);
    constexpr int count = 40, trials = 10;
    for (int trial = 0; trial < trials; ++trial) {
        const TemporaryFolder folder;
        const auto path = [&](int i) { return folder.path() / std::to_string(i); };
        Child child([&] {
            end_tidily_by_signals();
            OutputFiles files;
            for (int i = 0; i < count; ++i) files.add(path(i)).write("new");
            files.commit();
        });
        REQUIRE(comes_true([&] { return access(path(0).c_str(), F_OK) == 0; }));
        child.send(SIGTERM);
        CHECK(child.ended_by() == SIGTERM);
        CHECK(entries(folder.path()) == count);
        CHECK(fs::exists(path(count - 1)));
    }
}

TEST_CASE("only a folder that was made and is empty is removed in the end") {
    const TemporaryFolder folder;
    const fs::path old = folder.path() / "old";
    fs::create_directory(old);
    {
        const MadeFolder made(old / "a/"), again(old), and_again(old / "a");
        CHECK(fs::is_directory(old / "a"));
    }
    CHECK(fs::is_empty(old));
    {
        const MadeFolder made(old / "a");
        folder.file("old/a/x", "");
    }
    CHECK(fs::exists(old / "a/x"));
    check_error([&] { MadeFolder(old / "a/x"); }, "old/a/x: this is a file, a folder is needed");
    check_error([&] { MadeFolder(old / "a/x/y"); }, "old/a/x/y: the folder cannot be made: ");
    check_error([&] { MadeFolder(old / "b/y"); }, "old/b/y: the folder cannot be made: there is no folder ");
    CHECK_FALSE(fs::exists(old / "b"));
    // An existing folder in which the system does not allow new ones.
    check_error([&] { MadeFolder("/proc/y"); }, "/proc/y: the folder cannot be made: No such file or directory");
}

}  // namespace vitrine::ending_test
