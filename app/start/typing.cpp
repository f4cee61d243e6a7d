#include "app/start/typing.h"

#include "app/edit/sentence_typing.h"
#include "app/panel/typed_text.h"
#include "app/start/page.h"
#include "app/start/state.h"
#include "app/state/window_commands.h"

namespace vitrine {

bool types_on_start_page(const State& state) { return state.menu == start_page && state.focus == start_field; }

int type_on_start_page(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const auto [text, keys] = typed_into(state.of<SentenceTyping>().text, input, commands);
    if (!(text == state.of<SentenceTyping>().text)) commands.push_back(SetSentenceText{text});
    int leaves = 0;
    for (const std::string& key : keys) {
        if (key == "tab" || key == "down") leaves = 1;
        if (key == "shift+tab" || key == "up") leaves = -1;
        const bool plays = key == "enter" && state.run->has_both_stacks() && answers_field(state);
        if (plays) play_story(state, commands);
        if (key == "escape") commands.push_back(SetMenu{""});
        if (plays || key == "escape") focus.clear();
    }
    return leaves;
}

bool slide_on_start_page(const std::string& key, const State& state, Commands& commands) {
    const int by = key == "right" ? 1 : key == "left" ? -1 : 0;
    if (by == 0 || state.menu != start_page || state.focus != temperature_slider) return false;
    commands.push_back(SetTemperature{place_of_temperature(state.of<StartPage>().temperature) + by});
    return true;
}

}  // namespace vitrine
