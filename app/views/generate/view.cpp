#include "app/views/generate/view.h"

#include "app/state/saved_fields.h"
#include "app/views/generate/actions.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/decoding.h"
#include "app/views/generate/describe.h"
#include "app/views/generate/options_json.h"
#include "app/views/generate/state.h"

namespace vitrine {

namespace {

struct Habits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("decoding", state.template of<GenerateView>().options);
    }
};

}  // namespace

const Module generate_module{
    .name = "generate",
    .label = "Generate",
    .tip = "decode the sentence word by word (8)",
    .follow = follow_decoding,
    .enter = reveal_word,
    .pass_time = grow,
    .moving = [](const State& state) { return state.of<GenerateView>().grown.has_value(); },
    .lacks = decoding_lack,
    .actions = generate_actions,
    .habits = saved_fields<Habits>(),
    .restored = [](State& state) { do_command(state, SetDecoding{state.of<GenerateView>().options}); },
    .describe = describe_generate,
};

}  // namespace vitrine
