#include "app/views/train/view.h"

#include "app/state/saved_fields.h"
#include "app/views/train/actions.h"
#include "app/views/train/commands.h"
#include "app/views/train/describe.h"
#include "app/views/train/settings_json.h"
#include "app/views/train/state.h"
#include "app/views/train/training.h"

namespace vitrine {

namespace {

struct Habits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("training", state.template of<TrainingView>().settings);
    }
};

}  // namespace

const Module train_module{
    .name = "train",
    .label = "Train",
    .tip = "teach a model and watch (7 or T)",
    .follow = follow_training,
    .enter = enter_training,
    .lacks = training_lack,
    .actions = train_actions,
    .habits = saved_fields<Habits>(),
    .describe = describe_train,
};

}  // namespace vitrine
