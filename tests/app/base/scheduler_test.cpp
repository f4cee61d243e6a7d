#include "app/base/scheduler.h"

#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "app/state/window_commands.h"

namespace vitrine::scheduler_test {

namespace {

constexpr std::chrono::milliseconds slice{1};

Command failed(const std::string& why) { return ShowMessage{"failed: " + why}; }

/// Shows a word.
Job saying(const std::string& word) {
    return job_of([word](Work&) { return ShowMessage{word}; }, failed);
}

/// Shows the number of its turn, counted from 1, until it has had so many turns.
Job counting(int turns) {
    return {.turn =
                [turns, taken = std::make_shared<int>(0)](Work& work) {
                    work.progress(static_cast<double>(++*taken) / turns);
                    work.show(ShowMessage{std::to_string(*taken)});
                    return *taken == turns ? Turn::finished : Turn::unfinished;
                },
            .failed = failed};
}

/// Goes on until it is told to stop, and then says so.
Job until_stopped(Turn meanwhile = Turn::unfinished) {
    return {.turn =
                [meanwhile](Work& work) {
                    const bool stops = work.stop_requested();
                    work.show(ShowMessage{stops ? "stopped" : "under way"});
                    return stops ? Turn::finished : meanwhile;
                },
            .failed = failed};
}

/// The words that the jobs have shown since the last call, at most one for each tag.
std::vector<std::string> said(Scheduler& scheduler) {
    std::vector<std::string> words;
    for (const Command& news : scheduler.take()) words.push_back(news.as<ShowMessage>()->what);
    return words;
}

using Words = std::vector<std::string>;

/// Runs frames until this word is shown; other words may be shown first.
void await_word(Scheduler& scheduler, const std::string& word) {
    for (;;) {
        scheduler.spend(slice);
        const Words words = said(scheduler);
        if (!words.empty() && words.back() == word) return;
        std::this_thread::yield();
    }
}

/// Runs the body with each kind of scheduler.
template <class Body>
void with_each(Body&& body) {
    for (const Scheduling scheduling : {Scheduling::threads, Scheduling::slices}) {
        CAPTURE(scheduling == Scheduling::threads);
        body(*make_scheduler(scheduling));
    }
}

}  // namespace

TEST_CASE("what comes of a job can be taken once") {
    with_each([](Scheduler& scheduler) {
        CHECK_FALSE(scheduler.busy());
        scheduler.wait();
        scheduler.ask("a", saying("word"));
        CHECK(scheduler.busy("a"));
        CHECK_FALSE(scheduler.busy("b"));
        scheduler.wait();
        CHECK(scheduler.busy());
        CHECK(said(scheduler) == Words{"word"});
        CHECK_FALSE(scheduler.busy());
        CHECK(said(scheduler).empty());
    });
}

TEST_CASE("of a tag only what was asked for last is done to its end and shown") {
    with_each([](Scheduler& scheduler) {
        for (int i = 0; i < 100; ++i) scheduler.ask("a", saying(std::to_string(i)));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"99"});
        scheduler.ask("a", until_stopped());
        await_word(scheduler, "under way");
        scheduler.ask("a", saying("newer"));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"newer"});
        scheduler.ask("a", saying("not taken"));
        scheduler.wait();
        scheduler.ask("a", counting(3));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"3"});
    });
}

TEST_CASE("another tag outdates nothing, and results come in the order in which tags were first asked for") {
    with_each([](Scheduler& scheduler) {
        for (const char* tag : {"c", "a", "b"}) scheduler.ask(tag, saying(tag));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"c", "a", "b"});
        for (const char* tag : {"b", "a"}) scheduler.ask(tag, saying(tag));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"a", "b"});
    });
}

TEST_CASE("what is shown comes in order, the newest in the place of those that nobody has taken") {
    with_each([](Scheduler& scheduler) {
        scheduler.ask("a", counting(1000));
        int last = 0;
        while (scheduler.busy()) {
            scheduler.spend(std::chrono::microseconds(10));
            for (const std::string& word : said(scheduler)) {
                CHECK(std::stoi(word) > last);
                last = std::stoi(word);
            }
        }
        CHECK(last == 1000);
    });
}

TEST_CASE("how far a job is can be seen, from its beginning to the next one") {
    with_each([](Scheduler& scheduler) {
        CHECK(scheduler.progress("a") == 0);
        scheduler.ask("a", counting(4));
        scheduler.wait();
        CHECK(scheduler.progress("a") == 1);
        scheduler.ask("a", until_stopped(Turn::endless));
        CHECK(scheduler.progress("a") == 0);
    });
}

TEST_CASE("a job that is told to stop says what has come of it") {
    with_each([](Scheduler& scheduler) {
        scheduler.stop("a");  // there is none
        scheduler.ask("a", until_stopped());
        await_word(scheduler, "under way");
        scheduler.stop("a");
        scheduler.wait();
        CHECK(said(scheduler) == Words{"stopped"});
        scheduler.ask("a", saying("done"));
        scheduler.wait();
        scheduler.stop("a");
        CHECK(said(scheduler) == Words{"done"});
    });
}

TEST_CASE("whoever waits does not wait for what goes on and on, but for what was asked of it") {
    with_each([](Scheduler& scheduler) {
        scheduler.ask("a", until_stopped(Turn::endless));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"under way"});
        CHECK(scheduler.busy("a"));
        await_word(scheduler, "under way");  // and again
        scheduler.stop("a");
        await_word(scheduler, "stopped");
        CHECK_FALSE(scheduler.busy());
    });
}

TEST_CASE("a job that throws has failed, with the reason, and another can be asked for") {
    with_each([](Scheduler& scheduler) {
        scheduler.ask("a", {.turn = [](Work&) -> Turn { throw std::runtime_error("no such file"); }, .failed = failed});
        scheduler.ask("b", {.turn = [](Work&) -> Turn { throw std::bad_alloc(); }, .failed = failed});
        scheduler.wait();
        CHECK(said(scheduler) == Words{"failed: no such file", "failed: this needs more memory than there is"});
        scheduler.ask("a", saying("word"));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"word"});
    });
}

TEST_CASE("what is being found out, or has been and was not taken, is not asked a second time") {
    with_each([](Scheduler& scheduler) {
        const auto times = std::make_shared<std::atomic<int>>(0);
        const auto ask = [&](const Question& question) {
            Job job = job_of([times](Work&) { return ShowMessage{std::to_string(++*times)}; }, failed);
            job.question = question;
            scheduler.ask("a", std::move(job));
            scheduler.wait();
        };
        ask(7);
        ask(7);
        CHECK(*times == 1);
        ask(7u);  // of another type
        CHECK(*times == 2);
        CHECK(said(scheduler) == Words{"2"});
        ask(7u);
        CHECK(*times == 3);
        ask({});
        ask({});
        CHECK(*times == 5);
    });
}

TEST_CASE("whoever goes away stops what is under way, and nothing comes of it") {
    for (const Scheduling scheduling : {Scheduling::threads, Scheduling::slices}) {
        const auto held = std::make_shared<int>();
        {
            const auto scheduler = make_scheduler(scheduling);
            Job job = until_stopped();
            job.turn = [held, turn = std::move(job.turn)](Work& work) { return turn(work); };
            scheduler->ask("a", std::move(job));
            await_word(*scheduler, "under way");
            scheduler->ask("b", saying("never heard"));
        }
        CHECK(held.use_count() == 1);
    }
}

TEST_CASE("a job is asked for, outdated and let go in the middle of a turn a thousand times") {
    with_each([](Scheduler& scheduler) {
        for (int i = 0; i < 1000; ++i) {
            scheduler.ask(i % 3 == 0 ? "a" : "b", i % 2 == 0 ? counting(i % 7 + 1) : until_stopped(Turn::endless));
            if (i % 5 == 0) scheduler.spend(std::chrono::microseconds(1));
            if (i % 11 == 0) scheduler.wait();
            if (i % 13 == 0) scheduler.take();
        }
        scheduler.ask("b", saying("last"));
        scheduler.ask("a", saying("last"));
        scheduler.wait();
        CHECK(said(scheduler) == Words{"last", "last"});
    });
}

TEST_CASE("between frames there is one thread, and jobs of all tags go on in turn") {
    const auto scheduler = make_scheduler(Scheduling::slices);
    std::vector<std::string> order;
    const auto turns = [&](const std::string& name) {
        return Job{.turn =
                       [&order, name, here = std::this_thread::get_id()](Work&) {
                           CHECK(std::this_thread::get_id() == here);
                           order.push_back(name);
                           return order.size() < 4 ? Turn::unfinished : Turn::finished;
                       },
                   .failed = failed};
    };
    scheduler->ask("a", turns("a"));
    scheduler->ask("b", turns("b"));
    CHECK(order.empty());
    scheduler->spend(std::chrono::microseconds(0));
    CHECK(order == Words{"a", "b"});
    scheduler->spend(std::chrono::seconds(1));
    CHECK(order == Words{"a", "b", "a", "b", "a"});
}

TEST_CASE("what is done at once shows the same") {
    CHECK(carry_out_now(saying("word")).as<ShowMessage>()->what == "word");
    CHECK(carry_out_now(counting(3)).as<ShowMessage>()->what == "3");
    const Job throws{.turn = [](Work&) -> Turn { throw std::runtime_error("no"); }, .failed = failed};
    CHECK(carry_out_now(throws).as<ShowMessage>()->what == "failed: no");
}

}  // namespace vitrine::scheduler_test
