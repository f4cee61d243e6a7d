#include "app/views/tokens/view.h"

#include "app/compare/comparing.h"
#include "app/panel/measures.h"
#include "app/state/saved_fields.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/loading.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& tokens = state.template of<TokensView>();
        visit("tokens_text", tokens.typed);
        visit("tokenizer", tokens.file);
    }
};

/// The tokenizer's file.
constexpr std::string_view of_this_machine[]{"tokenizer"};

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left, draw_token_choices},
        {Place::centre, draw_tokens},
    };
    return list;
}

}  // namespace

const Module tokens_module{
    .name = "tokens",
    .label = "Tokens",
    .tip = "how a text becomes tokens, merge by merge (W)",
    .also = "tokenizer BPE subword",
    .lacks = [](const State& state) -> std::string {
        if (!has_lone_attention(state)) return "";
        return "This is an attention alone and has no tokens: its inputs are given vectors.";
    },
    .pass_time = play_merges,
    .moving = [](const State& state) { return state.of<TokensView>().playing.has_value(); },
    .missing = missing_tokenizer,
    .panels = panels,
    .measures = choices_alone,
    .keys = {.press = press_in_tokens, .is_typing = types_text, .type = type_text},
    .actions = tokens_actions,
    .saved = saved_fields<Fields>(of_this_machine),
    .restored =
        [](State& state) {
            TokensView& view = state.of<TokensView>();
            const std::string typed = std::exchange(view.typed, {});
            do_command(state, SetTokensText{typed_text(typed.empty() ? view.given : typed)});
        },
    .describe = describe_tokens,
};

}  // namespace vitrine
