/// Writes links.

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/compare/state.h"
#include "app/lesson/course.h"
#include "app/lesson/state.h"
#include "app/link/keys.h"
#include "app/link/link.h"
#include "app/link/notation.h"
#include "app/link/state.h"
#include "app/opening/commands.h"
#include "app/run/edits_json.h"
#include "app/run/request.h"
#include "app/run/run.h"
#include "app/session/fields.h"
#include "app/session/models_json.h"
#include "app/session/session.h"
#include "app/session/session_partial.h"
#include "app/state/learning.h"
#include "app/state/window_commands.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// What a link leaves out, because opening its sample or, in a lesson, its step gives the same.
struct LeftOut {
    SavedSession session;
    std::shared_ptr<const Batch> batch;  ///< null: all sentences are written
};

/// The run that edits apply to, even if another one is shown beside it.
std::shared_ptr<const Run> working_run(const State& state) {
    const ComparisonView& comparison = state.of<ComparisonView>();
    return comparison.pinned && comparison.working ? comparison.working : state.run;
}

/// What opening the run in this view gives, in a program that has just started.
LeftOut made_by_opening(const State& state) {
    State fresh(state.modules);
    const std::shared_ptr<const Run> run = working_run(state);
    apply(fresh, ShowRun{run});
    do_command(fresh, SetView{state.view});
    LeftOut left_out{session_of(fresh), run->request.names_batch() ? nullptr : std::make_shared<const Batch>(run->model->batch)};
    left_out.session.edits = {};
    left_out.session.place.view = State(state.modules).view;  // the view itself is always written
    return left_out;
}

/// The noted state, if the step that is shown has made it.
const LessonMade* made_by_step(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    const auto& made = state.of<Linking>().made;
    return made && made->lesson == lesson.lesson && made->step == lesson.step ? &*made : nullptr;
}

/// The pairs of a link.
class Pairs {
public:
    void put(const std::string& key, const OrderedJson& value) {
        text_ += fmt::format("{}{}={}", text_.empty() ? "" : "&", in_address(key), in_address(written(value)));
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// For each kind of sentence, the rows that are not to be left out.
OrderedJson other_rows(const Batch& batch, const Batch* left_out, const Model& model) {
    OrderedJson rows = OrderedJson::object();
    const auto put = [&](const char* key, IndexTensor Batch::*tokens, const Vocabulary& vocabulary) {
        const auto in_words = [&](const Batch& one) {
            return rows_in_words(one.*tokens, vocabulary, model.tokenizer != nullptr, tokens == &Batch::labels);
        };
        OrderedJson own = in_words(batch);
        if (!left_out || own != in_words(*left_out)) rows[key] = std::move(own);
    };
    put("src", &Batch::src, model.source_vocabulary);
    put("tgt", &Batch::tgt, model.target_vocabulary);
    put("labels", &Batch::labels, model.label_words());
    if (!batch.segments.empty()) put("segments", &Batch::segments, {});
    return rows;
}

void put_edits(Pairs& pairs, const Edits& edits, const Edits& left_out) {
    const OrderedJson usual = every_edit(left_out), own = every_edit(edits);
    for (const auto& [key, value] : own.items()) {
        if (value != usual[key]) pairs.put(key, value);
    }
}

/// Run A of a comparison as one value.
OrderedJson against_json(const State& state, const SavedComparison& comparison) {
    const Run& a = *state.of<ComparisonView>().pinned;
    OrderedJson json = OrderedJson::object();
    if (comparison.model.sample != state.request.sample) json["sample"] = *comparison.model.sample;
    json.update(other_rows(*a.batch, a.request.names_batch() ? nullptr : &a.model->batch, *a.model));
    const OrderedJson usual = every_edit({}), own = every_edit(comparison.edits);
    for (const auto& [key, value] : own.items()) {
        if (value != usual[key]) json[key] = value;
    }
    json["side"] = to_json(comparison)["side"];
    return json;
}

/// The members of an object that differ from their initial values.
OrderedJson unusual_part(const OrderedJson& value, const OrderedJson& at_first) {
    if (!value.is_object() || !at_first.is_object()) return value;
    OrderedJson part = OrderedJson::object();
    for (const auto& [key, member] : value.items()) {
        if (!at_first.contains(key) || at_first[key] != member) part[key] = member;
    }
    return part;
}

void put_fields(Pairs& pairs, const OrderedJson& said, const char* part, const OrderedJson& at_first) {
    if (!said.contains(part)) return;
    for (const auto& [module, fields] : said[part].items()) {
        for (const auto& [key, value] : fields.items()) pairs.put(module + '.' + key, unusual_part(value, at_first[module][key]));
    }
}

void put_lesson(Pairs& pairs, const LessonState& lesson) {
    if (!lesson.lesson) return;
    pairs.put("lesson", lesson.lesson->name);
    const std::size_t step = std::min(lesson.step, lesson.lesson->steps.size() - 1);
    if (step > 0) pairs.put("lesson.step", step);
    if (lesson.on_own) pairs.put("lesson.own", true);
}

void put_state(Pairs& pairs, const State& state, const SavedSession& session, const LeftOut& left_out) {
    const std::shared_ptr<const Run> run = working_run(state);
    const Batch& batch = session.edits.batch ? *session.edits.batch : run->model->batch;
    const OrderedJson words = other_rows(batch, left_out.batch.get(), *run->model);
    for (const auto& [key, rows] : words.items()) pairs.put(key, rows);
    put_edits(pairs, session.edits, left_out.session.edits);
    const bool in_lesson = state.of<LessonState>().lesson != nullptr;
    if (session.comparison && !in_lesson) pairs.put("against", against_json(state, *session.comparison));
    const OrderedJson said = said_beyond(session, left_out.session, state.modules);
    if (said.contains("place")) {
        for (const auto& [key, value] : said["place"].items()) pairs.put(key, value);
    }
    const State at_first(state.modules);
    put_fields(pairs, said, "views", fields_of(at_first, &Module::saved));
    put_fields(pairs, said, "habits", fields_of(at_first, &Module::habits));
}

/// Whether a field with a file of this machine is shown.
bool shows_file(const State& state) {
    const Module& view = module_of(state.modules, state.view);
    if (view.saved.of_this_machine.empty()) return false;
    const std::string name(view.name);
    const OrderedJson now = fields_of(state, &Module::saved), at_first = fields_of(State(state.modules), &Module::saved);
    return std::ranges::any_of(view.saved.of_this_machine, [&](std::string_view key) {
        return now[name][std::string(key)] != at_first[name][std::string(key)];
    });
}

bool is_sample(const ModelRequest& request) { return request.sample && !request.folder && !request.configuration; }

/// Whether the run has the weights of an earlier moment of its training.
bool is_moment(const Run& run) {
    const Run& whole = run.opened ? *run.opened : run;
    const bool opened_then = run.request.moment.has_value();
    return opened_then || (!run.model->history.empty() && whole.parameters.get() != &whole.model->parameters);
}

}  // namespace

OrderedJson every_edit(const Edits& edits) {
    OrderedJson json = to_json(edits.interventions);
    json["design"] = to_json(edits.design);
    const OrderedJson whole = to_json(edits);
    json["variant"] = whole.contains("variant") ? whole["variant"] : OrderedJson::object();
    return json;
}

std::string link_refusal(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    const std::shared_ptr<const Run>& pinned = state.of<ComparisonView>().pinned;
    if (!state.run) return "no model is open";
    if (state.opening) return "a model is being opened";
    if (state.of<Learning>().shown) return "a model in training exists only in this window";
    if (!is_sample(state.request)) return "the open model is in files on this machine, and a link can only name samples";
    if (is_moment(*working_run(state)) || (pinned && is_moment(*pinned)))
        return "an earlier moment of a training is shown, and a link can only name the sample as it is now";
    if (state.request.batch && !state.run->model->configuration.is_transformer())
        return "the input vectors are in a file on this machine";
    if (pinned && !is_sample(pinned->request)) return "run A is in files on this machine, and a link can only name samples";
    if (lesson.lesson && kept_as(lesson.lesson) != lesson.lesson->name) return "the lesson is a file on this machine";
    return shows_file(state) ? "the tokenizer is a file on this machine" : "";
}

std::string link_of(const State& state) {
    if (const std::string why = link_refusal(state); !why.empty()) fail("no link can be made", why);
    const SavedSession session = session_of(state);
    Pairs pairs;
    pairs.put("sample", *state.request.sample);
    put_lesson(pairs, state.of<LessonState>());
    const LessonMade* made = made_by_step(state);
    if (!state.of<LessonState>().lesson) {
        put_state(pairs, state, session, made_by_opening(state));
    } else if (made) {
        put_state(pairs, state, session, {made->session, made->batch});
    }
    std::string link = state.of<Linking>().base + pairs.text();
    if (link.size() > longest_link)
        fail("no link can be made", fmt::format("it would have {} bytes, more than {}", link.size(), longest_link));
    return link;
}

std::vector<LinkKey> link_keys(Modules modules) {
    std::vector<LinkKey> keys{{"sample", "the name of the sample"},
                              {"lesson", "the name of a lesson of the course"},
                              {"lesson.step", "its step, counted from 0"},
                              {"lesson.own", "true: on the sentences of the link"}};
    const auto put = [&keys](const auto& fixed) {
        for (const FixedKey& one : fixed) keys.push_back({std::string(one.key), std::string(one.words)});
    };
    put(sentence_keys);
    put(edit_keys);
    keys.push_back({"against", "run A of a comparison: its sentences and edits, with the keys above, and the side that is shown"});
    put(place_keys);
    const State at_first(modules);
    for (const auto kind : {&Module::saved, &Module::habits}) {
        const OrderedJson every_field = fields_of(at_first, kind);
        for (const auto& [name, fields] : every_field.items()) {
            const Module& module = **std::ranges::find(modules, name, &Module::name);
            for (const auto& item : fields.items()) {
                if (is_for_others(module, kind, item.key())) keys.push_back({name + '.' + item.key()});
            }
        }
    }
    return keys;
}

}  // namespace vitrine
