#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "app/edit/edit_job.h"
#include "app/edit/sentence_typing.h"
#include "app/start/page.h"
#include "app/start/parts.h"
#include "app/start/state.h"
#include "app/start/typing.h"
#include "app/state/window_commands.h"
#include "tests/app/any_runs.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::start_page_test {
using namespace vitrine::tests;

namespace {

/// Lets time pass in the module, as the window does in every frame.
void pass(State& state, double seconds) {
    constexpr double frame = 1.0 / 60;
    for (double passed = 0; passed < seconds; passed += frame) start_module.pass_time(state, frame);
}

}  // namespace

TEST_CASE("the predicted words appear one by one; pausing stops that, and playing again begins anew") {
    State state = opened("translation");
    apply(state, SetMenu{start_page});
    const StartPage& page = state.of<StartPage>();
    REQUIRE(page.said.size() == 5);
    CHECK(state.of<SentenceTyping>().text.text == "I am a student");
    CHECK(words_grown(page, 5) == 0);
    std::size_t before = 0;
    for (int i = 0; i < 40; ++i) {
        pass(state, 0.1);
        const std::size_t grown = words_grown(page, 5);
        CHECK(grown >= before);
        CHECK(grown <= before + 1);
        before = grown;
    }
    CHECK(before == 5);
    CHECK(!start_module.moving(state));
    apply(state, PlayStart{true});
    CHECK(words_grown(page, 5) == 0);
    CHECK(start_module.moving(state));
    pass(state, 0.5);
    apply(state, PlayStart{false});
    const std::size_t paused = words_grown(page, 5);
    pass(state, 5);
    CHECK(words_grown(page, 5) == paused);
    CHECK(!start_module.moving(state));
}

TEST_CASE("without motion all words are there at once") {
    State state = opened("translation");
    apply(state, SetMotion{Motion::at_once});
    apply(state, SetMenu{start_page});
    pass(state, 0.02);
    CHECK(words_grown(state.of<StartPage>(), 5) == 5);
}

TEST_CASE("greeting waits for a run") {
    State state = new_state();
    apply(state, Greet{});
    pass(state, 1);
    CHECK(state.menu.empty());
    apply(state, ShowRun{make_run(sample("translation"))});
    pass(state, 0.1);
    CHECK(state.menu == start_page);
    CHECK(state.focus == start_field);
}

TEST_CASE("a word is hidden from an encoder alone, and shown again; a label is known, too") {
    State state = opened("hidden-words");
    apply(state, SetMenu{start_page});
    const auto act = [&state](const Command& command) {
        apply(state, command);
        while (auto missing = missing_edits(state)) apply(state, carry_out_now(missing->job));
    };
    const std::string text = state.of<SentenceTyping>().text.text;
    const SentenceSaid before = sentence_said(*state.run, 0);
    const ReadWord word = before.read[1];
    REQUIRE((!word.is_mark && !word.is_hidden));
    act(HideWord{word.position});
    const SentenceSaid hidden = sentence_said(*state.run, 0);
    CHECK(hidden.read[1].is_hidden);
    CHECK(hidden.said.size() == before.said.size() + 1);
    CHECK(state.of<SentenceTyping>().text.text.starts_with("<mask> "));
    CHECK(state.history.undo_words() == "replace “" + word.word + "” by “<mask>”");
    act(HideWord{word.position});
    CHECK(state.of<SentenceTyping>().text.text == text);
    const Size label = before.said.front().position;
    act(HideWord{label});
    CHECK(sentence_said(*state.run, 0).read[static_cast<std::size_t>(label)].word == *before.said.front().label);
    // Beyond the sentence, or in a model that hides nothing, nothing happens.
    const auto steps = state.history.done().size();
    act(HideWord{1000});
    CHECK(state.history.done().size() == steps);
}

TEST_CASE("an empty field and an unknown word have no answer, and no story") {
    State state = opened("translation");
    apply(state, SetMenu{start_page});
    const auto stories = [&state] {
        Commands commands;
        play_story(state, commands);
        return commands.size();
    };
    CHECK(answers_field(state));
    CHECK(stories() > 0);
    for (const char* text : {"", "  ", "I am a zebra "}) {
        apply(state, SetSentenceText{typed_text(text)});
        CHECK(!answers_field(state));
        CHECK(stories() == 0);
    }
}

TEST_CASE("there are examples to try: the sentences that the model was opened with, and those of its card") {
    const State spanish = opened("english-spanish"), heart = opened("translation"), alone = opened("two-heads");
    REQUIRE(spanish.run->model->card);
    const std::vector<std::string> tried = example_texts(spanish);  // the sentences of its batch are too long
    REQUIRE(tried.size() == spanish.run->model->card->good.size());
    for (std::size_t i = 0; i < tried.size(); ++i) CHECK(tried[i] == spanish.run->model->card->good[i].source);
    const std::vector<std::string> own = example_texts(heart);
    REQUIRE(own.size() == 4);
    for (std::size_t i = 0; i < own.size(); ++i)
        CHECK(own[i] == text_of_sentence(*heart.run, *heart.run->batch, static_cast<Size>(i)));
    for (const char* name : {"english-french", "hidden-words", "induction", "addition"})
        CHECK(!example_texts(opened(name)).empty());
    CHECK(example_texts(alone).empty());
}

TEST_CASE("the list of models closes to the page; the sentence of another model is put into the field") {
    State state = opened("translation");
    apply(state, SetMenu{start_page});
    apply(state, SetMenu{start_models});
    CHECK(!state.samples.empty());
    apply(state, SetMenu{""});
    CHECK(state.menu == start_page);
    apply(state, SetSentenceText{typed_text("He is")});
    apply(state, ShowRun{make_run(sample("induction"))});
    CHECK(state.menu == start_page);
    CHECK(state.of<SentenceTyping>().text.text == text_of_sentence(state));
    CHECK(state.focus == start_field);
    apply(state, SetMenu{""});
    CHECK(state.menu.empty());
}

TEST_CASE("the parts of a line are shown where the line has them") {
    const LineOfWords line{.first = 2, .count = 4, .middles = {20, 30, 40, 50}};
    const LineOfWords part = part_of(line, 3, 5);
    CHECK(part.first == 0);
    CHECK(part.middles == std::vector<float>{30, 40});
    const LineOfWords behind = part_of(line, 1, 4);
    CHECK(behind.first == 1);
    CHECK(behind.middles == std::vector<float>{20, 30});
    CHECK(part_of(line, 6, 9).count == 0);
}

TEST_CASE("the likeliest words are those of the recorded probabilities, in order") {
    const Counted checks(100);
    Random random(3);
    for (int i = 0; i < 20; ++i) {
        const auto run = any_run(random);
        const Tensor& probabilities = run->activations->probabilities;
        if (probabilities.empty()) continue;
        const auto likeliest = likeliest_words(*run, 0, 0, 5);
        for (std::size_t place = 0; place < likeliest.size(); ++place) {
            const auto [id, probability] = likeliest[place];
            CHECK(probability == static_cast<double>(probabilities.at({0, 0, id})));
            Size above = 0;
            for (Size other = 0; other < probabilities.size(2); ++other)
                above += static_cast<double>(probabilities.at({0, 0, other})) > probability;
            CHECK(above <= static_cast<Size>(place));
        }
    }
}

TEST_CASE("with a temperature the candidates are the softmax of the divided logits, in the same order") {
    const Counted checks(500);
    Random random(5);
    for (int i = 0; i < 20; ++i) {
        const auto run = any_run(random);
        const Tensor& logits = run->activations->logits;
        if (logits.empty()) continue;
        const auto all = static_cast<std::size_t>(logits.size(2));
        const LikeliestWords own = likeliest_words(*run, 0, 0, all);
        for (int place = 0; place < temperature_places; place += 6) {
            const double temperature = temperature_at(place);
            long double sum = 0;
            for (Size id = 0; id < logits.size(2); ++id)
                sum += std::exp(static_cast<long double>(logits.at({0, 0, id})) / static_cast<long double>(temperature));
            const LikeliestWords divided = likeliest_words_at(temperature, *run, 0, 0, all);
            REQUIRE(divided.size() == all);
            for (std::size_t k = 0; k < all; ++k) {
                const auto [id, probability] = divided[k];
                const auto raised =
                    std::exp(static_cast<long double>(logits.at({0, 0, id})) / static_cast<long double>(temperature));
                CHECK(probability == doctest::Approx(static_cast<double>(raised / sum)).epsilon(1e-9));
                if (k > 0) CHECK(logits.at({0, 0, divided[k - 1].first}) >= logits.at({0, 0, id}));
            }
            // What is said of the likeliest one.
            const double before = own.front().second, after = divided.front().second, rounding = 1e-6;
            const bool is_said = temperature_words(temperature).find(temperature < 1 ? "gains" : "loses") != std::string::npos;
            CHECK(is_said == (temperature != 1));
            CHECK((temperature < 1 ? after >= before - rounding : after <= before + rounding));
            CHECK(likeliest_words_at(temperature, *run, 0, 0, 1) == LikeliestWords{divided.front()});
        }
    }
}

TEST_CASE("the temperature is 1 when the page opens and when the model changes, and stays while a sentence is typed") {
    State state = opened("translation");
    apply(state, SetMenu{start_page});
    const StartPage& page = state.of<StartPage>();
    CHECK(page.temperature == 1);
    CHECK(temperature_at(0) == 0.1);
    CHECK(temperature_at(temperature_places - 1) == 2);
    for (int place = 0; place < temperature_places; ++place) CHECK(place_of_temperature(temperature_at(place)) == place);
    const auto lower = [&state] { apply(state, SetTemperature{3}); };
    lower();
    apply(state, SetSentenceText{typed_text("He is a teacher")});
    while (auto missing = missing_sentence(state)) apply(state, carry_out_now(missing->job));
    CHECK(page.temperature == temperature_at(3));
    apply(state, SetTemperature{-5});
    CHECK(page.temperature == temperature_at(0));
    apply(state, SetMenu{""});
    apply(state, SetMenu{start_page});
    CHECK(page.temperature == 1);
    lower();
    apply(state, ShowRun{make_run(sample("induction"))});
    CHECK(page.temperature == 1);
}

TEST_CASE("arrow keys move the slider of the temperature while it has the focus ring") {
    State state = opened("translation");
    apply(state, SetMenu{start_page});
    const auto press = [&state](const char* key) {
        Commands commands;
        const bool slides = slide_on_start_page(key, state, commands);
        for (const Command& command : commands) apply(state, command);
        return slides;
    };
    CHECK(!press("left"));  // the field has the keyboard
    apply(state, SetFocus{temperature_slider});
    CHECK(press("left"));
    CHECK(state.of<StartPage>().temperature == 0.95);
    for (int i = 0; i < temperature_places; ++i) CHECK(press("right"));
    CHECK(state.of<StartPage>().temperature == 2);
    CHECK(!press("up"));
}

}  // namespace vitrine::start_page_test
