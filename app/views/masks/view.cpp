#include "app/views/masks/view.h"

#include "app/state/saved_fields.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/describe.h"
#include "app/views/masks/state.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("mask", state.template of<MasksView>().shown, named_choices<MaskThing>(mask_things()));
    }
};

}  // namespace

const Module masks_module{
    .name = "masks",
    .label = "Masks",
    .tip = "who may not look at whom, and what that keeps apart (4)",
    .follow = follow_masks,
    .forget =
        [](State& state) {
            MasksView& masks = state.of<MasksView>();
            masks = {.place = masks.place, .shown = masks.shown};
        },
    .shown_tensor = [](const State& state) { return mask_tensor(state); },
    .saved = saved_fields<Fields>(),
    .describe = describe_masks,
};

}  // namespace vitrine
