#include "app/session/keeper.h"

#include <csignal>
#include <cstdlib>
#include <random>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/session/data.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/tensors/commands.h"
#include "core/files/file.h"
#include "core/tensor/error.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"

namespace vitrine::session_keeper_test {
using namespace vitrine::tests;

namespace {

/// An environment variable that gets its old value back in the end.
class Variable {
public:
    explicit Variable(const char* name) : name_(name), before_(std::getenv(name) ? std::getenv(name) : "") {}
    ~Variable() { set(before_); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

    void set(const std::string& value) const { setenv(name_, value.c_str(), 1); }

private:
    const char* name_;
    const std::string before_;
};

std::size_t files_in(const std::filesystem::path& folder) {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

[[noreturn]] void save_forever(const std::filesystem::path& file, const std::string& one, const std::string& other) {
    for (;;) {
        save_session(file, one);
        save_session(file, other);
    }
}

}  // namespace

TEST_CASE(
    "a process killed while saving leaves the old session or the new one, a hundred times, and the next save removes the rest") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    State state = opened("navigation");
    const std::string one = session_text(session_of(state));
    apply(state, SelectTensor{"decoder.layers.0.cross_attn.weights"});
    for (int i = 0; i < 200; ++i) apply(state, ToggleSection{"a section of a name that makes the file long, " + std::to_string(i)});
    const std::string other = session_text(session_of(state));
    save_session(file, one);

    std::mt19937 random(7);
    std::size_t in_the_middle = 0;
    for (int i = 0; i < 100; ++i) {
        const pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) save_forever(file, one, other);
        usleep(std::uniform_int_distribution<useconds_t>(200, 12000)(random));
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const std::string text = read_file(file);
        CHECK((text == one || text == other));
        CHECK_NOTHROW(read_session(text, "session.json", all_modules()));
        REQUIRE(files_in(folder.path()) <= 2);
        in_the_middle += files_in(folder.path()) - 1;
    }
    CHECK(in_the_middle > 0);  // some kills hit half-written files
    save_session(file, one);
    CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a session is saved when it has not changed for a moment, and at the end") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    SessionKeeper keeper(file);
    CHECK_FALSE(keeper.read(all_modules()));
    State state = opened("navigation");
    keeper.follow(state, 0);
    CHECK(keeper.waits());
    keeper.follow(state, 1);
    CHECK_FALSE(std::filesystem::exists(file));
    apply(state, GoToStep{3});
    keeper.follow(state, 1.9);
    keeper.follow(state, 3);
    CHECK(keeper.waits());
    keeper.follow(state, 4);
    for (int i = 0; i < 2000 && keeper.waits(); ++i) usleep(10000);  // another thread writes it
    CHECK_FALSE(keeper.waits());
    CHECK(read_file(file) == session_text(session_of(state)));
    apply(state, GoToStep{5});
    keeper.finish(state);
    CHECK(read_session(read_file(file), "session.json", all_modules()).place.step == 5);
    CHECK(files_in(folder.path()) == 2);  // with its lock
}

TEST_CASE("on one thread a session is saved with the next frame") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    SessionKeeper keeper(file, Scheduling::slices);
    State state = opened("navigation");
    for (double now = 0; now < 2.5; now += 0.5) keeper.follow(state, now);
    CHECK(keeper.waits());  // no longer for calm, but for the frame that writes
    CHECK_FALSE(std::filesystem::exists(file));
    keeper.follow(state, 2.6);
    CHECK_FALSE(keeper.waits());
    CHECK(read_file(file) == session_text(session_of(state)));
    CHECK_FALSE(keeper.take_problem());
    apply(state, GoToStep{5});
    keeper.finish(state);
    CHECK(read_file(file) == session_text(session_of(state)));
}

TEST_CASE("a session that goes on changing is saved every ten seconds nevertheless") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    SessionKeeper keeper(file);
    State state = opened("navigation");
    const auto play_until = [&](double from, double to) {
        for (double now = from; now < to; now += 0.25) {
            apply(state, SetSearch{typed_text(std::to_string(now))});  // never what it was before
            keeper.follow(state, now);
        }
    };
    play_until(0, 9.5);
    CHECK_FALSE(std::filesystem::exists(file));
    play_until(9.5, 11);
    keeper.take_problem();
    for (int i = 0; i < 1000 && !std::filesystem::exists(file); ++i) usleep(1000);
    REQUIRE(std::filesystem::exists(file));
    std::filesystem::remove(file);
    play_until(11, 19);
    CHECK_FALSE(std::filesystem::exists(file));
    play_until(19, 22);
    for (int i = 0; i < 1000 && !std::filesystem::exists(file); ++i) usleep(1000);
    CHECK(std::filesystem::exists(file));
}

TEST_CASE("of two windows with one session the second one says that it does not save, and leaves the file alone") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    State state = opened("navigation");
    {
        SessionKeeper first(file);
        CHECK_FALSE(first.take_problem());
        first.finish(state);
        const std::string saved = read_file(file);
        SessionKeeper second(file);
        CHECK(second.take_problem() == "another window is using this session: nothing done in this window is saved");
        CHECK_FALSE(second.take_problem());
        CHECK(second.read(all_modules()));
        apply(state, GoToStep{3});
        for (double now = 0; now < 20; now += 1) second.follow(state, now);
        CHECK_FALSE(second.waits());
        second.finish(state);
        CHECK(read_file(file) == saved);
        first.finish(state);
        CHECK(read_file(file) != saved);
    }
    CHECK(files_in(folder.path()) == 1);  // no lock is left
    SessionKeeper third(file);
    CHECK_FALSE(third.take_problem());
}

TEST_CASE("a session that cannot be read is kept aside before another takes its place") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    write_file_atomically(file, "{\"version\": 1, \"colour\": 3}");
    SessionKeeper keeper(file);
    CHECK_THROWS_AS(keeper.read(all_modules()), Error);
    State state = opened("navigation");
    keeper.finish(state);
    CHECK(read_file(file) == session_text(session_of(state)));
    CHECK(read_file(folder.path() / "session.json.kept").find("colour") != std::string::npos);
    apply(state, GoToStep{2});
    keeper.finish(state);
    CHECK(files_in(folder.path()) == 3);  // with its lock: once is enough
}

TEST_CASE("a session that is kept aside is there whole or not at all") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    write_file_atomically(file, std::string(10'000, 'x'));
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit free{};
    getrlimit(RLIMIT_FSIZE, &free);
    const rlimit tight{5000, free.rlim_max};  // as on a disk that becomes full
    setrlimit(RLIMIT_FSIZE, &tight);
    CHECK_THROWS_AS(keep_aside(file), Error);
    setrlimit(RLIMIT_FSIZE, &free);
    std::signal(SIGXFSZ, handler);
    CHECK(files_in(folder.path()) == 1);
    CHECK(read_file(keep_aside(file)) == read_file(file));
}

TEST_CASE("a session of which something could not be had is kept aside, too") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "session.json";
    State state = opened("navigation");
    SavedSession session = session_of(state);
    session.model = ModelRequest{.folder = "/no/such/folder"};
    save_session(file, session_text(session));
    SessionKeeper keeper(file);
    apply(state, RestoreSession{*keeper.read(all_modules())});
    apply(state, OpeningFailed{.why = "there is no such folder", .model = *session.model});
    apply(state, ShowRun{make_run(*state.opening)});
    keeper.finish(state);
    CHECK(read_file(folder.path() / "session.json.kept").find("/no/such/folder") != std::string::npos);
    CHECK(read_file(file).find("/no/such/folder") == std::string::npos);
}

TEST_CASE("that a session cannot be saved is said") {
    for (const Scheduling scheduling : {Scheduling::threads, Scheduling::slices}) {
        SessionKeeper keeper("/proc/nowhere/session.json", scheduling);
        const State state = opened("navigation");
        CHECK_THROWS_AS(keeper.finish(state), Error);
        CHECK_THROWS_AS(keeper.finish(state), Error);  // it is tried again
    }
}

TEST_CASE("what is kept has its folder made below a home folder, and no home folder is made") {
    const Variable home("HOME"), own("XDG_STATE_HOME");
    const TemporaryFolder folder;
    const auto somebody = folder.path() / "somebody", nobody = folder.path() / "nobody";
    std::filesystem::create_directory(somebody);
    own.set("");
    home.set(nobody);
    CHECK_THROWS_AS(made_state_folder(), Error);
    home.set("");
    CHECK_THROWS_AS(made_state_folder(), Error);
    home.set(somebody);
    CHECK(made_state_folder() == somebody / ".local" / "state" / "vitrine");
    CHECK(std::filesystem::is_directory(somebody / ".local" / "state" / "vitrine"));
    own.set(somebody / "a" / "b");  // folders are created in a home folder, but elsewhere a missing folder is an error
    CHECK(made_state_folder() == somebody / "a" / "b" / "vitrine");
    own.set(folder.path() / "state");
    CHECK(made_state_folder() == folder.path() / "state" / "vitrine");
    own.set(nobody / "state");
    CHECK_THROWS_AS(made_state_folder(), Error);
    CHECK_FALSE(std::filesystem::exists(nobody));
}

TEST_CASE("recent models are kept in their file") {
    const TemporaryFolder folder;
    const auto file = folder.path() / "recent.json";
    State state = new_state();
    add_recent(state.recent, {.request = {.folder = "/models/a"}, .name = "a"});
    RecentKeeper(file).follow(state);
    const auto read = RecentKeeper(file).read();
    REQUIRE(read.size() == 1);
    CHECK(read.front().name == "a");
}

}  // namespace vitrine::session_keeper_test
