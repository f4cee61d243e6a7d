/// What the screen shows for runs in which much is altered at once: edits, designs, silenced heads, NaN, one token, repeated
/// tokens, families, another run beside this one, gradients. Whatever the view, texts are whole, apart from each other,
/// grammatical and about this run.

#include <map>
#include <regex>

#include <doctest/doctest.h>

#include "app/compare/commands.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/shell/script/inspection.h"
#include "app/shell/script/stage.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/design/commands.h"
#include "core/model/design_choices.h"
#include "core/tensor/error.h"
#include "tests/app/any_runs.h"
#include "tests/app/family_runs.h"

namespace vitrine::together_test {
using namespace vitrine::tests;

namespace {

/// A run of a random model or of a family's folder, as it was opened.
std::shared_ptr<const Run> any_opened_run(Random& random) {
    return coin(random) ? any_run(random) : family_run(family_names()[random.below(family_names().size())]);
}

/// Heads silenced, a number that is none, choices switched off, in any combination that the model takes.
Edits any_edits(const Run& run, Random& random) {
    Edits edits;
    const Configuration& c = run.model->configuration;
    if (coin(random)) edits.design = random_design(c, random);
    const std::string attention = c.has_decoder() ? "decoder.layers.0.self_attn" : "encoder.layers.0.self_attn";
    if (coin(random)) edits.interventions.silenced.push_back({attention, 0});
    if (random.below(3) == 0) {
        const std::string path = attention + ".scores";
        edits.interventions.overwrites.push_back(random_overwrite(path, run.find(path), c, random));
    }
    return edits;
}

/// The edits, or fewer, if the model takes them; else none.
std::shared_ptr<const Run> edited(const std::shared_ptr<const Run>& run, Random& random) {
    try {
        return with_edits(run, any_edits(*run, random));
    } catch (const Error&) {
        return run;
    }
}

/// Texts that no screen has: numbers as the machine writes them, a plural of one, an unfilled gap.
std::string wrong_text(const std::string& text) {
    static const std::regex machine_number(R"((^|[\s(\[=])-?(nan|inf|infinity)($|[\s,.;)\]]))");
    static const std::regex plural_of_one(
        R"((^|[^f][\s(])1 (words|tokens|sentences|heads|layers|numbers|steps|keys|queries|positions|dimensions|parameters|cells|terms|rows|beams|predictions)\b)");
    static const std::regex gap(R"(\{\})");
    if (std::regex_search(text, machine_number)) return "a number as the machine writes it";
    if (std::regex_search(text, plural_of_one)) return "a plural of one";
    return std::regex_search(text, gap) ? "a gap" : "";
}

void check_screen(const Stage& stage) {
    for (const std::string& sentence : cut_texts(stage.record())) FAIL_CHECK(sentence);
    for (const std::string& sentence : overlaps(stage.record(), stage.state().menu)) FAIL_CHECK(sentence);
    bool says_unaltered = false;
    for (const TextRecord& text : stage.record().texts) {
        CAPTURE(text.text);
        CHECK(wrong_text(text.text) == "");
        says_unaltered |= text.text.find("Nothing is altered") != std::string::npos;
    }
    if (says_unaltered) CHECK_FALSE(run_b_or_self(*stage.state().run).edits.alter());
}

}  // namespace

TEST_CASE("every view says what is so of runs in which much is altered at once") {
    Random random(404);
    std::map<std::string, int> met;
    Stage stage({.sample = "translation"}, {.width = 1280, .height = 800});
    Application& application = stage.application();
    Input input;
    for (int round = 0; round < 24; ++round) {
        CAPTURE(round);
        const auto opened = any_opened_run(random);
        application.command(ShowRun{opened});
        const auto run = edited(opened, random);
        if (run != opened) application.command(SetEdits{run->edits, "altered"});
        application.finish_work();
        const bool compares = random.below(3) == 0;
        if (compares) {
            application.command(PinRun{});
            const auto other = edited(opened, random);
            application.command(SetEdits{other->edits, "altered again"});
            application.finish_work();
            application.command(ShowSide{random.below(2) == 0 ? ComparedSide::b : ComparedSide::difference});
        }
        if (random.below(3) == 0) application.command(SetAspect{Aspect::gradient});
        const auto& choices = design_choices();
        application.command(ShowDesignChoice{std::string(choices[random.below(choices.size())].name)});
        for (const Module* view : views(stage.state().modules)) {
            CAPTURE(view->name);
            application.command(SetView{View{view->name}});
            for (int frame = 0; frame < 2; ++frame) {
                application.finish_work();
                stage.frame(input);
            }
            check_screen(stage);
            ++met["screens"];
        }
        met["compared"] += compares;
        met["altered"] += run->edits.alter();
        met["families"] += !opened->model->family.empty();
        if (compares) application.command(UnpinRun{});
    }
    CHECK(met["screens"] > 200);
    for (const char* what : {"compared", "altered", "families"}) {
        CAPTURE(what);
        CHECK(met[what] > 4);
    }
}

}  // namespace vitrine::together_test
