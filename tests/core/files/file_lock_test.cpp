#include "core/files/file_lock.h"

#include <unistd.h>

#include "core/files/ending.h"
#include "core/files/file.h"
#include "tests/core/files/child.h"
#include "tests/core/io/helpers.h"

namespace vitrine::file_lock_test {
using namespace vitrine::test;

TEST_CASE("a lock is held by one, and is gone with its holder") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "x";
    {
        const FileLock first(file);
        CHECK(first.held());
        CHECK_FALSE(FileLock(file).held());
        CHECK(fs::exists(folder.path() / "x.lock"));
    }
    CHECK_FALSE(fs::exists(folder.path() / "x.lock"));
    CHECK(FileLock(file).held());
    CHECK(FileLock(folder.path() / "nowhere/x").held());  // there can be none
}

TEST_CASE("a process that is ended leaves no lock that counts") {
    for (const int signal : {SIGKILL, SIGTERM}) {
        const TemporaryFolder folder;
        const fs::path file = folder.path() / "x";
        Child child([&] {
            end_tidily_by_signals();
            const FileLock lock(file);
            if (lock.held()) write_file_atomically(folder.path() / "held", "");
            for (;;) pause();
        });
        REQUIRE(comes_true([&] { return fs::exists(folder.path() / "held"); }));
        CHECK_FALSE(FileLock(file).held());
        child.send(signal);
        child.ended_by();
        CHECK(fs::exists(folder.path() / "x.lock") == (signal == SIGKILL));
        CHECK(FileLock(file).held());
        CHECK_FALSE(fs::exists(folder.path() / "x.lock"));
    }
}

}  // namespace vitrine::file_lock_test
