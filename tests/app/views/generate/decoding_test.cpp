#include "app/views/generate/decoding.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/base/scheduler.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/run/edited.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"
#include "app/views/generate/timing.h"
#include "tests/app/views/generate/decoded.h"

namespace vitrine::decoding_test {
using namespace vitrine::tests;

namespace {

DecodingQuestion question_of(const char* name) {
    State state = opened(name);
    apply(state, SetView{View::generate});
    return *decoding_question(state);
}

/// A question whose decoding takes hours.
DecodingQuestion endless_question() {
    DecodingQuestion question = question_of("translation");
    question.options.stops_at_eos = false;
    question.options.max_new_tokens = 1'000'000;
    return question;
}

/// Waits long enough for the decoding to begin.
void let_begin() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

/// The answer; null if the command is none.
std::shared_ptr<const Decoded> answer_in(const Command& command) {
    const auto* shown = command.as<ShowDecoded>();
    return shown ? shown->decoded : nullptr;
}

std::vector<Sentence> sentences_of(const Generation& generation) {
    std::vector<Sentence> sentences;
    for (const Hypothesis& hypothesis : generation.hypotheses) sentences.push_back(hypothesis.tokens);
    return sentences;
}

}  // namespace

TEST_CASE("an answer with the cache and one without have the same sentences") {
    const auto answer = answer_in(carry_out_now(decoding_job(question_of("translation"))));
    REQUIRE(answer);
    CHECK(answer->generation.cached);
    CHECK(answer->generation.complete);
    DecodingQuestion question = question_of("translation");
    question.options.cache = CacheUse::none;
    const auto without = answer_in(carry_out_now(decoding_job(question)));
    REQUIRE(without);
    CHECK_FALSE(without->generation.cached);
    CHECK(sentences_of(answer->generation) == sentences_of(without->generation));
}

namespace {

/// The times of an answer, measured as the screen has them measured.
std::shared_ptr<const MeasuredTimes> times_of(const std::shared_ptr<const Decoded>& answer) {
    const Command command = carry_out_now(timing_job(answer));
    const auto* shown = command.as<ShowTimes>();
    REQUIRE(shown);
    CHECK(shown->number == answer->number);
    return shown->times;
}

}  // namespace

TEST_CASE("an answer is measured in as many runs with the cache as without it, step by step") {
    const auto answer = answer_in(carry_out_now(decoding_job(question_of("translation"))));
    REQUIRE(answer);
    const auto times = times_of(answer);
    REQUIRE(times);
    CHECK(times->with.size() >= 5);
    CHECK(times->with.size() == times->without.size());
    CHECK(times->resolution > 0);
    int measured = 0;
    for (const auto* side : {&times->with, &times->without}) {
        for (const MeasuredSteps& run : *side) {
            REQUIRE(run.steps.size() == answer->generation.steps.size());
            CHECK(run.total == doctest::Approx(std::accumulate(run.steps.begin(), run.steps.end(), 0.0)));
            ++measured;
        }
    }
    CHECK(measured >= 10);
}

TEST_CASE("the times that are shown are those of the shown answer, and are missing until it has been measured") {
    State state = generating();
    const auto number = state.of<GenerateView>().decoded->number;
    REQUIRE(missing_decoding(state));
    CHECK(missing_decoding(state)->tag != "screen");
    apply(state, ShowTimes{number + 1, std::make_shared<const MeasuredTimes>()});  // of an answer that is gone
    CHECK(missing_decoding(state));
    apply(state, carry_out_now(missing_decoding(state)->job));
    CHECK_FALSE(missing_decoding(state));
    CHECK(state.of<GenerateView>().times_of == number);
    act(state, changed_options(state, [](DecodeOptions& options) { options.cache = CacheUse::none; }));
    CHECK(missing_decoding(state));  // another answer
}

TEST_CASE("where there is no cache there is nothing to compare it with") {
    DecodingQuestion question = question_of("translation");
    question.options.cache = CacheUse::none;
    const auto without = answer_in(carry_out_now(decoding_job(question)));
    REQUIRE(without);
    CHECK(times_of(without)->with.size() >= 5);
    CHECK(times_of(without)->without.empty());
    question.options.cache = CacheUse::where_valid;
    question.design.causal_mask = false;
    const auto refused = answer_in(carry_out_now(decoding_job(question)));
    REQUIRE(refused);
    CHECK_FALSE(refused->generation.cache_refusal.empty());
    CHECK(times_of(refused)->without.empty());
}

TEST_CASE("a question that cannot be answered is refused with the reason") {
    DecodingQuestion question = question_of("by-hand");
    question.source = {0, 1, 2, 0};  // one more than there are learned positions
    const Command result = carry_out_now(decoding_job(question));
    const auto* refused = result.as<DecodingRefused>();
    REQUIRE(refused);
    CHECK(refused->question == question);
    CHECK(refused->why.find("position") != std::string::npos);
}

TEST_CASE("a small model answers at once, a larger one or a longer sentence away from the drawing thread") {
    CHECK(decodes_at_once(question_of("by-hand")));
    DecodingQuestion question = question_of("by-hand");
    question.options.max_new_tokens = 5000;
    CHECK_FALSE(decodes_at_once(question));
}

TEST_CASE("of two questions the newer one is answered, and the older one stops") {
    DecodingQuestion newer = question_of("translation");
    newer.options.beams = newer.options.n_best = 2;
    const auto scheduler = make_scheduler(Scheduling::threads);
    scheduler->ask("screen", decoding_job(endless_question()));
    let_begin();
    scheduler->ask("screen", decoding_job(newer));
    scheduler->wait();
    Commands news = scheduler->take();
    REQUIRE(news.size() == 1);
    REQUIRE(answer_in(news[0]));
    CHECK(answer_in(news[0])->question == newer);
    scheduler->ask("screen", decoding_job(endless_question()));
    let_begin();
    scheduler->ask("screen", edit_job(opened("translation").run, {.interventions = {.silenced = {{cross, 0}}}}));
    scheduler->wait();
    news = scheduler->take();
    REQUIRE(news.size() == 1);
    CHECK(news[0].as<ShowEditedRun>());
}

TEST_CASE("a question is asked once, however often it is, and again once its answer was taken") {
    const DecodingQuestion question = question_of("translation");
    const auto scheduler = make_scheduler(Scheduling::threads);
    scheduler->ask("screen", decoding_job(question));
    scheduler->wait();
    scheduler->ask("screen", decoding_job(question));  // its answer waits to be taken
    const Commands first = scheduler->take();
    REQUIRE(first.size() == 1);
    CHECK_FALSE(scheduler->busy());
    scheduler->ask("screen", decoding_job(question));
    scheduler->wait();
    const Commands second = scheduler->take();
    REQUIRE(second.size() == 1);
    CHECK(answer_in(first[0]) != answer_in(second[0]));
}

TEST_CASE("whoever closes the window does not wait for a long decoding") {
    const auto start = std::chrono::steady_clock::now();
    {
        const auto scheduler = make_scheduler(Scheduling::threads);
        scheduler->ask("screen", decoding_job(endless_question()));
        let_begin();
    }
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

}  // namespace vitrine::decoding_test
