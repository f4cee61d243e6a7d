#include "app/state/state.h"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/session/data.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/loading.h"
#include "app/views/tokens/state.h"
#include "app/views/tokens/view.h"
#include "core/io/tokenizer_file.h"
#include "core/text/tokenizer/bpe_training.h"
#include "tests/app/family_runs.h"
#include "tests/app/opened.h"
#include "tests/temporary_folder.h"

namespace vitrine::tokens_view_test {
using namespace vitrine::tests;

namespace {

using Words = std::vector<std::string>;

/// Does what the window does: fetches a tokenizer that is requested.
void act(State& state, const Command& command) {
    apply(state, command);
    for (int i = 0; i < 4 && lacks_tokenizer(state); ++i)
        vitrine::apply(state, carry_out_now(tokenizer_job(tokenizer_question(state))));
    CHECK_FALSE(lacks_tokenizer(state));
}

State with_view() {
    State state = new_state();
    act(state, SetView{View::tokens});
    return state;
}

nlohmann::ordered_json described(const State& state) {
    nlohmann::ordered_json json;
    describe_tokens(state, json);
    return json["tokens"];
}

Words symbols(const State& state) { return described(state)["symbols"].get<Words>(); }

/// A run of a model from this folder; null: the model uses no tokenizer.
std::shared_ptr<const Run> run_of(const std::filesystem::path& folder, std::shared_ptr<const Tokenizer> tokenizer) {
    Run run = *make_run({.sample = "by-hand"});
    Model model = *run.model;
    model.tokenizer = std::move(tokenizer);
    run.model = std::make_shared<const Model>(std::move(model));
    run.request.folder = folder;
    return std::make_shared<const Run>(std::move(run));
}

Tokenizer of_two_letters() {
    return *train_tokenizer("abab ab ab\nabab aab", {.vocabulary_size = 8, .special = {"[X]"}, .rules = {}});
}

}  // namespace

TEST_CASE("there is always a tokenizer to look at, and its merges go from the bytes to the tokens") {
    State state = with_view();
    REQUIRE(state.of<TokensView>().loaded->tokenizer);
    CHECK(state.of<TokensView>().loaded->from == TokenizerFrom::board);
    CHECK(symbols(state) == Words{"·cast", "les"});
    apply(state, GoToMerge{0});
    CHECK(symbols(state) == Words{"·", "c", "a", "s", "t", "l", "e", "s"});
    apply(state, MoveMerge{-1});
    CHECK(state.of<TokensView>().merges == 0);
    apply(state, MoveMerge{1});
    CHECK(symbols(state) == Words{"·", "c", "a", "s", "t", "l", "es"});
    apply(state, GoToMerge{99});
    CHECK(state.of<TokensView>().merges == 6);
    CHECK(symbols(state) == Words{"·cast", "les"});
}

TEST_CASE("the first text stands within the special tokens that the open tokenizer puts around a sentence, until one is typed") {
    State state = with_view();
    const std::string sentence = state.of<TokensView>().text.text;
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        state.run = family_run(family);
        act(state, SetView{View::tokens});
        const TokensView& view = state.of<TokensView>();
        REQUIRE(view.read);
        CHECK(view.loaded->from == TokenizerFrom::model);
        CHECK(view.text.text.find(sentence) != std::string::npos);
        std::vector<std::int32_t> special;
        for (const ReadPiece& piece : view.read->pieces) {
            if (piece.text.added) special.push_back(*piece.text.added);
        }
        CHECK(special == view.loaded->tokenizer->with_special({}));
        CHECK(shown_piece(state)->text.bytes.find("castles") != std::string::npos);
    }
    act(state, SetTokensText{typed_text("the owl")});
    state.run = family_run("bert");
    act(state, SetView{View::tokens});
    CHECK(state.of<TokensView>().text.text == "the owl");
}

TEST_CASE("the ids of all pieces are those of the encoder, whatever the text") {
    State state = with_view();
    for (const char* text : {"the girls", "[BOS]ｃhâteau[PAD] 日本", "", "  a \xC3 b", "it's 12"}) {
        CAPTURE(text);
        apply(state, SetTokensText{typed_text(text)});
        const EncodedText expected = state.of<TokensView>().loaded->tokenizer->encode(state.of<TokensView>().text.text);
        CHECK(described(state)["ids"].get<std::vector<std::int32_t>>() == expected.ids);
        CHECK(state.of<TokensView>().read->lost == expected.lost);
    }
}

TEST_CASE("the piece at the caret is looked at, with all of its merges") {
    State state = with_view();
    TextEdit text = typed_text("the girls");
    apply(state, SetTokensText{text});
    CHECK(state.of<TokensView>().piece == 1);
    apply(state, GoToMerge{1});
    text.caret = text.anchor = 2;
    apply(state, SetTokensText{text});  // the caret alone has moved
    CHECK(state.of<TokensView>().piece == 1);
    CHECK(state.of<TokensView>().merges == 1);
    insert(text, "h");
    apply(state, SetTokensText{text});
    CHECK(state.of<TokensView>().piece == 0);
    CHECK(state.of<TokensView>().merges == shown_piece(state)->steps.merges.size());
    apply(state, MovePiece{5});
    CHECK(state.of<TokensView>().piece == 1);
    apply(state, MovePiece{-5});
    CHECK(state.of<TokensView>().piece == 0);
    apply(state, SetTokensText{typed_text("")});
    CHECK(shown_piece(state) == nullptr);
    apply(state, MovePiece{1});
    apply(state, PlayMerges{true});
    CHECK_FALSE(state.of<TokensView>().playing);
}

TEST_CASE("a text that is too long is refused, and the one before stays") {
    State state = with_view();
    apply(state, SetTokensText{typed_text("the girls")});
    apply(state, SetTokensText{typed_text(std::string(longest_tokens_text + 1, 'a'))});
    CHECK(state.of<TokensView>().text.text == "the girls");
    CHECK(!state.message.empty());
}

TEST_CASE("playing goes from the bytes to the last merge, and stops there") {
    State state = with_view();
    apply(state, PlayMerges{true});
    CHECK(state.of<TokensView>().merges == 0);
    apply(state, PassTime{0.1});
    CHECK(state.of<TokensView>().merges == 0);
    for (std::size_t merges = 1; merges <= 6; ++merges) {
        REQUIRE(state.of<TokensView>().playing);
        apply(state, PassTime{1});
        CHECK(state.of<TokensView>().merges == merges);
    }
    CHECK_FALSE(state.of<TokensView>().playing);
    apply(state, GoToMerge{3});
    apply(state, PlayMerges{true});
    CHECK(state.of<TokensView>().merges == 3);  // it goes on
    apply(state, PlayMerges{false});
    apply(state, PassTime{5});
    CHECK(state.of<TokensView>().merges == 3);
}

TEST_CASE("a chosen file goes before the model's own, and that before the one on board") {
    const TemporaryFolder folder;
    write_tokenizer(folder.path() / "tokenizer.json", of_two_letters());
    State state = with_view();
    state.run = run_of(folder.path(), std::make_shared<const Tokenizer>(of_two_letters()));
    CHECK(lacks_tokenizer(state));
    act(state, SetView{View::tokens});
    CHECK(state.of<TokensView>().loaded->from == TokenizerFrom::model);
    act(state, OpenTokenizer{(folder.path() / "tokenizer.json").string()});
    CHECK(state.of<TokensView>().loaded->from == TokenizerFrom::file);
    act(state, OpenTokenizer{});
    CHECK(state.of<TokensView>().loaded->from == TokenizerFrom::model);
    state.run = run_of("elsewhere", nullptr);
    act(state, SetView{View::tokens});
    CHECK(state.of<TokensView>().loaded->from == TokenizerFrom::board);
}

TEST_CASE("a file that is opened again is read again") {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "letters.json";
    write_tokenizer(file, of_two_letters());
    State state = new_state();
    act(state, OpenTokenizer{file});
    CHECK(state.of<TokensView>().loaded->tokenizer->size() == of_two_letters().size());
    write_tokenizer(file, *train_tokenizer("abc", {.vocabulary_size = 5, .special = {}, .rules = {}}));
    act(state, OpenTokenizer{file});
    CHECK(state.of<TokensView>().loaded->tokenizer->size() == 5);
}

TEST_CASE("a file that is no tokenizer says why, and what was there stays") {
    const TemporaryFolder folder;
    const std::filesystem::path good = folder.path() / "good-tokenizer.json", bad = folder.path() / "tokenizer.json";
    write_tokenizer(good, of_two_letters());
    std::ofstream(bad) << R"({"model": {"type": "WordPiece"}})";
    State state = new_state();
    act(state, OpenTokenizer{good.string()});
    CHECK(state.view == View::tokens);
    act(state, OpenTokenizer{bad.string()});
    CHECK(state.message.starts_with(bad.string()));
    CHECK(state.of<TokensView>().file == good.string());
    REQUIRE(state.of<TokensView>().loaded->tokenizer);
    CHECK(state.of<TokensView>().loaded->path == good);

    // The model's own tokenizer is not requested. The built-in one takes its place, and the view says why.
    state.run = run_of(folder.path(), nullptr);
    act(state, OpenTokenizer{});
    CHECK(state.of<TokensView>().loaded->from == TokenizerFrom::board);
    CHECK(state.of<TokensView>().loaded->problem.starts_with(bad.string()));
}

TEST_CASE("what is lost is told where it stood") {
    const auto tokenizer = std::make_shared<const Tokenizer>(of_two_letters());
    const auto losses = [&](const std::string& text) { return read_text(tokenizer, text).pieces.at(0).lost_before; };
    CHECK(losses("ba") == std::vector<std::size_t>(4));  // " ", "b", "a"
    const ReadText read = read_text(tokenizer, "xbyyaz");
    REQUIRE(read.pieces.size() == 1);
    CHECK(read.pieces[0].lost == 4);
    CHECK(read.pieces[0].lost_before == std::vector<std::size_t>{0, 1, 2, 1});
    CHECK(losses("ayb") == std::vector<std::size_t>{0, 1});  // amid " ab", which the rest becomes without it
}

TEST_CASE("bytes are shown as what they are") {
    CHECK(visible_bytes(" é\xC3") == "·é<C3>");
    const Tokenizer tokenizer = of_two_letters();
    CHECK(bytes_of_token(tokenizer, 0) == "[X]");
    const ReadText read = read_text(std::make_shared<const Tokenizer>(tokenizer), "[X]abcab");
    REQUIRE(read.pieces.size() == 2);
    CHECK(read.pieces[0].ids == std::vector<std::int32_t>{0});
    CHECK(read.pieces[1].lost == 1);
    CHECK(read.pieces[1].steps.lost == std::vector<std::size_t>{3});
}

TEST_CASE("the text and the chosen tokenizer are part of a session") {
    State state = opened("navigation");
    act(state, SetView{View::tokens});
    act(state, SetTokensText{typed_text("the owl")});
    state.of<TokensView>().file = "/somewhere/tokenizer.json";
    const SavedSession read = read_session(session_text(session_of(state)), "session.json", all_modules());
    CHECK(read.place.view == View::tokens);
    CHECK(read.views["tokens"]["tokens_text"] == "the owl");
    CHECK(read.views["tokens"]["tokenizer"] == "/somewhere/tokenizer.json");
    act(state, SetTokensText{typed_text(state.of<TokensView>().given)});
    CHECK(read_session(session_text(session_of(state)), "session.json", all_modules()).views["tokens"]["tokens_text"] == "");
}

}  // namespace vitrine::tokens_view_test
