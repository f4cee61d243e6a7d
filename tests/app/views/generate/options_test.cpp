#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/opening/opening.h"
#include "app/run/edited.h"
#include "app/session/data.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/state/state.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/options_json.h"
#include "app/views/generate/parts.h"
#include "app/views/generate/state.h"
#include "app/views/masks/readings.h"
#include "core/tensor/error.h"
#include "tests/app/views/generate/decoded.h"

namespace vitrine::generate_options_test {
using namespace vitrine::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Does what the window does with a session's text.
State restored(const std::string& text) {
    const SavedSession session = read_session(text, "session.json", all_modules());
    State state = new_state();
    apply(state, RestoreSession{session});
    apply(state, open_session(session));
    answer(state);
    return state;
}

/// A session's text with its part about decoding replaced.
std::string with_decoding(const State& state, const nlohmann::json& decoding) {
    nlohmann::json json = nlohmann::json::parse(session_text(session_of(state)));
    json["habits"]["generate"]["decoding"] = decoding;
    return json.dump();
}

std::string why_not(const std::string& text) {
    try {
        read_session(text, "session.json", all_modules());
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("options are held within what there may be, and forced words within the vocabulary") {
    const State state = generating("by-hand");
    const Configuration& c = state.run->model->configuration;
    DecodeOptions wild;
    wild.strategy = Strategy::beam;
    wild.beams = 99, wild.n_best = 1, wild.length_penalty = infinity, wild.max_new_tokens = 1000;
    wild.sampling = {.temperature = not_a_number, .top_k = 1000, .top_p = 7};
    wild.forced = {0, 1, 6, 2};
    const DecodeOptions most = clamped(wild, c, 3);
    CHECK(most.beams == 10);
    CHECK(most.n_best == 10);
    CHECK(most.length_penalty == 2);
    CHECK(most.sampling == SamplingOptions{.temperature = 0, .top_k = c.tgt_vocab_size, .top_p = 1});
    CHECK(most.max_new_tokens == c.max_positions);
    CHECK(most.forced == Sentence{0, 1});  // and nothing after the word that does not exist
    wild.strategy = Strategy::sample;
    wild.beams = -1, wild.length_penalty = -1, wild.max_new_tokens = 0;
    wild.sampling = {.temperature = -1, .top_k = -1, .top_p = 0};
    const DecodeOptions least = clamped(wild, c, 3);
    CHECK(least.beams == 1);
    CHECK(least.n_best == 1);
    CHECK(least.length_penalty == 0);
    CHECK(least.max_new_tokens == 1);
    CHECK(least.forced == Sentence{0});
    CHECK(least.sampling.temperature == 0);
    CHECK(least.sampling.top_k == 0);
    CHECK(least.sampling.top_p > 0);
    check(most, c);
    check(least, c);
}

TEST_CASE("it is said how words are chosen with these options, and which were not") {
    const auto has = [](const DecodeOptions& options, const char* words) {
        return method_words(options).find(words) != std::string::npos;
    };
    for (const Strategy strategy : {Strategy::greedy, Strategy::sample, Strategy::beam}) {
        for (const double temperature : {0.0, 1.0}) {
            for (const Size top_k : {0, 3}) {
                for (const double top_p : {1.0, 0.9}) {
                    for (std::size_t forced = 0; forced <= 2; ++forced) {
                        const DecodeOptions options{.strategy = strategy,
                                                    .sampling = {.temperature = temperature, .top_k = top_k, .top_p = top_p},
                                                    .beams = 3,
                                                    .forced = Sentence(forced, 4)};
                        const bool samples = strategy == Strategy::sample, draws = samples && temperature > 0;
                        CAPTURE(method_words(options));
                        CHECK(has(options, "drawn") == draws);
                        CHECK(has(options, "among those that are left") == (draws && (top_k > 0 || top_p < 1)));
                        CHECK(has(options, "likeliest token is taken") == (strategy == Strategy::greedy || (samples && !draws)));
                        CHECK(has(options, "the 3 best continuations are kept; a sentence that ends among the 3 best") ==
                              (strategy == Strategy::beam));
                        CHECK(has(options, "chosen by hand") == (forced > 0));
                        CHECK(has(options, "The first token was") == (forced == 1));
                        CHECK(has(options, "The first 2 tokens are fixed; the last of them") == (forced == 2));
                    }
                }
            }
        }
    }
}

TEST_CASE("the window begins with three beams") {
    const State state = opened("translation");
    const DecodeOptions& options = decoding_question(state)->options;
    CHECK(options.strategy == Strategy::beam);
    CHECK(options.beams == 3);
    CHECK(options.n_best == 3);
    CHECK(options.length_penalty == 0.6);
    CHECK(options.max_new_tokens == 12);
    CHECK(options.cache == CacheUse::where_valid);
}

TEST_CASE("new options are held within their limits, and what was chosen by hand stays") {
    State state = generating();
    apply(state, ForceWord{0, target_word(state, "Il")});
    apply(state, changed_options(state, [](DecodeOptions& options) {
              options.forced.clear();
              options.beams = 20;
              options.length_penalty = 3;
              options.max_new_tokens = 1000;
          }));
    const DecodeOptions& now = state.of<GenerateView>().options;
    CHECK(now.beams == 10);
    CHECK(now.n_best == 10);
    CHECK(now.length_penalty == 2);
    CHECK(now.max_new_tokens == 6 + 50);  // the source's length and the paper's 50 more
    CHECK(now.forced == Sentence{target_word(state, "Il")});
    apply(state, changed_options(state, [](DecodeOptions& options) { options.strategy = Strategy::greedy; }));
    CHECK(now.n_best == 1);
}

TEST_CASE("how it is decoded comes back with the session, but not what was chosen by hand") {
    State left = generating("translation", 1);
    act(left, changed_options(left, [](DecodeOptions& options) {
            options.strategy = Strategy::sample;
            options.max_new_tokens = 7;
            options.sampling = {.temperature = 0.5, .top_k = 4, .top_p = 0.75};
            options.seed = 11;
            options.beams = 5;
            options.length_penalty = 1.25;
            options.early_stopping = false;
            options.cache = CacheUse::none;
        }));
    apply(left, ForceWord{0, target_word(left, "Je")});
    const std::string text = session_text(session_of(left));
    const State state = restored(text);
    DecodeOptions expected = left.of<GenerateView>().options;
    expected.forced.clear();
    CHECK(state.of<GenerateView>().options == expected);
    CHECK(state.view == View::generate);
    REQUIRE(decoded_of(state));
    CHECK(generation_of(state).most_new_tokens == 7);
    CHECK(session_text(session_of(state)) == text);
}

TEST_CASE("a session from before there was decoding opens as ever") {
    const State left = opened("navigation");
    nlohmann::json json = nlohmann::json::parse(session_text(session_of(left)));
    json["habits"].erase("generate");
    const State state = restored(json.dump());
    CHECK(state.run->model->name == "navigation");
    CHECK(state.of<GenerateView>().options == GenerateView().options);
    CHECK(state.message.empty());
}

TEST_CASE("what a session says of decoding and cannot be had is brought within the limits, or refused where it says nothing") {
    const State left = opened("translation");
    const State state = restored(with_decoding(left, {{"strategy", "beam"}, {"beams", 500}, {"temperature", -3}, {"top_p", 0}}));
    CHECK(state.of<GenerateView>().options.beams == 10);
    CHECK(state.of<GenerateView>().options.sampling.temperature == 0);
    CHECK(state.of<GenerateView>().options.sampling.top_p > 0);
    CHECK(state.of<GenerateView>().options.length_penalty == 0.6);  // of what it does not say
    CHECK(why_not(with_decoding(left, {{"beam", 3}})) ==
          "session.json: 'habits': 'generate': 'decoding': 'beam' is no choice of a decoding; did you mean 'beams'?");
    CHECK(why_not(with_decoding(left, {{"strategy", "guess"}})).find("'strategy'") != std::string::npos);
    CHECK(why_not(with_decoding(left, {{"beams", "many"}})).find("'beams'") != std::string::npos);
    CHECK(why_not(with_decoding(left, 3)).find("'decoding'") != std::string::npos);
    CHECK(why_not(with_decoding(left, nullptr)).empty());
}

}  // namespace vitrine::generate_options_test
