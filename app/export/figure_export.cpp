#include "app/export/figure_export.h"

#include "app/state/lesson_limits.h"

namespace vitrine {

void do_command(State& state, const SetFigureChoices& command) { state.of<FigureExport>().choices = command.choices; }

void do_command(State& state, const SaveFigure& command) {
    refuse_lessons(state, "writes a file");
    state.menu.clear();
    state.of<FigureExport>().to_save = command.kind;
}

void do_command(State& state, const FigurePreviewed& command) { state.of<FigureExport>().refused = command.refused; }

void do_command(State& state, const FigurePrinted&) { state.of<FigureExport>().to_save.clear(); }

}  // namespace vitrine
