#include "app/edit/batch_editing.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/session/describe.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "core/pass/transformer.h"
#include "core/text/completions.h"
#include "tests/app/opened.h"

namespace vitrine::batch_editing_test {
using namespace vitrine::tests;

namespace {

/// Does what the window does between two frames: makes the edited run.
void follow(State& state) {
    if (lacks_edits(state)) apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
}

void act(State& state, const Command& command) {
    vitrine::apply(state, command);
    follow(state);
}

std::string sentence(const State& state, const char* row, std::size_t b) {
    const nlohmann::json json = to_json(state);
    std::string text;
    for (const auto& word : json["edits"][row][b]) text += (text.empty() ? "" : " ") + word.get<std::string>();
    return text;
}

void type(State& state, const std::string& text) { apply(state, SetFieldText{typed_text(text)}); }

constexpr TokenPlace suis{BatchSide::source, 0, 1}, am{BatchSide::target, 0, 2};

bool same_numbers(const Trace& a, const Trace& b) {
    for (std::size_t i = 0; i < a.tensors.size(); ++i) {
        if (a.tensors[i].present() != b.tensors[i].present()) return false;
        if (!a.tensors[i].present()) continue;
        const Layout& layout = a.tensors[i].layout;
        if (layout.shape != b.tensors[i].layout.shape) return false;
        for (Size cell = 0; cell < layout.count(); ++cell) {
            if (a.tensors[i].at(index_of(layout, cell)) != b.tensors[i].at(index_of(layout, cell))) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE(
    "a text is completed by the word itself, then by words that begin with it, then by words that hold it, but not by padding") {
    const Vocabulary words({"<pad>", "ample", "am", "sample", "Amber", "i"});
    CHECK(completions(words, 0, "am") == std::vector<std::int32_t>{2, 1, 4, 3});
    CHECK(completions(words, 0, "I") == std::vector<std::int32_t>{5});
    CHECK(completions(words, 0, "x").empty());
    CHECK(completions(words, 0, "") == std::vector<std::int32_t>{1, 2, 3, 4, 5});
    CHECK(completions(Vocabulary(), 0, "1").empty());
}

TEST_CASE("a word nobody knows is <unk> where the vocabulary has it, and is refused where it does not") {
    CHECK(read_token(Vocabulary({"a", "b"}), 2, "b").id == 1);
    const ReadToken refused = read_token(Vocabulary({"a", "b"}), 2, "c");
    CHECK_FALSE(refused.id);
    CHECK(refused.remark == "“c” is not in the vocabulary.");
    const ReadToken stand_in = read_token(Vocabulary({"a", "<unk>"}), 2, "c");
    CHECK(stand_in.id == 1);
    CHECK(stand_in.remark == "“c” is not in the vocabulary: it is read as <unk>.");
    CHECK(read_token(Vocabulary(), 7, "6").id == 6);
    CHECK_FALSE(read_token(Vocabulary(), 7, "7").id);
    CHECK_FALSE(read_token(Vocabulary(), 7, "-1").id);
    CHECK(read_token(Vocabulary(), 7, "six").remark == "“six” is no token: ids go from 0 to 6.");
}

TEST_CASE("a word is typed over, and the run is that of the new sentences") {
    State state = opened("navigation");
    const auto plain = state.run;
    apply(state, TypeToken{am});
    REQUIRE(state.field);
    CHECK(state.field->text.text == "am");
    CHECK(state.field->text.anchor == 0);
    CHECK(state.focus == field_anchor);
    type(state, "wh");
    act(state, TakeField{});
    CHECK_FALSE(state.field);
    CHECK(state.focus.empty());  // the click before had opened it
    CHECK(sentence(state, "tgt", 0) == "<s> i what a student");
    CHECK(sentence(state, "labels", 0) == "i what a student </s>");
    CHECK(state.history.undo_words() == "replace “am” by “what”");
    CHECK(state.run != plain);

    const Model& model = *plain->model;
    Activations expected;
    forward(model.configuration, model.parameters, *state.run->batch, expected);
    CHECK(same_numbers(state.run->trace, make_trace(plain->trace.outline, expected)));
}

TEST_CASE("a text with blanks is a token for each of its words, in their order, and one step for undo") {
    State state = opened("navigation");
    const std::string labels = sentence(state, "labels", 0);
    apply(state, TypeToken{am});
    type(state, "what a  month ");
    act(state, TakeField{});
    CHECK_FALSE(state.field);
    CHECK(sentence(state, "tgt", 0) == "<s> i what a month a student");
    CHECK(sentence(state, "labels", 0) == "i what a month a student </s>");
    CHECK(state.history.undo_words() == "replace “am” by “what a month”");
    act(state, Undo{});
    CHECK(sentence(state, "tgt", 0) == "<s> i am a student");
    CHECK(sentence(state, "labels", 0) == labels);
    CHECK(state.history.undo_words().empty());

    // Inserted, before a token and behind the last.
    apply(state, TypeToken{suis, true});
    type(state, "quel mois");
    act(state, TakeField{});
    CHECK(sentence(state, "src", 0) == "je quel mois suis etudiant");
    CHECK(state.history.undo_words() == "insert “quel mois”");
    apply(state, TypeToken{{BatchSide::source, 0, 5}, true});
    type(state, "mois je");
    act(state, TakeField{});
    CHECK(sentence(state, "src", 0) == "je quel mois suis etudiant mois je");
    CHECK(state.focus == add_anchor(BatchSide::source));
    act(state, Undo{});
    act(state, Undo{});
    CHECK(sentence(state, "src", 0) == "je suis etudiant");
}

TEST_CASE("of a text with blanks nothing is taken where one of its words is no token") {
    State state = opened("navigation");
    apply(state, TypeToken{am});
    type(state, "what plumber month");
    act(state, TakeField{});
    REQUIRE(state.field);
    CHECK(state.field->problem == "“plumber” is not in the vocabulary.");
    CHECK(sentence(state, "tgt", 0) == "<s> i am a student");
    CHECK(state.history.undo_words().empty());
}

TEST_CASE("what the target does not change is not computed again: the encoder has the memory it had") {
    State state = opened("translation");
    const auto plain = state.run;
    act(state, EditBatch{ReplaceToken{{BatchSide::target, 0, 4}, 5}});
    const auto shared = [&](const std::string& path) { return state.run->trace.find(path).data == plain->trace.find(path).data; };
    for (const TensorInfo& info : plain->outline().tensors) {
        if (!info.path.starts_with("encoder.") && info.path != "memory" && !info.path.starts_with("src.")) continue;
        CAPTURE(info.path);
        CHECK(shared(info.path));
    }
    CHECK(shared("decoder.layers.0.cross_attn.key"));
    CHECK_FALSE(shared("decoder.layers.0.self_attn.query"));
    CHECK_FALSE(shared("logits"));
}

TEST_CASE("every edit of the sentences is undone and done again") {
    State state = opened("translation");
    const auto plain = state.run;
    const std::vector<std::pair<BatchEdit, std::string>> edits{{ReplaceToken{{BatchSide::source, 0, 1}, 8}, "replace “I” by “He”"},
                                                               {InsertToken{{BatchSide::source, 0, 1}, 8}, "insert “He”"},
                                                               {EraseToken{{BatchSide::target, 1, 2}}, "remove “est”"},
                                                               {MoveToken{{BatchSide::source, 0, 1}, 3}, "move “I”"},
                                                               {CopySentence{1}, "add a copy of sentence 2"},
                                                               {EraseSentence{0}, "remove sentence 1"}};
    for (const auto& [edit, words] : edits) {
        act(state, EditBatch{edit});
        const auto changed = state.run;
        CHECK(state.history.undo_words() == words);
        CHECK(changed != plain);
        act(state, Undo{});
        CHECK(state.run == plain);
        CHECK(state.history.redo_words() == words);
        act(state, Redo{});
        CHECK(*state.run->batch == *changed->batch);
        CHECK(same_numbers(state.run->trace, changed->trace));
        act(state, Undo{});
    }
    CHECK_FALSE(state.history.can_undo());
}

TEST_CASE("a word that is not in the vocabulary is refused, and the field stays with the reason") {
    State state = opened("navigation");
    const auto plain = state.run;
    apply(state, TypeToken{suis});
    type(state, "plumber");
    CHECK(std::get<TypedToken>(state.field->what).choice == -1);
    act(state, TakeField{});
    REQUIRE(state.field);
    CHECK(state.field->problem == "“plumber” is not in the vocabulary.");
    CHECK(state.run == plain);
    CHECK_FALSE(state.history.can_undo());
    type(state, "mois");
    CHECK(state.field->problem.empty());
    act(state, TakeField{});
    CHECK(sentence(state, "src", 0) == "je mois etudiant");
}

TEST_CASE("where the vocabulary has <unk>, that is what an unknown word becomes, and it is said") {
    State state = opened("translation");
    apply(state, TypeToken{{BatchSide::source, 0, 4}});
    type(state, "plumber");
    act(state, TakeField{});
    CHECK_FALSE(state.field);
    CHECK(sentence(state, "src", 0) == "<bos> I am a <unk> <eos>");
    CHECK(state.message == "“plumber” is not in the vocabulary: it is read as <unk>.");
}

TEST_CASE("words are added one after the other behind the last, and the other sentences are padded") {
    State state = opened("navigation");
    apply(state, TypeToken{{BatchSide::source, 0, 3}, true, "m"});
    CHECK(state.field->text.text == "m");
    act(state, TakeField{});
    CHECK(state.focus == "batch/source/add");
    CHECK(sentence(state, "src", 0) == "je suis etudiant mois");
    CHECK(sentence(state, "src", 1) == "quel mois <blank> <blank>");
    CHECK(state.run->trace.find("memory").layout.shape[1] == 4);
}

TEST_CASE("the field closes without effect when it is left, emptied, or its sentence is no longer shown") {
    State state = opened("navigation");
    const auto plain = state.run;
    apply(state, TypeToken{suis});
    type(state, "mois");
    act(state, LeaveField{});
    CHECK_FALSE(state.field);
    CHECK(state.focus == "batch/source/1");
    apply(state, TypeToken{suis});
    type(state, "");
    act(state, TakeField{});
    CHECK_FALSE(state.field);
    apply(state, TypeToken{suis});
    apply(state, SelectSentence{1});
    CHECK_FALSE(state.field);
    apply(state, TypeToken{{BatchSide::source, 0, 9}});
    CHECK_FALSE(state.field);
    CHECK(state.run == plain);
    CHECK_FALSE(state.history.can_undo());
}

TEST_CASE("the choice among the completions goes up and down within them, and is what is taken") {
    State state = opened("navigation");
    apply(state, TypeToken{suis});
    CHECK(nlohmann::json(to_json(state))["edits"]["field"]["choice"] == "suis");
    apply(state, MoveFieldChoice{1});
    CHECK(nlohmann::json(to_json(state))["edits"]["field"]["choice"] == "mois");
    apply(state, MoveFieldChoice{9});
    CHECK(nlohmann::json(to_json(state))["edits"]["field"]["choice"] == "mois");
    apply(state, MoveFieldChoice{-9});
    act(state, TakeField{});
    CHECK(sentence(state, "src", 0) == "je etudiant etudiant");
}

TEST_CASE("numbers written by hand that the new sentences have no place for are taken back, and undo restores them") {
    State state = opened("navigation");
    Edits edits;
    edits.interventions.overwrites = {{"encoder.layers.0.self_attn.scores", {0, 0, 2, 1}, 5.0},
                                      {"encoder.layers.0.self_attn.scores", {0, 0, 1, 1}, 6.0},
                                      {"decoder.layers.0.cross_attn.weights", {0, 1, 4, 2}, 7.0},
                                      {"transformer.encoder.layers.0.linear1.weight", {3, 2}, 8.0}};
    act(state, SetEdits{edits, "set four numbers"});
    REQUIRE(state.run->edits.interventions.overwrites.size() == 4);
    act(state, EditBatch{EraseToken{{BatchSide::source, 0, 2}}});
    REQUIRE(state.run->edits.interventions.overwrites.size() == 2);
    CHECK(state.run->edits.interventions.overwrites[0].value == 6.0);
    CHECK(state.run->edits.interventions.overwrites[1].value == 8.0);
    CHECK(state.message == "2 numbers set by hand lie outside these sentences and were dropped; Undo restores them.");
    act(state, Undo{});
    CHECK(state.run->edits == edits);
}

TEST_CASE("what cannot be done to a sentence is said in the message and changes nothing") {
    State state = opened("by-hand");
    const auto plain = state.run;
    act(state, EditBatch{EraseSentence{0}});
    CHECK(state.message == "A batch needs at least one sentence.");
    act(state, EditBatch{InsertToken{{BatchSide::source, 0, 0}, 1}});
    CHECK(state.message == "This model has learned 3 positions: sentences cannot be longer.");
    CHECK(state.run == plain);
    act(state, EditBatch{EraseToken{{BatchSide::source, 0, 0}}});
    CHECK(state.message.empty());
}

TEST_CASE("while another sentence's run is under way the next edit starts from the sentences that are wanted") {
    State state = opened("navigation");
    apply(state, EditBatch{EraseToken{suis}});
    apply(state, EditBatch{EraseToken{suis}});
    CHECK(sentence(state, "src", 0) == "je <blank>");
    apply(state, EditBatch{EraseSentence{1}});
    CHECK(shown_sentence(state) == 0);
    follow(state);
    CHECK(state.run->batch->sentences() == 1);
    CHECK(state.run->batch->source_length() == 1);
}

}  // namespace vitrine::batch_editing_test
