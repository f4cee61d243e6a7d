/// Damaged sessions, and lists of recent models. A session that is read is opened, drawn, and saved again.

#include <algorithm>
#include <array>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/run/edits_json.h"
#include "app/run/make_run.h"
#include "app/run/request.h"
#include "app/session/session.h"
#include "app/shell/modules.h"
#include "app/state/recent.h"
#include "core/files/file.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/model_saving.h"
#include "tests/app/random_runs.h"
#include "tests/fuzz/app/opened.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/json_changes.h"
#include "tests/fuzz/sound.h"
#include "tests/fuzz/trial.h"
#include "tests/test_data.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// ---------------------------------------------------------------------------------------------------------------------------------
// Sound sessions

/// Files of a model, for the requests below.
void write_model(const fs::path& folder, Random& random) {
    const Model model = sound_model(random);
    save_model(folder / "model",
               {model.configuration, model.parameters, model.source_vocabulary, model.target_vocabulary, model.batch});
    write(folder / "batch.json", batch_text(model.batch));
}

ModelRequest any_request(const fs::path& folder, Random& random) {
    const ModelRequest requests[] = {
        {.sample = "navigation"},
        {.sample = "by-hand"},
        {.folder = folder / "model"},
        {.folder = folder / "model", .batch = folder / "batch.json"},
        {.configuration = folder / "model/config.json", .initialisation = {.seed = random.next()}},
    };
    return one_of(requests, random);
}

Edits any_edits(const Run& run, Random& random) {
    Edits edits = tests::random_edits(run, random);
    if (once_in(random, 3)) edits.batch = run.batch;
    if (once_in(random, 3)) edits.variant = {.norm_placement = NormPlacement::before, .heads = 1, .seed = random.next()};
    return edits;
}

Json steps(const Run& run, Random& random) {
    Json list = Json::array();
    for (std::size_t i = below(random, 3); i > 0; --i)
        list.push_back({{"edits", to_json(any_edits(run, random))}, {"what", "a step"}});
    return list;
}

/// The file's fields with a model, edits of every sort, a history, and a comparison.
Json sound_session(const fs::path& folder, Random& random) {
    write_model(folder, random);
    Json json = parsed(read_file(test_data("fuzz/app/session.json")));
    const ModelRequest request = any_request(folder, random), other = any_request(folder, random);
    const auto run = make_run(request);
    json["model"] = to_json(request);
    json["edits"] = to_json(any_edits(*run, random));
    json["history"] = {{"done", steps(*run, random)}, {"undone", steps(*run, random)}};
    json["left"].push_back({{"model", to_json(other)}, {"edits", to_json(any_edits(*run, random))}});
    constexpr const char* sides[] = {"A", "B", "difference"};
    if (once_in(random, 2))
        json["comparison"] = {{"model", to_json(once_in(random, 3) ? other : request)},
                              {"edits", to_json(any_edits(*run, random))},
                              {"side", one_of(sides, random)}};
    json["place"]["view"] = one_of(views(all_modules()), random)->name;
    return json;
}

// ---------------------------------------------------------------------------------------------------------------------------------
// The use of a session

State restored(const SavedSession& session) {
    State state = new_state();
    apply(state, RestoreSession{session});
    open_all(state, "the session");
    return state;
}

/// Restoring and saving a session gives the same text as doing so twice.
void use_session(SavedSession session, bool drawn) {
    if (!session.model) session.model = ModelRequest{.sample = first_sample};
    const std::string text = session_text(session_of(restored(session)));
    const SavedSession again = read_session(text, "again", all_modules());
    const std::string second = session_text(session_of(restored(again)));
    const auto differ = std::ranges::mismatch(text, second).in1 - text.begin();
    expect(second == text, "saved twice, it differs from " + text.substr(static_cast<std::size_t>(differ), 100));
    if (drawn) draw_after(RestoreSession{session}, "the session");
}

/// The sound session can be read, and has every field that sessions have, so that each of them gets damaged at some time.
void check_sound(const Json& sound) {
    read_session(sound.dump(), "a sound session", all_modules());
    const Json kept = parsed(session_text(session_of(State(all_modules()))));
    for (const auto& [part, fields] : kept.items()) {
        expect(sound.contains(part), "tests/fuzz/app/session.json lacks '" + part + "'");
        for (const auto& item : fields.items()) {
            if (!fields.is_object()) continue;
            const bool there = sound[part].contains(item.key());
            expect(there, "tests/fuzz/app/session.json lacks '" + part + "." + item.key() + "'");
            if (!item.value().is_object()) continue;
            for (const auto& field : item.value().items())
                expect(sound[part][item.key()].contains(field.key()), "tests/fuzz/app/session.json lacks '" + field.key() + "'");
        }
    }
}

Outcome attempt_recent(Random& random, const fs::path& folder) {
    std::vector<RecentModel> recent;
    for (std::size_t i = below(random, 3) + 1; i > 0; --i) recent.push_back({any_request(folder, random), "a model"});
    write(folder / "recent.json", changed_text(parsed(recent_text(recent)), random));
    const auto use = [](const std::vector<RecentModel>& read) {
        const std::string text = recent_text(read);
        expect(recent_text(read_recent(text, "again")) == text, "recent models are not written as they were read");
    };
    return attempt(
        "recent.json", [&] { return read_recent(read_file(folder / "recent.json"), "recent.json"); }, use);
}

Outcome attempt_session(Random& random, const fs::path& folder) {
    if (once_in(random, 16)) return attempt_recent(random, folder);
    const Json sound = sound_session(folder, random);
    check_sound(sound);
    const fs::path file = folder / "session.json";
    write(file, changed_text(sound, random));
    const auto read = [&] { return read_session(read_file(file), file.string(), all_modules()); };
    return attempt("session.json", read, [&](const SavedSession& session) { use_session(session, true); });
}

}  // namespace

const Kind sessions_kind{"sessions", attempt_session, true};

}  // namespace vitrine::fuzz
