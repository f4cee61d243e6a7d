#include "app/actions/palette.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/actions/finder.h"
#include "app/actions/palette_state.h"
#include "app/actions/word_match.h"
#include "app/base/home_path.h"
#include "app/opening/commands.h"
#include "app/opening/folder.h"
#include "app/run/request.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// Lessons answer a question best, unless it asks for a term. A step of a lesson is still a good answer if nothing else is found.
double favour_of(const Action& action) {
    if (action.find_word == "lesson") return 14;
    if (action.find_word == "step of a lesson") return -4;
    return action.find_word.empty() ? 6 : 5;
}

void offer_actions(Finder& finder, const State& state) {
    constexpr double for_asked_term = 200;
    for (std::size_t i = 0; i < actions(state).size(); ++i) {
        const Action& action = actions(state)[i];
        const bool asked = action.find_word == "term" && asks_for(finder.typed(), label_of(action, state));
        finder.offer({.kind = PaletteKind::action,
                      .place = i,
                      .title = label_of(action, state),
                      .detail = fmt::format("{} · {}", action_menus()[static_cast<std::size_t>(action.menu)].label, action.tip),
                      .word = action.find_word.empty() ? "command" : action.find_word,
                      .shortcut = shortcut_of(action),
                      .refused = refusal_of(action, state)},
                     favour_of(action), action.also, asked ? for_asked_term : 0);
    }
}

void offer_models(Finder& finder, const State& state) {
    const std::vector<RecentModel> recent = recent_that_are_there(state.recent);
    for (std::size_t i = 0; i < recent.size(); ++i) {
        finder.offer({.kind = PaletteKind::recent,
                      .place = i,
                      .title = "Open " + recent[i].name,
                      .detail = place_of(recent[i].request),
                      .word = "recent"},
                     4);
    }
    for (std::size_t i = 0; i < state.samples.size(); ++i) {
        const SampleInfo& sample = state.samples[i];
        finder.offer({.kind = PaletteKind::sample,
                      .place = i,
                      .title = "Open " + sample.name,
                      .detail = "sample: " + sample.title,
                      .word = "sample",
                      .refused = sample.problem},
                     4);
    }
}

bool is_path(std::string_view typed) {
    return typed.starts_with('/') || typed.starts_with("~/") || typed.starts_with("./") || typed.starts_with("../");
}

/// The folder whose path is typed; nothing if the text is not a path.
std::optional<PaletteEntry> typed_folder(const std::string& typed) {
    if (!is_path(typed)) return std::nullopt;
    std::error_code none;
    return PaletteEntry{.kind = PaletteKind::folder,
                        .place = 0,
                        .title = "Open " + typed,
                        .detail = "a model's folder",
                        .word = "folder",
                        .path = from_home(typed),
                        .refused = std::filesystem::is_directory(from_home(typed), none) ? "" : "There is no such folder."};
}

PaletteEntry file_entry(std::size_t kind, const FileKind& files, const std::string& path, const std::string& title) {
    std::error_code none;
    return {.kind = PaletteKind::file,
            .place = kind,
            .title = "Open " + title,
            .detail = fmt::format("a file with a {}", files.word),
            .word = files.word,
            .path = path,
            .refused = std::filesystem::is_regular_file(path, none) ? "" : "There is no such file."};
}

/// Whether the palette looks for files of this kind.
bool is_within(const PaletteScope scope, const FileKind& files) {
    if (scope == PaletteScope::everything) return true;
    return scope == (files.word == "trace" ? PaletteScope::traces : PaletteScope::files);
}

/// Offers the files that modules open: the one whose path is typed, and those that were opened before.
void offer_files(Finder& finder, const State& state, const std::string& typed) {
    for (std::size_t i = 0; i < state.modules.size(); ++i) {
        const FileKind* files = state.modules[i]->files;
        if (!files || !is_within(state.of<PaletteView>().scope, *files)) continue;
        if (is_path(typed) && has_ending(*files, typed)) finder.offer(file_entry(i, *files, from_home(typed), typed), 8);
        if (!files->recent) continue;
        for (const std::string& path : files->recent(state)) finder.offer(file_entry(i, *files, path, path), 4);
    }
}

/// A text that a module opens, such as a link. It is the only entry, since it is not a search.
std::optional<PaletteEntry> typed_text_of_module(const State& state, const std::string& typed) {
    for (std::size_t i = 0; i < state.modules.size(); ++i) {
        const TextKind* texts = state.modules[i]->texts;
        if (!texts || !texts->is_meant(typed)) continue;
        return PaletteEntry{.kind = PaletteKind::text,
                            .place = i,
                            .title = fmt::format("Open this {}", texts->word),
                            .detail = typed,
                            .word = texts->word,
                            .path = typed};
    }
    return std::nullopt;
}

void offer_steps(Finder& finder, const State& state) {
    if (!state.run) return;
    const Outline& outline = state.run->outline();
    for (int i = 0; i <= state.run->last_step(); ++i) {
        const Block& block = outline.block_of(i);
        const std::string where = block.section == block.title ? block.section : block.section + " › " + block.title;
        finder.offer({.kind = PaletteKind::step,
                      .place = static_cast<std::size_t>(i),
                      .title = fmt::format("Step {}: {}", i + 1, outline.steps[static_cast<std::size_t>(i)].title),
                      .detail = where,
                      .word = "step"},
                     -6);
    }
}

constexpr double for_whole_name = 200, for_part_of_name = 150;

bool is_same(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

/// Whether a text is written as only names of tensors are, and no ordinary word: "self_attn", "layers.0", "W_Q".
bool is_written_as_name(std::string_view text) { return text.find_first_of("._") != std::string_view::npos; }

/// Whether the typed text is a run of whole parts of a path: "self_attn.scores" in "encoder.layers.0.self_attn.scores".
bool has_parts(std::string_view path, std::string_view typed) {
    for (std::size_t at = 0; at < path.size(); at = std::min(path.find('.', at), path.size() - 1) + 1) {
        const std::string_view rest = path.substr(at);
        const bool ends = rest.size() == typed.size() || (rest.size() > typed.size() && rest[typed.size()] == '.');
        if (ends && is_same(rest.substr(0, typed.size()), typed)) return true;
    }
    return false;
}

/// The score for typed text that is the name of a tensor; 0: it is not. Words such as "mask" or "scores" rather mean the glossary
/// term, although many paths end in them; a symbol of one letter, such as Q, is not a word.
double worth_of_name(std::string_view typed, std::string_view path, std::string_view symbol) {
    if (typed.empty()) return 0;
    const bool short_symbol = symbol.size() == 1 || is_written_as_name(symbol);
    if (is_same(typed, path) || (short_symbol && is_same(typed, symbol))) return for_whole_name;
    return is_written_as_name(typed) && has_parts(path, typed) ? for_part_of_name : 0;
}

/// Of tensors with the same name, the one in the current block comes first.
double nearness(const State& state, const TensorInfo& info) {
    const Outline& outline = state.run->outline();
    if (info.step < 0 || info.step >= static_cast<int>(outline.steps.size())) return 0;
    return outline.block_of(info.step).id == outline.block_of(state.step).id ? 20 : 0;
}

void offer_tensors(Finder& finder, const State& state) {
    if (!state.run) return;
    const std::vector<std::string> paths = paths_of(*state.run);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const TensorInfo& info = *state.run->info(paths[i]);
        const double near = nearness(state, info);
        const double named = worth_of_name(finder.typed(), paths[i], info.symbol);
        const std::vector<StackedProjection> parts = projections_in(*state.run, info);
        // On a phone there is no room for a parameter's whole path.
        const std::string detail = parts.empty() ? info.symbol : fmt::format("{} of {}", info.symbol, parts.front().attention);
        finder.offer({.kind = PaletteKind::tensor, .place = i, .title = paths[i], .detail = detail, .word = "tensor"}, -20, "",
                     named > 0 ? named + near : 0);
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const StackedProjection& one = parts[part];
            const double whole = is_same(finder.typed(), one.symbol) ? for_whole_name + near : 0;
            finder.offer({.kind = PaletteKind::tensor,
                          .place = i,
                          .title = fmt::format("{} of {}", one.symbol, one.attention),
                          .detail = fmt::format("outputs {} to {} of {}", one.first, one.first + one.count - 1, paths[i]),
                          .word = "tensor",
                          .projection = static_cast<int>(part)},
                         -18, "", whole);
        }
    }
}

}  // namespace

PaletteFinds palette_finds(const State& state) {
    const PaletteView& palette = state.of<PaletteView>();
    const bool takes_paths = palette.scope != PaletteScope::steps && palette.scope != PaletteScope::tensors;
    if (auto text = typed_text_of_module(state, palette.text.text); text && takes_paths) return {.entries = {*std::move(text)}};
    Finder finder(palette.text.text);
    const bool everything = palette.scope == PaletteScope::everything;
    if (everything) offer_actions(finder, state);
    if (everything || palette.scope == PaletteScope::models) {
        if (auto folder = typed_folder(palette.text.text)) finder.offer(std::move(*folder), 6);
        offer_models(finder, state);
    }
    offer_files(finder, state, palette.text.text);
    if (everything || palette.scope == PaletteScope::steps) offer_steps(finder, state);
    if (everything || palette.scope == PaletteScope::tensors) offer_tensors(finder, state);
    return finder.take();
}

void perform(const PaletteEntry& entry, const State& state, Commands& commands) {
    if (!entry.refused.empty()) return;
    commands.push_back(SetMenu{""});
    switch (entry.kind) {
        case PaletteKind::action:
            return perform(actions(state)[entry.place], state, commands);
        case PaletteKind::sample: {
            OpenModel open;
            open.request.sample = state.samples[entry.place].name;
            return commands.push_back(open);
        }
        case PaletteKind::folder: {
            return commands.push_back(OpenModel{folder_request(entry.path)});
        }
        case PaletteKind::file:
            return commands.push_back(state.modules[entry.place]->files->open(entry.path));
        case PaletteKind::text:
            return commands.push_back(state.modules[entry.place]->texts->open(entry.path));
        case PaletteKind::recent:
            return commands.push_back(OpenModel{recent_that_are_there(state.recent).at(entry.place).request});
        case PaletteKind::step:
            commands.push_back(GoToStep{static_cast<int>(entry.place)});
            return commands.push_back(ShowChosen{View::map});
        case PaletteKind::tensor:
            commands.push_back(SelectTensor{paths_of(*state.run)[entry.place]});
            commands.push_back(ShowProjection{entry.projection});
            // Only Tensors shows one of the projections alone.
            if (entry.projection >= 0) commands.push_back(SetView{View::tensors});
            return commands.push_back(ShowChosen{View::tensors});
    }
}

}  // namespace vitrine
