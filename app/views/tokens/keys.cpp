#include "app/panel/typed_text.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/view.h"

namespace vitrine {

bool types_text(const State& state) { return state.focus == tokens_text_anchor && state.menu.empty(); }

int type_text(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const auto [text, keys] = typed_into(state.of<TokensView>().text, input, commands);
    int leaves = 0;
    for (const std::string& key : keys) {
        if (key == "escape" || key == "enter") focus.clear();
        if (key == "tab") leaves = 1;
        if (key == "shift+tab") leaves = -1;
    }
    if (!(text == state.of<TokensView>().text)) commands.push_back(SetTokensText{text});
    return leaves;
}

void press_in_tokens(std::string_view key, const State&, std::string& focus, Commands&) {
    if (key == "/" && focus.empty()) focus = tokens_text_anchor;
}

}  // namespace vitrine
