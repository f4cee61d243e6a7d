#include "app/shell/loop/figure_preview.h"

#include <exception>

#include "app/export/export_names.h"
#include "app/export/exporting.h"
#include "app/export/figure_export.h"

namespace vitrine {

FigurePress& FigurePreview::press() {
    if (!press_) press_ = std::make_unique<FigurePress>();
    return *press_;
}

bool FigurePreview::is_due(const State& state, const FrameRecord& record) const {
    return state.menu == figure_page && record.find(figure_preview_anchor) && !drawn_;
}

/// Draws the preview. Returns why there is none; empty: there is one.
std::string FigurePreview::preview(const State& state, const FigureKind& kind, ImVec2 pixels) {
    picture_.reset();
    try {
        picture_ = std::make_unique<Texture>(press().preview({kind, state.of<FigureExport>().choices.style, state}, pixels));
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

namespace {

/// A command that saves the figure's file, already drawn.
Command printed_figure(FigurePress& press, const State& state, const FigureKind& kind) {
    const FigureChoices& choices = state.of<FigureExport>().choices;
    try {
        const std::string model = state.run ? file_name(state.run->model->name) + '-' : "";
        return ExportText{press.file({kind, choices.style, state}, choices.format), "vitrine-" + model + std::string(kind.name),
                          std::string(".") + name(choices.format)};
    } catch (const std::exception& error) {
        return ExportFailed{ExportKind::file, error.what()};
    }
}

}  // namespace

Commands FigurePreview::follow(const State& state, const FrameRecord& record, bool changed) {
    Commands commands;
    const FigureExport& wanted = state.of<FigureExport>();
    if (const FigureKind* kind = find_figure(state, wanted.to_save)) {
        commands.push_back(printed_figure(press(), state, *kind));
        commands.push_back(FigurePrinted{});
    }
    const Anchor* place = state.menu == figure_page ? record.find(figure_preview_anchor) : nullptr;
    if (!place) {
        picture_.reset();
        drawn_ = false;
        return commands;
    }
    const FigureKind* kind = chosen_figure(state);
    if ((drawn_ && !changed) || !kind) return commands;
    const auto scale = static_cast<float>(state.scale);
    const std::string why = preview(state, *kind, {place->area.width() * scale, place->area.height() * scale});
    drawn_ = true;
    if (why != wanted.refused) commands.push_back(FigurePreviewed{why});
    return commands;
}

void FigurePreview::draw(ImDrawList& list, const FrameRecord& record) const {
    const Anchor* place = record.find(figure_preview_anchor);
    if (!place || !picture_) return;
    const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float width = static_cast<float>(picture_->width()) / scale, height = static_cast<float>(picture_->height()) / scale;
    const Rect shown = rect_at({place->area.centre().x - width / 2, place->area.min.y}, width, height);
    list.PushClipRect(place->visible.min, place->visible.max, false);
    list.AddImage(picture_->id(), shown.min, shown.max);
    list.PopClipRect();
}

}  // namespace vitrine
