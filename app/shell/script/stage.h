#pragma once
/// The program without a display: an application, a framebuffer it is drawn to, and a clock that ticks once a frame.

#include <memory>

#include "app/render/offscreen.h"
#include "app/session/data.h"
#include "app/shell/loop/application.h"
#include "app/state/state.h"

namespace vitrine {

struct StageOptions {
    int width = 1600, height = 1000;  ///< of the picture, in pixels
    double scale = 1;                 ///< pixels per logical pixel
    Appearance appearance = Appearance::dark;
    std::optional<SavedSession> session{};  ///< to begin where it ends: with its model, its scale and its theme
    GpuAttentionOptions attention{.place = ComputePlace::processor};
    Scheduling scheduling = Scheduling::threads;
};

/// Opens the model before anything else, so that a bad one is refused before there is anything to draw to. Throws Error.
class Stage {
public:
    Stage(const ModelRequest& request, const StageOptions& options);

    /// One frame, a sixtieth of a second after the one before, at the size and scale of the stage. Afterwards the input has
    /// forgotten what happened in it and keeps what lasts.
    void frame(Input& input);

    /// Frames until nothing changes any more, with whatever is being opened; while the transport plays, or a training, only the
    /// next one or two.
    void settle(Input& input);

    void resize(int width, int height);
    int width() const { return framebuffer_.width(); }
    int height() const { return framebuffer_.height(); }

    /// Draws the last frame.
    Image picture();

    Application& application() { return *application_; }
    const State& state() const { return application_->state(); }
    const FrameRecord& record() const { return application_->record(); }

private:
    // In the order in which they need each other.
    std::shared_ptr<const Model> first_;  // until the application has its run
    OffscreenContext context_;
    Framebuffer framebuffer_;
    std::unique_ptr<Application> application_;
    int frames_ = 0;
};

}  // namespace vitrine
