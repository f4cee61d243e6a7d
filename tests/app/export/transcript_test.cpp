#include "app/export/transcript.h"

#include <limits>
#include <sstream>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/edit/commands.h"
#include "app/export/transcript_number.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/state.h"
#include "core/text/plain_text.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::transcript_test {
using namespace vitrine::tests;

namespace {

const std::string scores = "encoder.layers.0.self_attn.scores";

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a transcript holds the step, the words and the numbers of the listing") {
    State state = opened("navigation");
    apply(state, SelectCell{scores, {0, 1, 1, 0}});
    const std::string text = transcript(state);
    CHECK(says(text, "Scores Q·Kᵀ / √2"));
    CHECK(says(text, "Sentence 1 of 2"));
    CHECK(says(text, "head 2 of 3"));
    // The listing of the tracking run prints 0.5813; the products of Q and K in the transcript are the terms of that score.
    CHECK(says(text, "suis: je 0.5813"));
    CHECK(says(text, scores + "[0, 1, 1, 0] is 0.5813"));
    CHECK(says(text, "0.8400 × 1.0267 = 0.8625"));
    CHECK(says(text, "0.0425 × -0.9482 = -0.0403"));
    CHECK(says(text, "times 0.707107"));
}

TEST_CASE("in the backward pass a transcript tells the gradients read and made, and at the update a weight's arithmetic") {
    State state = opened("navigation");
    state.run = with_gradients(*state.run);
    show_film_place(state, film_of(*state.run).forward + 1);
    std::string text = transcript(state);
    CHECK(says(text, "Step 2 of 45 backwards: ∂"));
    CHECK(says(text, "Reads the gradients"));
    CHECK(says(text, "Makes the gradients"));
    CHECK(says(text, "which differentiates "));
    CHECK(says(text, "Numbers of ∂loss/∂"));
    CHECK(!says(text, "Numbers of " + state.selection.tensor));
    show_film_place(state, film_of(*state.run).update());
    apply(state, SelectCell{"fc_out.weight", {1, 2}});
    text = transcript(state);
    CHECK(says(text, "The update of the weights"));
    CHECK(says(text, "Its update"));
    CHECK(says(text, "first moment"));
    CHECK(says(text, update_lines(*state.run, "fc_out.weight", {1, 2}).front()));
}

TEST_CASE("every step of every sample has a transcript in short lines") {
    const Counted checks(500);
    for (const char* name : {"navigation", "translation", "by-hand"}) {
        State state = opened(name);
        if (state.run->has_loss()) state.run = with_gradients(*state.run);
        for (int place = 0; place < film_of(*state.run).places(); ++place) {
            apply(state, MoveStep{place - film_place(state)});
            CHECK(film_place(state) == place);
            std::istringstream lines(transcript(state));
            int count = 0;
            for (std::string line; std::getline(lines, line); ++count) {
                CAPTURE(line);
                CHECK((text_width(line) <= transcript_columns || line.find(' ', line.find_first_not_of(' ')) == std::string::npos));
            }
            CHECK(count > 8);
        }
    }
}

TEST_CASE("what was altered by hand is told where it is") {
    State state = opened("navigation");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto with = [&](Interventions interventions) {
        state.edits.interventions = std::move(interventions);
        apply(state, ShowEditedRun{with_edits(state.run, state.edits)});
        return transcript(state);
    };
    apply(state, SelectCell{scores, {0, 1, 1, 0}});
    const std::string set = with({.overwrites = {{scores, {0, 1, 1, 0}, 5}}});
    CHECK(says(set, "gives 0.5813"));
    CHECK(says(set, "But set by hand, and so it is 5.0000"));
    CHECK(says(with({.overwrites = {{scores, {0, 1, 1, 0}, nan}}}), "NaN, not a number: first in " + scores));
    apply(state, SelectTensor{"encoder.layers.0.residual2"});
    CHECK(says(with({.skipped_sublayers = {"encoder.layers.0.ffn"}}), "Formula: residual = x\n"));
    CHECK(says(with({.skipped_residuals = {"encoder.layers.0.ffn"}}), "Formula: residual = sublayer(LayerNorm(x))\n"));
}

TEST_CASE("in the attention view it is about the head that is shown, whatever was selected before") {
    State state = opened("navigation");
    apply(state, SelectTensor{"src.embedding"});
    apply(state, SetView{View::attention});
    const std::string weights = attention_tensor(state, "weights");
    CHECK(says(transcript(state), "Numbers of " + weights));
    CHECK(says(transcript(state), "Step " + std::to_string(state.run->outline().step_of(weights) + 1) + " of"));
    apply(state, SelectTensor{scores});
    CHECK(says(transcript(state), "Numbers of " + scores));
}

TEST_CASE("hidden cells stand in brackets") {
    State state = opened("navigation");
    apply(state, SelectTensor{"decoder.layers.0.self_attn.weights"});
    const std::string text = transcript(state);
    CHECK(says(text, "Cells that the mask hides are in brackets."));
    CHECK(says(text, "<s>: <s> 1.0000, i [0.0000]"));
}

TEST_CASE("text is broken at spaces, and a word that is too long stays whole") {
    CHECK(wrapped_text("one two three", 7) == "one two\nthree\n");
    CHECK(wrapped_text("one two three", 7, "  ") == "one two\n  three\n");
    CHECK(wrapped_text("a incomprehensibilities b", 6) == "a\nincomprehensibilities\nb\n");
    CHECK(wrapped_text("a\n\nb", 6) == "a\n\nb\n");
}

}  // namespace vitrine::transcript_test
