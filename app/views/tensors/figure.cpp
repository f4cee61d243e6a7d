/// The figure of a tensor: the requested slice, or what the view shows.

#include "app/frame/inspector/figure.h"

#include "app/panel/printed_tensor.h"
#include "app/views/tensors/parts.h"
#include "app/views/tensors/view.h"

namespace vitrine {

namespace {

const TensorInfo& printed_info(const State& state) {
    const auto& asked = state.of<TensorsView>().printed;
    return *state.run->info(asked ? asked->path : state.selection.tensor);
}

std::string tensor_refusal(const State& state) {
    if (!state.run) return "no model is open";
    const TensorInfo& info = printed_info(state);
    if (lacks_change(*state.run, info)) return "the two runs have no " + info.path + " in common";
    if (lacks_gradient(state, info)) return info.path + " has no gradient";
    const Layout layout = state.run->find(info.path).layout;
    return layout.rank == 0 || layout.count() == 0 ? info.path + " has no cells" : "";
}

float draw_tensor_figure(Ui& ui, const Rect& room, const State& state) {
    const auto& asked = state.of<TensorsView>().printed;
    const TensorInfo& info = printed_info(state);
    const ShownTensor on_screen = shown_tensor(state, info);
    const ShownTensor shown =
        asked ? ShownTensor{info, find_tensor(*state.run, info.path, on_screen.aspect), asked->axes, on_screen.aspect} : on_screen;
    return print_tensor(ui, room, {*state.run, info, shown.axes.plane, shown.axes.facets, shown.aspect, shown.alone},
                        [&](const Plane& plane) { return tensors_picture(state, shown, plane, ui.theme); });
}

}  // namespace

std::span<const FigureKind> tensor_figures() {
    static const FigureKind list[] = {{"tensor", "This tensor", tensor_refusal, draw_tensor_figure}, number_figure};
    return list;
}

}  // namespace vitrine
