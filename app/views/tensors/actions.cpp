/// The menu entries that open the view, copy numbers from it and pin tensors.

#include <algorithm>

#include "app/actions/choices.h"
#include "app/base/action.h"
#include "app/state/refusals.h"
#include "app/state/window_commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/copied.h"
#include "app/views/tensors/search.h"
#include "app/views/tensors/view.h"

namespace vitrine {

namespace {

std::string copy_refused(const State& state, CopyWhat what) {
    if (!selected_tensor(state)) return needs_run(state);
    if ((what == CopyWhat::cell || what == CopyWhat::row) && !state.selection.cell) return needs_cell(state);
    return too_large_to_copy(state, what) ? "it has more than a million cells" : "";
}

Action copy_part(CopyWhat what, const char* label) {
    const TensorsChoice& choice = copy_whats()[static_cast<std::size_t>(what)];
    return {.id = "edit/copy-" + std::string(choice.name),
            .label = label,
            .menu = ActionMenu::edit,
            .group = 2,
            .tip = "To the clipboard: " + std::string(choice.tip) + ".",
            .perform = gives(CopyPart{what}),
            .refused = [what](const State& state) { return copy_refused(state, what); }};
}

Action copy_form(CopyForm form) {
    const TensorsChoice& choice = copy_forms()[static_cast<std::size_t>(form)];
    return {.id = "edit/form-" + std::string(choice.name),
            .label = "Copy as " + std::string(choice.label),
            .menu = ActionMenu::edit,
            .for_lessons = true,
            .group = 3,
            .tip = "From now on, copying copies " + std::string(choice.tip) + ".",
            .perform = gives(SetCopyForm{form}),
            .chosen = [form](const State& state) { return state.of<TensorsView>().form == form; }};
}

std::vector<Action> pin_actions() {
    const auto is_pinned = [](const State& state) {
        return std::ranges::count(state.of<TensorsView>().pins, state.selection.tensor) > 0;
    };
    return {{.id = "edit/pin",
             .label = "Pin this tensor",
             .menu = ActionMenu::edit,
             .for_lessons = true,
             .group = 5,
             .tip = "Keeps it beside others in the view Tensors. Choose it again to unpin it.",
             .perform =
                 [is_pinned](const State& state, Commands& commands) {
                     const std::string& path = state.selection.tensor;
                     commands.push_back(is_pinned(state) ? Command(UnpinTensor{path}) : Command(PinTensor{path}));
                 },
             .refused = [is_pinned](const State& state) -> std::string {
                 if (!selected_tensor(state)) return needs_run(state);
                 return state.of<TensorsView>().pins.size() >= most_pins && !is_pinned(state) ? "four tensors are pinned already"
                                                                                              : "";
             },
             .chosen = is_pinned}};
}

Action search() {
    return {.id = "go/search",
            .label = "Search the list of tensors",
            .menu = ActionMenu::go,
            .for_lessons = true,
            .group = 1,
            .keys = "ctrl+f",
            .tip = "In the view Tensors.",
            .perform =
                [](const State& state, Commands& commands) {
                    if (state.view != View::tensors) commands.push_back(SetView{View::tensors});
                    commands.push_back(SetFocus{tensors_search_anchor});
                },
            .refused = needs_run};
}

Action copy() {
    return {.id = "edit/copy",
            .label = "Copy",
            .menu = ActionMenu::edit,
            .group = 1,
            .keys = "ctrl+c",
            .tip = "The selected number with its index, or else the picture as a table; in the Glossary, the term.",
            .perform = gives(CopySelection{}),
            .refused = [](const State& state) -> std::string {
                return module_of(state.modules, state.view).copied ? "" : needs_run(state);
            }};
}

}  // namespace

std::vector<Action> tensors_actions(const Module& own) {
    std::vector<Action> list{search(), copy()};
    list.push_back(copy_part(CopyWhat::cell, "Copy the number"));
    list.push_back(copy_part(CopyWhat::row, "Copy its row"));
    list.push_back(copy_part(CopyWhat::plane, "Copy the numbers of its plane"));
    list.push_back(copy_part(CopyWhat::tensor, "Copy the tensor"));
    for (const CopyForm form : {CopyForm::text, CopyForm::numpy, CopyForm::latex}) list.push_back(copy_form(form));
    for (Action& action : pin_actions()) list.push_back(std::move(action));
    add_choices(
        list, own, ranges(), "colours of", [](std::size_t i) { return SetRange{static_cast<RangeOf>(i)}; },
        [](const State& state) { return static_cast<std::size_t>(state.of<TensorsView>().range); });
    add_choices(
        list, own, zooms(), "show", [](std::size_t i) { return SetZoom{static_cast<Zoom>(i)}; },
        [](const State& state) { return static_cast<std::size_t>(state.of<TensorsView>().zoom); });
    return list;
}

}  // namespace vitrine
