#include "app/script/settings.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/actions/actions.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/run.h"
#include "app/session/fields.h"
#include "app/state/lacking.h"
#include "app/state/learning.h"
#include "app/state/lesson_limits.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/design/commands.h"
#include "app/views/map/commands.h"
#include "app/views/train/commands.h"
#include "core/io/sample.h"
#include "core/model/design_choices.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

using namespace script;

const Run& shown_run(const State& state) {
    if (!state.run) throw Error("no model is open");
    return *state.run;
}

void require_tensor(const Run& run, const std::string& path) {
    if (!run.find(path).present())
        throw Error(fmt::format("this run has no tensor {}{}", in_quotes(path), did_you_mean_path(path, paths_of(run))));
}

Index checked_index(const Run& run, const std::string& path, const std::vector<Size>& written) {
    require_tensor(run, path);
    const Layout& layout = run.find(path).layout;
    Index index{};
    if (written.size() == layout.rank) std::ranges::copy(written, index.begin());
    if (written.size() != layout.rank || !layout.contains(index))
        throw Error(fmt::format("{} is {}: it has no cell {}", in_quotes(path), shape_text(layout), fmt::join(written, " ")));
    return index;
}

Commands commands_of(const State& state, const OpenSample& open) {
    if (state.request.sample == open.name && !state.request.names_batch() && !state.of<Learning>().shown) return {};
    std::vector<std::string> names;
    for (const SampleInfo& sample : list_samples()) names.push_back(sample.name);
    if (std::ranges::find(names, open.name) == names.end())
        throw Error(fmt::format("there is no sample {}{}", in_quotes(open.name), did_you_mean(open.name, names)));
    OpenModel command;
    command.request.sample = open.name;
    return {command};
}

Commands commands_of(const State&, const OpenFolder& open) {
    OpenModel command;
    command.request.folder = open.folder;
    return {command};
}

Commands commands_of(const State& state, const ShowView& show) {
    std::vector<std::string> names;
    for (const Module* module : views(state.modules)) {
        if (module->name == show.name) return {SetView{View{module->name}}};
        names.emplace_back(module->name);
    }
    throw Error(fmt::format("there is no view {}{}", in_quotes(show.name), did_you_mean(show.name, names)));
}

Commands commands_of(const State&, const ShowAspect& show) { return {SetAspect{show.aspect}}; }

Commands commands_of(const State& state, const Select& select) {
    const Run& run = shown_run(state);
    require_tensor(run, select.path);
    if (select.index.empty()) return {SelectTensor{select.path}, ClearCell{}};
    return {SelectCell{select.path, checked_index(run, select.path, select.index)}};
}

Commands commands_of(const State& state, const Choose& choose) {
    const Run& run = shown_run(state);
    const bool sentence = choose.what == Choose::What::sentence;
    const Size count = sentence ? sentence_count(run) : head_count(run);
    if (choose.place >= count)
        throw Error(fmt::format("there is no {} {}: there are {}", sentence ? "sentence" : "head", choose.place + 1, count));
    return {sentence ? Command(SelectSentence{choose.place}) : Command(SelectHead{choose.place})};
}

Commands commands_of(const State& state, const Go& go) {
    const int step = shown_run(state).outline().step_of(go.path);
    if (step < 0)
        throw Error(fmt::format("no step makes {}{}", in_quotes(go.path), did_you_mean_path(go.path, paths_of(*state.run))));
    return {GoToStep{step}, SelectTensor{go.path}};
}

Commands commands_of(const State& state, const Frame& frame) {
    const std::shared_ptr<const MapLayout>& layout = state.of<MapView>().layout;
    if (layout && !frame_of(*layout, frame.what)) throw Error(fmt::format("the map has no part {}", in_quotes(frame.what)));
    return {FrameMap{frame.what}};
}

Commands commands_of(const State& state, const TakeBack& take) {
    shown_run(state);
    if (find_design_choice(take.choice)) return {SetDesignChoice{take.choice, true}};
    std::vector<std::string> names;
    for (const DesignChoice& choice : design_choices()) names.emplace_back(choice.name);
    throw Error(fmt::format("there is no design choice {}{}", in_quotes(take.choice), did_you_mean(take.choice, names)));
}

Commands commands_of(const State& state, const Restore&) {
    shown_run(state);
    return {SetEdits{{}, "restore everything"}};
}

Commands commands_of(const State& state, const Silence& silence) {
    require_tensor(shown_run(state), silence.attention + ".context");
    return {SilenceHead{silence.attention, silence.head, true}};
}

Commands commands_of(const State& state, const SetCell& write) {
    const Index index = checked_index(shown_run(state), write.path, write.index);
    Edits edits = state.edits;
    edits.interventions.overwrites.push_back({write.path, index, write.value});
    return {SetEdits{std::move(edits), fmt::format("set a number of {}", write.path)}};
}

Commands commands_of(const State& state, const SetWord& set) {
    const Run& run = shown_run(state);
    const bool source = set.side == BatchSide::source;
    const auto id = (source ? run.model->source_vocabulary : run.model->target_vocabulary).id(set.word);
    if (!id) throw Error(fmt::format("{} is no word of the {} vocabulary", in_quotes(set.word), source ? "source" : "target"));
    return {EditBatch{ReplaceToken{{set.side, state.selection.sentence, set.place}, *id}}};
}

Commands commands_of(const State&, const Keep& keep) { return {KeepFields{keep.module, keep.fields}}; }

Commands commands_of(const State& state, const Perform& perform) {
    Commands commands;
    const Action* action = find_action(state, perform.action);
    if (!action) {
        std::vector<std::string> names;
        for (const Action& known : actions(state)) names.push_back(known.id);
        throw Error(fmt::format("there is no action {}{}", in_quotes(perform.action), did_you_mean(perform.action, names)));
    }
    if (const std::string refused = refusal_of(*action, state); !refused.empty())
        throw Error(fmt::format("{} cannot be done: {}", in_quotes(perform.action), refused));
    vitrine::perform(*action, state, commands);
    return commands;
}

Commands commands_of(const State&, const script::Theme& theme) { return {SetAppearance{theme.appearance}}; }
Commands commands_of(const State&, const script::Train& train) { return {StepTraining{train.steps}}; }

template <class A>
constexpr bool sets = requires(const State& state, const A& action) {
    commands_of(state, action);
};

}  // namespace

bool is_setting(const ScriptAction& action) {
    return std::visit([]<class A>(const A&) { return sets<A>; }, action);
}

Commands commands_for(const State& state, const ScriptAction& action) {
    return std::visit(
        [&state]<class A>(const A& one) -> Commands {
            if constexpr (sets<A>) return commands_of(state, one);
            throw Error("this needs the mouse or the keyboard");
        },
        action);
}

void require_for_lessons(const State& state, const KeepFields& command) {
    const auto fields = nlohmann::ordered_json::parse(command.fields, nullptr, false);
    const auto module = std::ranges::find(state.modules, command.module, &Module::name);
    if (!fields.is_object() || module == state.modules.end()) return;
    for (const auto kind : {&Module::habits, &Module::saved}) {
        const nlohmann::ordered_json known = fields_of(state, kind);
        for (const auto& [name, value] : fields.items()) {
            if (known.contains(command.module) && known[command.module].contains(name) && !is_for_others(**module, kind, name))
                throw Error(
                    fmt::format("{} of {} is not for lessons: {}", in_quotes(name), in_quotes(command.module), lesson_limits));
        }
    }
}

void do_command(State& state, const KeepFields& command) {
    if (state.lesson_acts) require_for_lessons(state, command);
    const auto fields = nlohmann::ordered_json::parse(command.fields, nullptr, false);
    if (!fields.is_object()) throw Error(fmt::format("{} is no JSON object", in_quotes(command.fields)));
    const auto module = std::ranges::find(state.modules, command.module, &Module::name);
    if (module == state.modules.end()) throw Error(fmt::format("no part of the program is called {}", in_quotes(command.module)));
    std::vector<std::string> unknown;
    for (const auto& [name, value] : fields.items()) unknown.push_back(name);
    // A module has two kinds of fields; their names differ.
    for (const auto kind : {&Module::habits, &Module::saved}) {
        const nlohmann::ordered_json known = fields_of(state, kind);
        if (!known.contains(command.module)) continue;
        nlohmann::ordered_json own = nlohmann::ordered_json::object();
        for (const auto& [name, value] : fields.items()) {
            if (known[command.module].contains(name)) own[name] = value, std::erase(unknown, name);
        }
        take_fields(state, kind, {{command.module, own}}, "");
    }
    if (!unknown.empty()) throw Error(fmt::format("{} keeps no field {}", in_quotes(command.module), in_quotes(unknown.front())));
    if ((*module)->restored && works(state, **module)) (*module)->restored(state);
}

}  // namespace vitrine
