#include "app/actions/palette.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/actions/actions.h"
#include "app/actions/palette_state.h"
#include "app/actions/word_match.h"
#include "app/base/home_path.h"
#include "app/opening/commands.h"
#include "app/run/request.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// Collects the entries, and finds those that match.
class Finder {
public:
    explicit Finder(std::string_view typed) : typed_(typed) {}

    /// `favour` is added to the score, so that commands come before steps and tensors. A match in the detail, or in other words
    /// for the entry, counts less than one in the title.
    void offer(PaletteEntry entry, double favour, const std::string& also = "") {
        texts_.push_back(typed_.empty() ? SearchedText{} : searched(entry.title, entry.detail + ' ' + also));
        offers_.push_back({std::move(entry), favour});
    }

    /// The entries found by the first way of matching that finds any, the best first. With equal scores, and if nothing is typed,
    /// they stay in the order in which they were offered.
    PaletteFinds take() {
        if (typed_.empty()) return everything();
        const UnderstoodWords typed = understood(typed_, texts_);
        std::array<PaletteFinds, 4> ways;
        for (std::size_t i = 0; i < offers_.size(); ++i) {
            auto& [entry, favour] = offers_[i];
            if (auto words = match_words(typed.words, texts_[i]); words && !typed.words.empty()) {
                entry.match = {words->score + favour, std::move(words->letters)};
                ways[static_cast<std::size_t>(words->found)].entries.push_back(std::move(entry));
            } else if (auto letters = by_letters_of(entry.title)) {
                entry.match = {letters->score + favour, std::move(letters->letters)};
                ways[by_letters].entries.push_back(std::move(entry));
            }
        }
        for (std::size_t way = 0; way < by_letters; ++way) ways[way].left_out = typed.left_out;
        const auto best = std::ranges::find_if(ways, [](const PaletteFinds& way) { return !way.entries.empty(); });
        if (best == ways.end()) return {};
        std::ranges::stable_sort(best->entries,
                                 [](const PaletteEntry& a, const PaletteEntry& b) { return a.match.score > b.match.score; });
        return std::move(*best);
    }

private:
    struct Offer {
        PaletteEntry entry;
        double favour;
    };

    PaletteFinds everything() {
        PaletteFinds all;
        for (Offer& offer : offers_) all.entries.push_back(std::move(offer.entry));
        return all;
    }

    /// Names can be found by some of their letters. In a sentence, scattered letters would match almost anything.
    std::optional<FuzzyMatch> by_letters_of(const std::string& title) const {
        return typed_.find(' ') == std::string_view::npos ? fuzzy_match(typed_, title) : std::nullopt;
    }

    static constexpr std::size_t by_letters = 3;  ///< comes after the ways by words, in the order of WordsFound

    std::string_view typed_;
    std::vector<Offer> offers_;
    std::vector<SearchedText> texts_;  ///< the texts of the entries
};

/// Lessons answer a question best. A step of a lesson is still a good answer if nothing else is found.
double favour_of(const Action& action) {
    if (action.find_word == "lesson") return 14;
    if (action.find_word == "step of a lesson") return -4;
    return action.find_word.empty() ? 6 : 5;
}

void offer_actions(Finder& finder, const State& state) {
    for (std::size_t i = 0; i < actions(state).size(); ++i) {
        const Action& action = actions(state)[i];
        finder.offer({.kind = PaletteKind::action,
                      .place = i,
                      .title = label_of(action, state),
                      .detail = fmt::format("{} · {}", action_menus()[static_cast<std::size_t>(action.menu)].label, action.tip),
                      .word = action.find_word.empty() ? "command" : action.find_word,
                      .shortcut = shortcut_of(action),
                      .refused = refusal_of(action, state)},
                     favour_of(action), action.also);
    }
}

void offer_models(Finder& finder, const State& state) {
    for (std::size_t i = 0; i < state.recent.size(); ++i) {
        finder.offer({.kind = PaletteKind::recent,
                      .place = i,
                      .title = "Open " + state.recent[i].name,
                      .detail = place_of(state.recent[i].request),
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

void offer_tensors(Finder& finder, const State& state) {
    if (!state.run) return;
    const std::vector<std::string> paths = paths_of(*state.run);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        finder.offer({.kind = PaletteKind::tensor,
                      .place = i,
                      .title = paths[i],
                      .detail = state.run->info(paths[i])->symbol,
                      .word = "tensor"},
                     -20);
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
            OpenModel open;
            open.request.folder = entry.path;
            return commands.push_back(open);
        }
        case PaletteKind::file:
            return commands.push_back(state.modules[entry.place]->files->open(entry.path));
        case PaletteKind::text:
            return commands.push_back(state.modules[entry.place]->texts->open(entry.path));
        case PaletteKind::recent:
            return commands.push_back(OpenModel{state.recent[entry.place].request});
        case PaletteKind::step:
            return commands.push_back(GoToStep{static_cast<int>(entry.place)});
        case PaletteKind::tensor:
            return commands.push_back(SelectTensor{paths_of(*state.run)[entry.place]});
    }
}

}  // namespace vitrine
