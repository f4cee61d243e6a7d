/// Files that are written away from the drawing thread.

#include "app/shell/loop/saving.h"

#include <chrono>

#include <doctest/doctest.h>

namespace vitrine::saving_test {

namespace {

std::optional<SavingOutcome> outcome(Saving& saving) {
    saving.wait();
    return saving.take();
}

}  // namespace

TEST_CASE("what has been written is said once, and then something else can be") {
    Saving saving;
    CHECK_FALSE(saving.busy());
    for (const char* words : {"first", "second"}) {
        saving.start([words](const GoesOn& goes_on) {
            ask_to_go_on(goes_on, 0.5);
            return std::string(words);
        });
        CHECK(saving.busy());
        const auto came = outcome(saving);
        REQUIRE(came);
        REQUIRE(std::get_if<Saved>(&*came));
        CHECK(std::get<Saved>(*came).said == words);
        CHECK(saving.done() == 0.5);
        CHECK_FALSE(saving.busy());
        CHECK_FALSE(saving.take());
    }
}

TEST_CASE("while it is under way nothing has come of it; stopped, it ends where it asks whether to go on") {
    Saving saving;
    saving.start([](const GoesOn& goes_on) -> std::string {
        for (double done = 0;; done = 0.25) ask_to_go_on(goes_on, done);
    });
    while (saving.done() < 0.25) CHECK_FALSE(saving.take());
    CHECK(saving.busy());
    saving.stop();
    const auto came = outcome(saving);
    REQUIRE(came);
    CHECK(std::holds_alternative<SavingStopped>(*came));
}

TEST_CASE("one that was finished before it was stopped is finished") {
    Saving saving;
    saving.start([](const GoesOn&) { return std::string("done"); });
    saving.wait();
    saving.stop();
    CHECK(std::holds_alternative<Saved>(*saving.take()));
}

TEST_CASE("what goes wrong is said in its own words") {
    Saving saving;
    saving.start([](const GoesOn&) -> std::string { throw Error("a.npz: cannot be written"); });
    const auto came = outcome(saving);
    REQUIRE(std::get_if<SavingFailed>(&*came));
    CHECK(std::get<SavingFailed>(*came).why == "a.npz: cannot be written");
}

TEST_CASE("whoever goes away stops what is under way") {
    const auto begin = std::chrono::steady_clock::now();
    {
        Saving saving;
        saving.start([begin](const GoesOn& goes_on) -> std::string {
            while (std::chrono::steady_clock::now() - begin < std::chrono::minutes(5)) ask_to_go_on(goes_on, 0);
            return "";
        });
    }
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::minutes(1));
}

}  // namespace vitrine::saving_test
