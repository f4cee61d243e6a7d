#include "app/shell/script/stage.h"

#include <utility>

#include "app/link/commands.h"
#include "app/link/link.h"
#include "app/opening/commands.h"
#include "app/run/make_run.h"
#include "app/session/session.h"
#include "app/shell/loop/dropped.h"
#include "app/shell/modules.h"
#include "app/state/learning.h"
#include "app/state/leaving.h"
#include "app/state/window_commands.h"
#include "app/views/generate/state.h"
#include "app/views/tokens/state.h"
#include "app/views/train/keeping.h"
#include "app/views/train/state.h"
#include "core/io/open_model.h"

namespace vitrine {

namespace {

ApplicationOptions application_options(const StageOptions& options, const OffscreenContext& drawing) {
    const auto second = [&drawing] { return std::make_unique<OffscreenContext>(drawing, OffscreenUse::computing); };
    return {.attention = in_context(options.attention, second), .scheduling = options.scheduling};
}

/// The model to open first. Without a session, a link names it. Throws Error if the link cannot be read, or its sample cannot be
/// opened.
std::shared_ptr<const Model> first_model(const ModelRequest& request, const StageOptions& options) {
    if (options.session) return nullptr;
    const ModelRequest& wanted = options.link.empty() ? request : *read_link(options.link, all_modules()).session.model;
    auto model = std::make_shared<const Model>(open_model(wanted));
    return model;
}

}  // namespace

Stage::Stage(const ModelRequest& request, const StageOptions& options)
    : first_(first_model(request, options)),
      framebuffer_(options.width, options.height),
      application_(std::make_unique<Application>(application_options(options, context_))) {
    application_->command(SetAppearance{options.appearance});
    application_->command(SetScale{options.scale});
    if (first_ && options.link.empty())
        application_->command(ShowRun{make_run(std::move(first_), request, application_->device())});
    first_.reset();
    if (options.session) application_->command(RestoreSession{*options.session});
    if (options.training) application_->command(KeepTraining{*options.training});
    if (!options.link.empty()) application_->command(OpenLink{options.link});
    while (state().opening) application_->finish_work();
}

void Stage::frame(Input& input) {
    input.width = framebuffer_.width();
    input.height = framebuffer_.height();
    input.scale = static_cast<float>(state().scale);
    input.time = ++frames_ / 60.0;
    const ImVec2 size = input.logical_size();
    input.mouse_inside = Rect{{0, 0}, size}.contains(input.mouse);
    take_dropped(*application_, input);
    application_->frame(input);
    if (const auto copied = application_->take_copied()) clipboard_ = *copied;
    input.next_frame();
}

void Stage::settle(Input& input) {
    // Enough for two seconds of movement. Movement without end is not waited for.
    constexpr int patience = 120, patience_while_playing = 2;
    // A change made in one frame becomes visible in the next.
    constexpr int calm_frames = 2;
    for (int i = 0, calm = 0; i < patience && calm < calm_frames; ++i) {
        const bool playing = state().transport.playing || state().of<Learning>().playing || state().of<GenerateView>().grown ||
                             state().of<TokensView>().playing;
        if (playing && i == patience_while_playing) return;
        application_->finish_work();
        frame(input);
        calm = application_->settled() ? calm + 1 : 0;
    }
}

void Stage::resize(int width, int height) { framebuffer_.resize(width, height); }

std::string Stage::close() {
    Input nothing;
    application_->command(Quit{});
    while (state().quits && !may_close(state())) settle(nothing);
    return state().quits ? "" : state().of<Leaving>().lost;
}

Image Stage::picture() {
    framebuffer_.bind();
    application_->draw();
    return framebuffer_.read();
}

}  // namespace vitrine
