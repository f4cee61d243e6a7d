#include "app/state/state.h"

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/run/edited.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/masks/readings.h"
#include "tests/app/views/generate/decoded.h"

namespace vitrine::generate_view_test {
using namespace vitrine::tests;

namespace {

const Overwrite of_parameter{"fc_out.bias", {3}, 1.5};
const Overwrite of_tensor{"encoder.layers.0.self_attn.scores", {0, 0, 1, 0}, 2.5};

Edits altered_by_hand() {
    Edits edits;
    edits.interventions.overwrites = {of_parameter, of_tensor};
    edits.interventions.silenced = {{"decoder.layers.0.cross_attn", 1}};
    edits.interventions.skipped_sublayers = {"encoder.layers.0.ffn"};
    edits.interventions.skipped_residuals = {"encoder.layers.1.ffn"};
    return edits;
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("what is decoded is the source that is looked at, without its padding") {
    State state = generating("translation", 4);
    const Batch& batch = *state.run->batch;
    const Sentence source = decoding_question(state)->source;
    const std::int32_t pad = state.run->model->configuration.pad_src;
    REQUIRE(static_cast<Size>(source.size()) < batch.source_length());
    CHECK(std::equal(source.begin(), source.end(), batch.src.data() + 4 * batch.source_length()));
    CHECK(std::ranges::count(source, pad) == 0);
    CHECK(batch.src.at({4, static_cast<Size>(source.size())}) == pad);
    act(state, SelectSentence{1});
    CHECK(decoding_question(state)->source != source);
    CHECK(words_to(state, shown_node(state)) == "Il est un enseignant <eos>");
}

TEST_CASE("silenced heads, switches and overwritten parameters take part, and nothing that is written into a recorded tensor") {
    State state = generating();
    act(state, SetEdits{altered_by_hand(), "altered"});
    const Interventions taken = decoding_question(state)->interventions, wanted = altered_by_hand().interventions;
    CHECK(taken.overwrites == std::vector<Overwrite>{of_parameter});
    CHECK(taken.silenced == wanted.silenced);
    CHECK(taken.skipped_sublayers == wanted.skipped_sublayers);
    CHECK(taken.skipped_residuals == wanted.skipped_residuals);
}

TEST_CASE("an overwritten parameter, a design choice and a variant change what is decoded") {
    State state = generating();
    const std::vector<Scalar> before = generation_of(state).steps.front().rows.front().logits;
    const auto logits_with = [&](const Edits& edits) {
        act(state, SetEdits{edits, "another model"});
        return generation_of(state).steps.front().rows.front().logits;
    };
    const std::vector<Scalar> written = logits_with({.interventions = {.overwrites = {{"fc_out.bias", {3}, 100}}}});
    CHECK(written[3] > 90);
    CHECK(written[4] == before[4]);
    CHECK(logits_with({.design = {.positions = false}}) != before);
    CHECK(logits_with({.variant = {.heads = 2, .seed = 3}}) != before);
    CHECK(logits_with({}) == before);
}

TEST_CASE("it is run B that is decoded, also while A is shown") {
    State state = generating();
    apply(state, PinRun{});
    act(state, SilenceHead{cross, 0, true});
    act(state, ShowSide{ComparedSide::a});
    REQUIRE(state.run == state.of<ComparisonView>().pinned);
    CHECK(decoding_question(state)->interventions.silenced == std::vector<SilencedHead>{{cross, 0}});
    CHECK_FALSE(lacks_decoding(state));
}

TEST_CASE("a decoding is asked for by the open view alone, and once") {
    State state = opened("translation");
    CHECK_FALSE(lacks_decoding(state));
    apply(state, SetView{View::generate});
    CHECK(lacks_decoding(state));
    CHECK(decoded_of(state) == nullptr);
    answer(state);
    CHECK_FALSE(lacks_decoding(state));
    REQUIRE(decoded_of(state));
    apply(state, SetView{View::map});
    apply(state, changed_options(state, [](DecodeOptions& options) { options.beams = 5; }));
    CHECK_FALSE(lacks_decoding(state));
    apply(state, SetView{View::generate});
    CHECK(lacks_decoding(state));
    CHECK(decoded_of(state));  // the earlier one, while another is under way
    CHECK_FALSE(lacks_decoding(new_state()));
}

TEST_CASE("what a strategy does not use asks for nothing new") {
    State state = generating();
    const auto asks = [&](const auto& change) {
        apply(state, changed_options(state, change));
        const bool lacks = lacks_decoding(state);
        answer(state);
        return lacks;
    };
    CHECK_FALSE(asks([](DecodeOptions& options) { options.sampling.temperature = 0.5; }));
    CHECK_FALSE(asks([](DecodeOptions& options) { options.seed = 7; }));
    CHECK(asks([](DecodeOptions& options) { options.beams = 4; }));
    CHECK(asks([](DecodeOptions& options) { options.strategy = Strategy::sample; }));
    CHECK(asks([](DecodeOptions& options) { options.sampling.temperature = 0.7; }));
    CHECK(asks([](DecodeOptions& options) { options.seed = 8; }));
    CHECK_FALSE(asks([](DecodeOptions& options) { options.beams = 2; }));
}

TEST_CASE("another target, or a number written into the run, is still the same question") {
    for (const Edits& edits : {Edits{}, Edits{.interventions = altered_by_hand().interventions},
                               Edits{.variant = {.positions = PositionKind::learned, .seed = 4}}}) {
        State state = generating();
        act(state, SetEdits{edits, "altered"});
        const Decoded* before = decoded_of(state);
        apply(state, EditBatch{ReplaceTarget{0, {target_word(state, "<bos>")}, {target_word(state, "Je")}}});
        follow(state);
        REQUIRE(state.run->batch->tgt.at({0, 1}) == state.run->model->configuration.pad_tgt);
        CHECK_FALSE(lacks_decoding(state));
        CHECK(decoded_of(state) == before);
    }
}

TEST_CASE("a question that cannot be answered is said in the view and asked once, until it is another one") {
    State state = generating();
    const Decoded* before = decoded_of(state);
    act(state, SetEdits{{.interventions = {.overwrites = {{"fc_out.bias", {3}, not_a_number}}}}, "NaN"});
    CHECK(state.of<GenerateView>().problem.find("NaN") != std::string::npos);
    CHECK(state.message.empty());
    CHECK_FALSE(lacks_decoding(state));
    CHECK(decoded_of(state) == before);
    apply(state, Undo{});
    follow(state);
    CHECK(state.of<GenerateView>().problem.empty());
    CHECK_FALSE(lacks_decoding(state));  // the answer is still there
    apply(state, DecodingRefused{state.of<GenerateView>().decoded->question, "too late"});
    CHECK(state.of<GenerateView>().problem == "too late");
    apply(state, SelectSentence{1});
    CHECK(state.of<GenerateView>().problem.empty());
    apply(state, DecodingRefused{state.of<GenerateView>().decoded->question, "of another sentence"});
    CHECK(state.of<GenerateView>().problem.empty());
}

TEST_CASE("at first the best sentence is looked at, and with every word the step that chose it, as the run on the screen is") {
    State state = generating();
    CHECK(shown_node(state) == generation_of(state).hypotheses.front().node);
    CHECK(words_to(state, shown_node(state)) == "Je suis un étudiant <eos>");
    CHECK(words_to(state, asking_node(state)) == "Je suis un étudiant");
    CHECK(shown_candidates(state).front().token == target_word(state, "<eos>"));
    choose(state, "Je suis un étudiant");
    CHECK(words_to(state, asking_node(state)) == "Je suis un");
    CHECK(shown_candidates(state).front().token == target_word(state, "étudiant"));
    CHECK(target(state) == "<bos> Je suis un");
    for (int node = 1; node < static_cast<int>(generation_of(state).nodes.size()); ++node) {
        act(state, ChooseWord{node});
        const WordNode& word = node_at(state, node);
        CHECK(asking_node(state) == word.parent);
        const std::vector<Candidate> listed = shown_candidates(state);
        const auto candidate = std::ranges::find(listed, word.token, &Candidate::token);
        REQUIRE(candidate != listed.end());
        CHECK(candidate->probability == doctest::Approx(word.probability).epsilon(1e-5));
    }
    act(state, ChooseWord{0});
    CHECK(words_to(state, shown_node(state)) == "");
    CHECK(asking_node(state) == 0);
    CHECK(shown_candidates(state).front().token == target_word(state, "Je"));
}

TEST_CASE("the words that could come next are cut as the options of now say, without another decoding") {
    State state = generating();
    const auto left = [&] {
        const std::vector<Candidate> words = shown_candidates(state);
        CHECK(static_cast<Size>(words.size()) == state.run->model->configuration.tgt_vocab_size);
        return std::ranges::count(words, Cut::none, &Candidate::cut);
    };
    apply(state, changed_options(state, [](DecodeOptions& options) { options.sampling.top_k = 2; }));
    CHECK(left() == 18);  // a beam search draws nothing
    apply(state, changed_options(state, [](DecodeOptions& options) { options.strategy = Strategy::sample; }));
    CHECK(left() == 18);  // until sampling has an answer, the words are those of the beam search
    act(state, changed_options(state, [](DecodeOptions& options) { options.strategy = Strategy::sample; }));
    CHECK(left() == 2);
    apply(state, changed_options(state, [](DecodeOptions& options) { options.sampling.top_p = 0.01; }));
    CHECK(left() == 1);
    CHECK(lacks_decoding(state));
}

TEST_CASE("a sentence grows two words a second from bos on, and what has not grown is not looked at") {
    State state = generating();
    const auto steps = static_cast<int>(generation_of(state).steps.size());
    CHECK(shown_steps(state) == steps);
    apply(state, GrowSentence{true});
    CHECK(shown_steps(state) == 0);
    CHECK(shown_node(state) == 0);
    apply(state, PassTime{0.5});
    CHECK(shown_steps(state) == 1);
    CHECK(words_to(state, shown_node(state)) == "Je");
    apply(state, PassTime{0.75});
    CHECK(words_to(state, shown_node(state)) == "Je suis");
    apply(state, PassTime{0.5 * steps});
    CHECK_FALSE(state.of<GenerateView>().grown);
    CHECK(shown_steps(state) == steps);
    apply(state, GrowSentence{true});
    apply(state, GrowSentence{false});
    CHECK_FALSE(state.of<GenerateView>().grown);
    apply(state, SetMotion{Motion::at_once});  // nothing glides: the words come one after the other all the same
    apply(state, GrowSentence{true});
    CHECK(shown_steps(state) == 0);
    apply(state, PassTime{0.5});
    CHECK(shown_steps(state) == 1);
}

TEST_CASE("moves go to the word before, to the best after, and to the neighbours of the step, as far as it has grown") {
    State state = generating();
    const auto words_after = [&](TreeMove move) { return words_to(state, node_after(state, move)); };
    CHECK(words_after(TreeMove::after) == "Je suis un étudiant <eos>");
    CHECK(words_after(TreeMove::before) == "Je suis un étudiant");
    apply(state, ChooseWord{node_of(state, "Je suis")});
    CHECK(words_after(TreeMove::after) == "Je suis un");
    CHECK(words_after(TreeMove::up) == "Je suis");  // it is the best of its step
    const int below = node_after(state, TreeMove::down);
    CHECK(node_at(state, below).step == 2);
    CHECK(node_at(state, below).rank == 1);
    apply(state, ChooseWord{below});
    CHECK(words_after(TreeMove::up) == "Je suis");
    const std::vector<int>& considered = generation_of(state).steps[1].considered;
    apply(state, ChooseWord{considered.back()});
    CHECK(node_after(state, TreeMove::down) == considered.back());
    apply(state, ChooseWord{0});
    for (const TreeMove move : {TreeMove::before, TreeMove::up, TreeMove::down}) CHECK(node_after(state, move) == 0);
    apply(state, GrowSentence{true});
    CHECK(node_after(state, TreeMove::after) == 0);
}

}  // namespace vitrine::generate_view_test
