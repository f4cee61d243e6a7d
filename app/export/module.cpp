#include "app/export/module.h"

#include "app/export/exporting.h"
#include "app/export/figure_export.h"
#include "app/export/save_as.h"
#include "app/state/saved_fields.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

struct Habits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("export_folder", state.template of<Exporting>().folder);
    }
};

/// "walk" and "file" are null if none is in progress.
OrderedJson exporting_json(const Exporting& exporting) {
    OrderedJson walk;
    if (exporting.walk) walk = {{"done", exporting.walk->done}, {"folder", exporting.walk->wanted.folder}};
    OrderedJson file;
    if (exporting.file) file = {{"what", words_of(*exporting.file)}, {"stopping", exporting.file->stopping}};
    return {{"folder", exporting.folder}, {"walk", walk}, {"file", file}};
}

}  // namespace

const Module export_module{
    .name = "export",
    .follow = follow_save_as,
    .moving = [](const State& state) { return state.of<Exporting>().busy(); },
    .actions = export_actions,
    .habits = saved_fields<Habits>(),
    .describe =
        [](const State& state, OrderedJson& json) {
            json["exporting"] = exporting_json(state.of<Exporting>());
            const FigureExport& figure = state.of<FigureExport>();
            json["figure"] = {{"kind", figure.choices.kind}, {"refused", figure.refused}};
        },
};

}  // namespace vitrine
