/// A training outlasts its window: what is kept of it, how the next window continues it, and when the user is asked.

#include "app/views/train/keeping.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <doctest/doctest.h>
#include <sys/resource.h>

#include "app/base/scheduler.h"
#include "app/opening/commands.h"
#include "app/state/learning.h"
#include "app/state/leaving.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/training/plan.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "app/views/train/training.h"
#include "core/files/file.h"
#include "core/io/checkpoint.h"
#include "core/io/history_file.h"
#include "core/io/model_folder.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"

namespace vitrine::keeping_test {
using namespace vitrine::tests;

namespace {

namespace fs = std::filesystem;

/// A state with its training, driven as the window does it.
struct KeepingWindow {
    State state = opened("translation");
    std::unique_ptr<Scheduler> scheduler = make_scheduler(Scheduling::threads);

    /// `folder`: the training's folder; nothing: the training is not kept.
    explicit KeepingWindow(const std::optional<fs::path>& folder = {}) {
        state.of<TrainingKeeping>().was_shown = true;  // as a session says
        if (folder) command(KeepTraining{*folder});    // a session's view is entered before the training has been read
        act(SetView{View::train});
    }
    void command(const Command& wanted) {
        apply(state, wanted);
        for (const auto& lack : {missing_training(state), keeping_module.missing(state)})
            if (lack) scheduler->ask(lack->tag, lack->job);
    }
    void settle() {
        for (int i = 0; i < 100; ++i) {
            scheduler->wait();
            const Commands news = scheduler->take();
            if (news.empty() && !scheduler->busy()) return;
            for (const Command& one : news) command(one);
        }
    }
    void act(const Command& wanted) {
        command(wanted);
        settle();
    }
    void train(int steps) { act(StepTraining{steps}); }
    void quit() {
        act(Quit{});
        for (int i = 0; i < 100 && state.quits && !may_close(state); ++i) act(PassTime{0.1});
    }
    const TrainingView& training() const { return state.of<TrainingView>(); }
};

std::span<const Scalar> numbers(const ParameterBuffer& buffer) { return buffer.cells(); }

/// Whether two trainings have the same numbers, to the last bit, and have kept the same moments.
void check_same(const KeepingWindow& one, const KeepingWindow& other) {
    REQUIRE(one.training().snapshot);
    REQUIRE(other.training().snapshot);
    const Snapshot &a = *one.training().snapshot, &b = *other.training().snapshot;
    CHECK(a.steps == b.steps);
    REQUIRE(a.standing);
    REQUIRE(b.standing);
    CHECK(std::ranges::equal(numbers(*a.standing->parameters), numbers(*b.standing->parameters)));
    CHECK(std::ranges::equal(numbers(a.standing->memory->first_moment), numbers(b.standing->memory->first_moment)));
    CHECK(std::ranges::equal(numbers(a.standing->memory->second_moment), numbers(b.standing->memory->second_moment)));
    CHECK(a.standing->schedule == b.standing->schedule);
    REQUIRE(a.moments.all().size() == b.moments.all().size());
    for (std::size_t i = 0; i < a.moments.all().size(); ++i) {
        CHECK(a.moments.all()[i].step == b.moments.all()[i].step);
        CHECK(a.moments.all()[i].is_full() == b.moments.all()[i].is_full());
    }
    CHECK(a.history.size() == b.history.size());
    CHECK(one.state.run->model->name == other.state.run->model->name);
    CHECK(one.state.run->model->title == other.state.run->model->title);
    CHECK(*one.training().started == *other.training().started);
}

using Prepare = void (*)(KeepingWindow&);

void learn_a_task(KeepingWindow& window) { window.act(SetTask{"copy"}); }

void learn_the_open_sentences(KeepingWindow& window) {
    window.act(SetTask{open_sentences});
    REQUIRE(window.training().settings.from == TrainingStart::open_model);
}

void learn_with_dropout(KeepingWindow& window) {
    window.act(SetTask{"reverse"});
    TrainingSettings settings = window.training().settings;
    set_option(settings, TrainingOption::dropout, 0.1);
    set_option(settings, TrainingOption::schedule, option_info(TrainingOption::schedule).values.back());
    window.act(SetTrainingOption{TrainingOption::dropout, option_place(settings, TrainingOption::dropout)});
    window.act(SetTrainingOption{TrainingOption::schedule, option_place(settings, TrainingOption::schedule)});
}

/// While this object lives, no file may become longer than this.
struct SmallDisk {
    explicit SmallDisk(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit small = before;
        small.rlim_cur = bytes;
        handler = std::signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() {
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
    }
    rlimit before{};
    void (*handler)(int) = nullptr;
};

}  // namespace

TEST_CASE("a training that was kept goes on in the next window bit for bit, as if it had never been interrupted") {
    for (const Prepare prepare : {learn_a_task, learn_the_open_sentences, learn_with_dropout}) {
        const TemporaryFolder place;
        const fs::path folder = place.path() / "session.json.training";
        KeepingWindow whole;
        prepare(whole);
        whole.train(37);
        {
            KeepingWindow first(folder);
            prepare(first);
            first.train(25);
            first.quit();
            REQUIRE(may_close(first.state));
            CHECK(first.state.menu.empty());
        }
        CHECK(read_checkpoint(folder).state->steps == 25);
        KeepingWindow second(folder);
        CHECK(second.state.message.empty());
        CHECK(second.state.notice == "The training is where you left it, after 25 steps.");
        CHECK(second.training().steps() == 25);
        CHECK(second.state.of<Learning>().shown);
        CHECK(second.training().curves.loss.size() == 25);
        second.train(12);
        check_same(second, whole);
    }
}

TEST_CASE("a learning rate that was changed stays so in the next window") {
    const TemporaryFolder place;
    const fs::path folder = place.path() / "kept";
    const auto train = [](KeepingWindow& window) {
        window.act(SetTask{"copy"});
        window.train(5);
        window.act(SetTrainingOption{TrainingOption::rate, 0});
        window.train(5);
    };
    KeepingWindow whole;
    train(whole);
    whole.train(5);
    {
        KeepingWindow first(folder);
        train(first);
        first.quit();
    }
    KeepingWindow second(folder);
    second.state.of<TrainingView>().settings = *second.training().started;
    second.train(5);
    check_same(second, whole);
}

TEST_CASE("a training that is not shown is kept, and waits under Train in the next window") {
    const TemporaryFolder place;
    const fs::path folder = place.path() / "kept";
    {
        KeepingWindow first(folder);
        learn_a_task(first);
        first.train(4);
        first.act(ShowRun{make_run(sample("navigation"))});
        first.quit();
        REQUIRE(may_close(first.state));
        CHECK_FALSE(first.state.of<TrainingKeeping>().was_shown);
    }
    KeepingWindow second;
    second.state.of<TrainingKeeping>().was_shown = false;
    second.act(KeepTraining{folder});
    CHECK(second.training().steps() == 4);
    CHECK_FALSE(second.state.of<Learning>().shown);
    CHECK(second.state.run->model->name == "translation");
    second.train(1);
    CHECK(second.training().steps() == 5);
    CHECK(second.state.of<Learning>().shown);
}

TEST_CASE(
    "where the training cannot be kept its user is asked, and may stay or lose it; the one that was kept before is still there") {
    const TemporaryFolder place;
    const fs::path folder = place.path() / "kept";
    KeepingWindow window(folder);
    learn_a_task(window);
    window.train(3);
    window.quit();
    REQUIRE(may_close(window.state));
    window.state.quits = false;
    window.train(4);
    {
        const SmallDisk disk(2000);
        window.quit();
    }
    CHECK_FALSE(window.state.quits);
    CHECK(window.state.menu == leave_page);
    CHECK(window.state.of<Leaving>().lost.starts_with("The training of 7 steps cannot be saved: " + folder.string()));
    CHECK(read_checkpoint(folder).state->steps == 3);
    CHECK(read_history(folder).moments.all().back().step == 3);
    window.act(SetMenu{""});
    CHECK_FALSE(window.state.quits);
    window.train(1);
    window.quit();  // now there is room
    CHECK(may_close(window.state));
    CHECK(read_checkpoint(folder).state->steps == 8);
}

TEST_CASE("a window that keeps no session asks before a training is lost, once a step has been taken") {
    KeepingWindow window;
    learn_a_task(window);
    window.train(0);
    window.quit();
    CHECK(may_close(window.state));
    window.state.quits = false;
    window.train(2);
    window.quit();
    CHECK_FALSE(window.state.quits);
    CHECK(window.state.menu == leave_page);
    CHECK(window.state.of<Leaving>().lost.starts_with(
        "The training of 2 steps cannot be saved: this window does not save its session."));
    window.act(LeaveAnyway{});
    CHECK(may_close(window.state));
}

TEST_CASE("a training that goes on is paused and kept when the window is closed") {
    const TemporaryFolder place;
    const fs::path folder = place.path() / "kept";
    KeepingWindow window(folder);
    learn_a_task(window);
    window.act(PlayTraining{});
    for (int i = 0; i < 10'000 && window.training().steps() < 5; ++i) {
        window.act(PassTime{0.01});
        std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the training has a thread of its own
    }
    REQUIRE(window.training().steps() >= 5);
    window.quit();
    REQUIRE(may_close(window.state));
    CHECK_FALSE(window.state.of<Learning>().playing);
    CHECK(read_checkpoint(folder).state->steps == window.training().steps());
}

TEST_CASE("one that stands still is kept without being asked for, a moment later") {
    const TemporaryFolder place;
    const fs::path folder = place.path() / "kept";
    KeepingWindow window(folder);
    learn_a_task(window);
    window.train(6);
    CHECK_FALSE(holds_checkpoint(folder));
    CHECK(keeping_module.moving(window.state));  // so that there are frames in which time passes
    for (int i = 0; i < 20; ++i) window.act(PassTime{0.1});
    CHECK(holds_checkpoint(folder));
    CHECK(read_checkpoint(folder).state->steps == 6);
    CHECK_FALSE(keeping_module.moving(window.state));
}

TEST_CASE("what cannot be read of a kept training is said in a line, and put aside before another is kept there") {
    const TemporaryFolder place;
    const fs::path folder = place.path() / "kept";
    {
        KeepingWindow first(folder);
        learn_a_task(first);
        first.train(3);
        first.quit();
    }
    const std::string whole = read_file(folder / model_folder::training);
    for (const std::size_t length : {std::size_t{0}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
        write_file_atomically(folder / model_folder::training, whole.substr(0, length));
        KeepingWindow next(folder);
        CHECK(next.state.message.starts_with("a saved training cannot be continued: " + folder.string()));
        CHECK(next.state.message.find('\n') == std::string::npos);
        CHECK_FALSE(next.training().started);
        CHECK(next.state.run->model->name == "translation");
    }
    KeepingWindow next(folder);
    learn_a_task(next);
    next.train(2);
    next.quit();
    REQUIRE(may_close(next.state));
    CHECK(read_checkpoint(folder).state->steps == 2);
    const fs::path aside = folder.string() + ".kept";
    CHECK(read_file(aside / model_folder::training) == whole.substr(0, whole.size() - 1));
}

TEST_CASE("starting over loses no training: the longest can be gone back to, also in the next window") {
    const TemporaryFolder place;
    const fs::path folder = place.path() / "kept";
    KeepingWindow whole;
    learn_a_task(whole);
    whole.train(9);
    {
        KeepingWindow first(folder);
        learn_a_task(first);
        first.train(8);
        for (int i = 0; i < 3; ++i) {  // as a lesson does
            first.act(ResetTraining{});
            first.train(1);
        }
        CHECK(first.state.notice.empty() == false);
        REQUIRE(first.training().before);
        CHECK(first.training().before->steps() == 8);
        first.act(GoBackToTraining{});
        CHECK(first.training().steps() == 8);
        CHECK(first.training().before->steps() == 1);
        first.act(GoBackToTraining{});
        CHECK(first.training().steps() == 1);
        first.quit();
        for (int i = 0; i < 20; ++i) first.act(PassTime{0.1});
    }
    KeepingWindow second(folder);
    CHECK(second.training().steps() == 1);
    REQUIRE(second.training().before);
    CHECK(second.training().before->steps() == 8);
    second.act(GoBackToTraining{});
    CHECK(second.training().steps() == 8);
    second.train(1);
    check_same(second, whole);
}

TEST_CASE("another task is chosen for the next training, and changes nothing about the one under way") {
    KeepingWindow whole, other;
    for (KeepingWindow* window : {&whole, &other}) {
        learn_a_task(*window);
        window->train(3);
        if (window == &other) {
            for (const TaskInfo& task : list_tasks()) window->act(SetTask{task.name});
        }
        window->train(3);
    }
    check_same(other, whole);
}

}  // namespace vitrine::keeping_test
