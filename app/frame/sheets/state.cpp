#include "app/frame/sheets/state.h"

#include <algorithm>

#include "app/base/module.h"
#include "app/state/saved_fields.h"

namespace vitrine {

Sheet open_sheet(const State& state) {
    const Sheets& sheets = state.of<Sheets>();
    return sheets.view == state.view ? sheets.open : Sheet::none;
}

void do_command(State& state, const ShowSheet& command) {
    Sheets& sheets = state.of<Sheets>();
    sheets.open = command.sheet;
    sheets.view = state.view;
    sheets.peeks = command.peeks;
    sheets.height = 0;
    sheets.peeks_in = 0;
}

void do_command(State& state, const PeekSoon& command) {
    constexpr double moment = 0.4;
    state.of<Sheets>().peeks_in = command.soon ? moment : 0;
}

void do_command(State& state, const FoldSheets& command) { state.of<Sheets>().folded = command.folded; }

void do_command(State& state, const SetSheetHeight& command) {
    constexpr float highest = 4000;
    Sheets& sheets = state.of<Sheets>();
    (command.of_lesson ? sheets.lesson_height : sheets.height) = std::clamp(command.height, 0.0f, highest);
}

void do_command(State& state, const FoldLesson& command) { state.of<Sheets>().lesson_folded = command.folded; }

void do_command(State& state, const SeekSheet& command) {
    Sheets& sheets = state.of<Sheets>();
    if (sheets.sought_for != command.step) {
        sheets.sought_for = command.step;
        sheets.found = sheets.ended = false;
        sheets.most = 0;
        sheets.best = Sheet::none;
        if (open_sheet(state) != Sheet::none) return do_command(state, ShowSheet{Sheet::none});  // shows the figure first
    }
    if (sheets.found) return;
    const Sheet now = open_sheet(state);
    if (now == Sheet::none) sheets.alone = command.seen;
    if (command.seen > sheets.most) {
        sheets.most = command.seen;
        sheets.best = now;
    }
    sheets.found = sheets.most >= command.wanted || now == Sheet::left;
    do_command(state, ShowSheet{sheets.found ? sheets.best : now == Sheet::none ? Sheet::right : Sheet::left});
}

void do_command(State& state, const EndSeeking&) { state.of<Sheets>().ended = true; }

void do_command(State& state, const RevealAnchor& command) { state.reveal.insert(command.anchor); }

namespace {

struct Habits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& sheets = state.template of<Sheets>();
        visit("sheets_folded", sheets.folded);
        visit("lesson_folded", sheets.lesson_folded);
    }
};

void pass_sheet_time(State& state, double seconds) {
    double& left = state.of<Sheets>().peeks_in;
    if (left <= 0) return;
    left -= seconds;
    if (left <= 0) do_command(state, ShowSheet{Sheet::right, true});
}

void describe_sheets(const State& state, nlohmann::ordered_json& json) {
    static constexpr const char* words[] = {"none", "left", "right"};
    const Sheets& sheets = state.of<Sheets>();
    json["sheets"] = {{"open", words[static_cast<std::size_t>(open_sheet(state))]},
                      {"folded", sheets.folded},
                      {"lesson_folded", sheets.lesson_folded}};
}

}  // namespace

const Module sheets_module{
    .name = "sheets",
    .pass_time = pass_sheet_time,
    .moving = [](const State& state) { return state.of<Sheets>().peeks_in > 0; },
    .habits = saved_fields<Habits>(),
    .describe = describe_sheets,
};

}  // namespace vitrine
