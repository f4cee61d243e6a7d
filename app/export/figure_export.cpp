#include "app/export/figure_export.h"

namespace vitrine {

void do_command(State& state, const SetFigureChoices& command) { state.of<FigureExport>().choices = command.choices; }

void do_command(State& state, const SaveFigure& command) {
    state.menu.clear();
    state.of<FigureExport>().to_save = command.kind;
}

void do_command(State& state, const FigurePreviewed& command) { state.of<FigureExport>().refused = command.refused; }

void do_command(State& state, const FigurePrinted&) { state.of<FigureExport>().to_save.clear(); }

}  // namespace vitrine
