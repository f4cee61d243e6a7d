/// Damaged links. A link that is read is opened, drawn now and then, and copied again.

#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/link/commands.h"
#include "app/link/link.h"
#include "app/link/notation.h"
#include "app/run/edits_json.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "core/files/file.h"
#include "tests/app/random_runs.h"
#include "tests/fuzz/app/opened.h"
#include "tests/fuzz/byte_changes.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/trial.h"
#include "tests/test_data.h"

namespace vitrine::fuzz {

namespace {

using Json = nlohmann::ordered_json;
using LinkPairs = std::vector<std::pair<std::string, std::string>>;

constexpr const char* linked_samples[] = {"navigation", "by-hand", "translation", "two-heads"};

/// Every field of a session that a link carries, with values other than at first.
void add_fields(LinkPairs& pairs, Random& random) {
    static const Json session = Json::parse(read_file(test_data("fuzz/app/session.json")));
    const auto add = [&](const std::string& key, const Json& value) {
        if (once_in(random, 2)) pairs.emplace_back(key, written(value));
    };
    for (const auto& [key, value] : session["place"].items()) {
        if (key != "view" && !value.is_null()) add(key, value);
    }
    for (const char* part : {"views", "habits"}) {
        for (const auto& [module, fields] : session[part].items()) {
            for (const auto& [key, value] : fields.items()) add(module + '.' + key, value);
        }
    }
}

void add_edits(LinkPairs& pairs, const std::string& sample, Random& random) {
    const auto run = make_run({.sample = sample});
    if (!run->model->configuration.is_transformer()) return;
    const Json edits = to_json(tests::random_edits(*run, random));
    for (const auto& [key, value] : edits.items()) pairs.emplace_back(key, written(value));
    if (once_in(random, 2)) pairs.emplace_back("variant", "(norm:before,heads:1,seed:3)");
    if (once_in(random, 3)) pairs.emplace_back("against", "(design:(no_causal_mask),side:difference)");
    if (once_in(random, 3)) pairs.emplace_back("src", "((1,2,3),(1,2,0))");
    if (once_in(random, 3)) pairs.emplace_back("tgt", "((1,2),(1,2))");
    if (once_in(random, 3)) pairs.emplace_back("labels", "()");
    if (once_in(random, 4)) pairs.emplace_back("lesson", "05-query-key-value");
    if (once_in(random, 4)) pairs.emplace_back("lesson.step", "1");
}

LinkPairs sound_pairs(Random& random) {
    const std::string sample = one_of(linked_samples, random);
    LinkPairs pairs{{"sample", sample}, {"view", std::string(one_of(views(all_modules()), random)->name)}};
    add_fields(pairs, random);
    add_edits(pairs, sample, random);
    return pairs;
}

std::string strange_value(Random& random) {
    static const std::string values[] = {"",
                                         "()",
                                         "(:)",
                                         "-1",
                                         "99999999999999999999",
                                         "1e308",
                                         "(0,(0,(0)))",
                                         "true",
                                         "null",
                                         "é",
                                         "\"",
                                         "(a:1,a:2)",
                                         std::string(30, '('),
                                         std::string(3000, 'a'),
                                         "/etc/passwd",
                                         "../x"};
    return once_in(random, 3) ? std::string(extreme_number(random)) : one_of(values, random);
}

/// Changes some pairs: their values, their keys, or their bytes; or repeats them.
void change_pairs(LinkPairs& pairs, Random& random) {
    for (std::size_t i = below(random, 3) + 1; i > 0; --i) {
        auto& [key, value] = one_of(pairs, random);
        switch (below(random, 6)) {
            case 0:
                value = one_of(pairs, random).second;
                break;
            case 1:
                key = once_in(random, 2) ? one_of(pairs, random).first : "no.such";
                break;
            case 2:
                pairs.push_back(one_of(LinkPairs(pairs), random));
                break;
            case 3:
                change_bytes(value, random);
                break;
            default:
                value = strange_value(random);
        }
    }
}

/// A damaged link. Its pairs are usually escaped as in an address, but sometimes contain bytes that an address cannot have.
std::string damaged_link(Random& random) {
    constexpr const char* beginnings[] = {"vitrine:", "web+vitrine:", "#", "https://example.org/a?b#", "vitrine://"};
    LinkPairs pairs = sound_pairs(random);
    if (!once_in(random, 8)) change_pairs(pairs, random);
    std::string link = one_of(beginnings, random);
    const bool in_full = !once_in(random, 8);
    for (const auto& [key, value] : pairs) link += '&' + (in_full ? in_address(key) + '=' + in_address(value) : key + '=' + value);
    if (once_in(random, 4)) change_bytes(link, random);
    return link;
}

State opened_link(const std::string& link) {
    State state = new_state();
    apply(state, OpenLink{link});
    open_all(state, "the link");
    return state;
}

/// Opens a link and copies the link to what is shown. Opening that one and copying again must give the same link.
void use_link(const std::string& text, Random& random) {
    const State state = opened_link(text);
    if (!state.run) return;
    check_refusal(state.message.empty() ? "the link" : state.message, "");
    const std::string link = link_of(state);
    const State again = opened_link(link);
    expect(again.message.empty(), "what was copied does not open: " + again.message + " of " + link);
    expect(link_of(again) == link, "copied twice, " + link + " is " + link_of(again));
    if (once_in(random, 16)) draw_after(OpenLink{text}, "the link");
}

/// Every link is read; one of some is opened, which takes a hundred times as long.
Outcome attempt_link(Random& random, const std::filesystem::path&) {
    const std::string text = damaged_link(random);
    const bool used = once_in(random, 6);
    return attempt(
        "the link", [&] { return read_link(text, all_modules()); },
        [&](const Link&) {
            if (used) use_link(text, random);
        });
}

}  // namespace

const Kind links_kind{"links", attempt_link, true};

}  // namespace vitrine::fuzz
