#pragma once
/// Runs the program without a display: an application, its framebuffer, and a clock that ticks once per frame.

#include <memory>

#include "app/render/framebuffer.h"
#include "app/render/offscreen.h"
#include "app/session/data.h"
#include "app/shell/loop/application.h"
#include "app/state/state.h"

namespace vitrine {

struct StageOptions {
    int width = 1600, height = 1000;  ///< of the picture, in pixels
    double scale = 1;                 ///< pixels per logical pixel
    Appearance appearance = Appearance::dark;
    std::optional<SavedSession> session{};            ///< the session to restore, with its model, scale and theme
    std::optional<std::filesystem::path> training{};  ///< the folder in which the training is kept; nothing: it is not kept
    std::string link = {};                            ///< a link to open afterwards; empty: none; without a session it names the
                                                      ///< model
    GpuAttentionOptions attention{.place = ComputePlace::processor};
    Scheduling scheduling = Scheduling::threads;
};

/// Opens the model first, so that an invalid one is refused before anything is drawn. Throws Error.
class Stage {
public:
    Stage(const ModelRequest& request, const StageOptions& options);

    /// Draws one frame, a sixtieth of a second after the previous one, at the size and scale of the stage. Then clears the
    /// input's events and keeps its state with Input::next_frame().
    void frame(Input& input);

    /// Draws frames until nothing changes any more, including models being opened. While the transport or a training plays, draws
    /// only one or two frames.
    void settle(Input& input);

    void resize(int width, int height);
    int width() const { return framebuffer_.width(); }
    int height() const { return framebuffer_.height(); }

    /// Closes the window. What lasts from one start to the next is kept. Returns what would be lost instead of closing; empty:
    /// nothing is lost.
    std::string close();

    /// Draws the last frame.
    Image picture();

    /// The text copied last, here or by another program.
    const std::string& clipboard() const { return clipboard_; }
    void set_clipboard(const std::string& text) { clipboard_ = text; }

    Application& application() { return *application_; }
    const State& state() const { return application_->state(); }
    const FrameRecord& record() const { return application_->record(); }

private:
    // In the order of their dependencies.
    std::shared_ptr<const Model> first_;  // kept until the application has its run
    OffscreenContext context_;
    Framebuffer framebuffer_;
    std::unique_ptr<Application> application_;
    int frames_ = 0;
    std::string clipboard_;
};

}  // namespace vitrine
