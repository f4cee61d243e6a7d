#include "app/views/glossary/state.h"

#include <algorithm>
#include <cctype>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/session/session.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/glossary/commands.h"
#include "app/views/glossary/links.h"
#include "app/views/glossary/view.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::glossary_view_test {
using namespace vitrine::tests;

namespace {

std::vector<std::string> names(std::string_view search) {
    std::vector<std::string> list;
    for (const Term* term : found_terms(search)) list.emplace_back(term->name);
    return list;
}

void look_up(State& state, const char* text) { apply(state, SetGlossarySearch{typed_text(text)}); }

std::string shown(const State& state) { return std::string(shown_term(state).name); }

std::set<std::string> linked_paths(const Run& run, const Term& term) {
    std::set<std::string> paths;
    for (const RunLink& link : links_into_run(run, term)) paths.insert(link.path);
    return paths;
}

std::string small(std::string_view text) {
    std::string letters(text);
    std::ranges::transform(letters, letters.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return letters;
}

/// The terms that the text of a term mentions, as it spells them.
std::vector<std::string> mentioned(const char* name) {
    const Term& term = *find_term(name);
    std::vector<std::string> words;
    for (const Mention& link : mentions(term))
        words.push_back(std::string(term.text.substr(link.first, link.last - link.first)) + " > " + std::string(link.term->name));
    return words;
}

}  // namespace

TEST_CASE("an empty search finds every term, by the alphabet") {
    const std::vector<std::string> all = names("");
    REQUIRE(all.size() == glossary().size());
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == glossary()[i].name);
    CHECK(names("  ") == all);
}

TEST_CASE("a search finds terms by the beginnings of words in their names and in their texts") {
    for (const Term& term : glossary()) {
        CAPTURE(term.name);
        CHECK(names(term.name).front() == term.name);
    }
    CHECK(names("pos enc").front() == "positional encoding");
    CHECK(names("bea sea").front() == "beam search");
    CHECK(names("filler") == std::vector<std::string>{"padding"});
    CHECK(names("FILLER sentences") == std::vector<std::string>{"padding"});
    CHECK(names("nucleus") == std::vector<std::string>{"top-p"});
    CHECK(names("RESIDUALS").front() == "residual");
    CHECK(names("residual connection") == std::vector<std::string>{"residual"});
    CHECK(names("keys").front() == "key");
    CHECK(names("self-attention").front() == "attention");
    CHECK(names("BPE") == std::vector<std::string>{"token"});
    CHECK(names("3.2.2") == std::vector<std::string>{"head", "merge"});
    CHECK(names("xylophone").empty());
    const std::vector<std::string> masks = names("mask");
    REQUIRE(masks.size() > 2);
    CHECK(masks[0] == "mask");
    CHECK(masks[1] == "causal mask");
}

TEST_CASE("what is typed shows the best term at once, and the last one stays where nothing is found") {
    State state = new_state();
    CHECK(shown(state) == "attention");
    look_up(state, "soft");
    CHECK(shown(state) == "softmax");
    look_up(state, "softxyz");
    CHECK(shown(state) == "softmax");
    look_up(state, "");
    CHECK(shown(state) == "softmax");
}

TEST_CASE("terms are gone through among those found, no further than the ends") {
    State state = new_state();
    look_up(state, "mask");
    const std::vector<std::string> found = names("mask");
    apply(state, MoveTerm{1});
    CHECK(shown(state) == found[1]);
    apply(state, MoveTerm{-5});
    CHECK(shown(state) == found.front());
    apply(state, MoveTerm{99});
    CHECK(shown(state) == found.back());
    look_up(state, "nothing is called so");
    apply(state, MoveTerm{1});
    CHECK(shown(state) == found.back());
}

TEST_CASE("a chosen term comes into view; a search that hides it goes, another stays") {
    State state = new_state();
    look_up(state, "mask");
    apply(state, ChooseTerm{"causal mask"});
    CHECK(state.of<GlossaryView>().search.text == "mask");
    apply(state, ChooseTerm{"LayerNorm"});
    CHECK(state.of<GlossaryView>().search.text.empty());
    CHECK(shown(state) == "LayerNorm");
    CHECK(state.reveal.contains("glossary/term/LayerNorm"));
    apply(state, ChooseTerm{"no term"});
    CHECK(shown(state) == "LayerNorm");
}

TEST_CASE("every term has views that are about it, and they exist") {
    const Counted checks(60);
    const std::vector<const Module*> all = views(all_modules());
    for (const Term& term : glossary()) {
        CAPTURE(term.name);
        CHECK_FALSE(views_about(term).empty());
        for (const View view : views_about(term)) CHECK(std::ranges::count(all, view.name, &Module::name) == 1);
    }
}

TEST_CASE("links into a run lead to what is there, and every tensor and step that is called by a term is led to") {
    const Counted checks(100);
    for (const char* name : {"by-hand", "navigation", "translation"}) {
        CAPTURE(name);
        const State state = opened(name);
        const Run& run = *state.run;
        for (const Term& term : glossary()) {
            CAPTURE(term.name);
            for (const RunLink& link : links_into_run(run, term)) {
                CHECK(run.find(link.path).present());
                const TensorInfo& info = *run.outline().find(link.path);
                const Operation operation = run.outline().steps[static_cast<std::size_t>(info.step)].operation;
                CAPTURE(link.path);
                const Block& block = run.outline().block_of(info.step);
                const std::string titles =
                    small(run.outline().steps[static_cast<std::size_t>(info.step)].title + ' ' + block.title + ' ' + block.section);
                CHECK((term_of_tensor(link.path, run.outline().model.configuration) == &term ||
                       term_of(operation, run.outline().model.configuration) == &term ||
                       titles.find(small(term.name)) != std::string::npos));
            }
        }
        for (const TensorInfo& info : run.outline().tensors) {
            const Term* term = term_of_tensor(info.path, run.outline().model.configuration);
            CAPTURE(info.path);
            if (term && run.find(info.path).present()) CHECK(linked_paths(run, *term).contains(info.path));
        }
        for (int step = 0; step <= run.last_step(); ++step) {
            const Term* term =
                term_of(run.outline().steps[static_cast<std::size_t>(step)].operation, run.outline().model.configuration);
            if (term) CHECK_FALSE(links_into_run(run, *term).empty());
        }
    }
}

TEST_CASE("blocks and layers are led to by the terms that they are named after") {
    const State state = opened("translation");
    const auto paths = [&](const char* term) { return linked_paths(*state.run, *find_term(term)); };
    CHECK(paths("cross-attention") ==
          std::set<std::string>{"decoder.layers.0.cross_attn.weights", "decoder.layers.1.cross_attn.weights"});
    CHECK(paths("attention").size() == 6);
    CHECK(paths("encoder") == std::set<std::string>{"encoder.layers.0.norm2", "encoder.layers.1.norm2", "memory"});
    CHECK(paths("decoder") == std::set<std::string>{"decoder.layers.0.norm3", "decoder.layers.1.norm3"});
}

TEST_CASE("no two links of a term have one name") {
    const Counted checks(20);
    const State state = opened("translation");
    for (const Term& term : glossary()) {
        std::set<std::string> anchors;
        for (const RunLink& link : links_into_run(*state.run, term)) CHECK(anchors.insert(link.anchor).second);
    }
}

TEST_CASE("links follow the run: without labels there is no loss to lead to") {
    const State state = opened("navigation");
    const Term& loss = *find_term("loss");
    CHECK_FALSE(links_into_run(*state.run, loss).empty());
    auto model = std::make_shared<Model>(*state.run->model);
    model->batch.labels.clear();
    CHECK(links_into_run(*make_run(model), loss).empty());
}

TEST_CASE("a link leads to the view that shows its tensor best") {
    const State state = opened("translation");
    const auto view_of = [&](const char* term, std::string_view path) {
        for (const RunLink& link : links_into_run(*state.run, *find_term(term))) {
            if (link.path == path) return std::string(link.view.name);
        }
        return std::string();
    };
    CHECK(view_of("query", "encoder.layers.0.self_attn.query") == "attention");
    CHECK(view_of("weights", "decoder.layers.1.cross_attn.weights") == "attention");
    CHECK(view_of("mask", "decoder.layers.0.self_attn.mask") == "masks");
    CHECK(view_of("memory", "memory") == "map");
    CHECK(view_of("merge", "encoder.layers.0.self_attn.merged") == "map");
}

TEST_CASE("terms in the text of another are found as they stand and in the plural, whole and once") {
    CHECK(mentioned("cross-attention") == std::vector<std::string>{"attention > attention", "queries > query", "decoder > decoder",
                                                                   "keys > key", "values > value", "encoder > encoder"});
    CHECK(mentioned("evenness") == std::vector<std::string>{"entropy > entropy", "head > head", "attention > attention",
                                                            "weights > weights", "token > token"});
    CHECK(mentioned("label") == std::vector<std::string>{"token > token", "decoder > decoder", "Padding > padding"});
    for (const Term& term : glossary()) {
        std::size_t end = 0;
        for (const Mention& link : mentions(term)) {
            CHECK(link.term != &term);
            CHECK(link.first >= end);
            end = link.last;
        }
        CHECK(end <= term.text.size());
    }
}

TEST_CASE("Escape lets the search go, once nothing else is there to let go") {
    State state = new_state();
    look_up(state, "mask");
    Commands commands;
    leave_search(state, commands);
    for (const Command& command : commands) apply(state, command);
    CHECK(state.of<GlossaryView>().search.text.empty());
    CHECK(shown(state) == "mask");
    commands.clear();
    leave_search(state, commands);
    CHECK(commands.empty());
}

TEST_CASE("a session keeps the search and the term, with a model and without") {
    for (const bool open : {false, true}) {
        State state = open ? opened("navigation") : new_state();
        apply(state, SetView{View{"glossary"}});
        look_up(state, "mask");
        apply(state, MoveTerm{1});
        const SavedSession session = read_session(session_text(session_of(state)), "session.json", all_modules());
        State later = new_state();
        apply(later, RestoreSession{session});
        apply(later, SetView{View{"glossary"}});
        CHECK(shown(later) == "causal mask");
        CHECK(later.of<GlossaryView>().search == typed_text("mask"));
    }
    State state = new_state();
    state.of<GlossaryView>().term = "a term of another version";
    CHECK(shown(state) == glossary().front().name);
}

}  // namespace vitrine::glossary_view_test
