#pragma once
/// Runs the frame loop, both in a window and for pictures drawn without a display.

#include <utility>

#include "app/base/command.h"
#include "app/base/scheduler.h"
#include "app/panel/panel.h"
#include "app/render/heatmap/heatmap_memory.h"
#include "app/render/heatmap/renderer.h"
#include "app/render/image.h"
#include "app/shell/keyboard/drag.h"
#include "app/shell/loop/figure_preview.h"
#include "app/shell/loop/gpu_attention.h"
#include "app/shell/loop/surface.h"
#include "app/state/window_commands.h"
#include "app/widgets/input.h"
#include "app/widgets/ui.h"

struct ImGuiContext;

namespace vitrine {

/// A picture of the screen.
struct Still {
    double pixels = 1;                        ///< per pixel of the screen, in both directions; more than 1 shows the same content
                                              ///< in finer detail
    std::optional<int> place = std::nullopt;  ///< a place in the film, which shows the map around the block of its step; nothing:
                                              ///< the shown view
};

struct ApplicationOptions {
    HeatmapLimits heatmaps{};
    GpuAttentionOptions attention{.place = ComputePlace::processor};  ///< for models opened by the application
    Scheduling scheduling = Scheduling::threads;                      ///< of jobs
    std::optional<Place> alone{};                                     ///< the only place shown; nothing: all places
};

/// Requires: there is a current OpenGL context as long as the object lives.
class Application {
public:
    explicit Application(const ApplicationOptions& options = {});
    ~Application();
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    /// Builds one frame from the state and carries out the user's commands. Draws nothing yet.
    void frame(const Input& input);

    /// Draws the last frame to the bound framebuffer.
    void draw();

    /// The current screen, drawn anew without the pointer, the focus ring and everything that floats above the panels (the
    /// message and drop-downs). Discards what frame() has built. Defined in app/shell/loop/still.cpp.
    Image picture(const Still& still = {});

    /// The same picture as an SVG file, in which text stays text.
    std::string svg(const Still& still = {});

    /// Carries out a command now, as if a panel had given it.
    void command(const Command& command);

    /// Requests a job: see Scheduler. Its result is carried out as a command.
    void ask(Tag tag, Job job) { scheduler_->ask(tag, std::move(job)); }

    /// Waits until every job has ended, or has shown its requested result (Turn::endless), and carries out the results.
    void finish_work();

    /// The device for the attentions of opened models; valid as long as the application. Null: the processor computes them.
    const std::shared_ptr<const AttentionDevice>& device() const { return device_; }

    const State& state() const { return state_; }
    const FrameRecord& record() const { return record_; }

    /// True if the next frame looks the same without input: nothing moves, opens or plays.
    bool settled() const;

    /// The graphics memory used for pictures of tensors, and the tensors whose pictures were dropped.
    HeatmapMemory heatmap_memory() const;

    /// True while jobs are under way: the next frames may show their results.
    bool expects_news() const;

    /// Text to put on the clipboard; nothing if nothing was copied since the last call.
    std::optional<std::string> take_copied();

private:
    void take_news();
    void follow_device();
    bool lose_run();
    bool shows_card() const;
    void build_and_obey(const Input& input);
    void request_missing_results();
    bool waits_for_files(const MissingResult& missing);
    bool lacks_anything() const;
    void prepare_imgui(const Input& input);
    UiInput ui_input(const Input& input);
    FrameRecord build(const State& state, const UiInput& input, Commands& commands, Svg* svg = nullptr);
    Input still_input(double pixels) const;
    State still_state(const Still& still, const Input& input);
    void follow_grab(const Input& input);

    std::unique_ptr<ImGuiContext, void (*)(ImGuiContext*)> context_;
    Renderer renderer_;
    Fonts fonts_;
    State state_;
    std::optional<Place> alone_;
    GpuAttention attention_;
    std::shared_ptr<const AttentionDevice> device_;  ///< refers to attention_
    std::unique_ptr<Scheduler> scheduler_;           ///< destroyed before the members that its jobs use
    FrameRecord record_;
    double last_time_ = -1;
    Surface surface_;  ///< the surface of the last frame
    ImVec2 last_size_{};
    Drag drag_;
    std::string grabbed_;            ///< the anchor on which the button went down
    std::optional<ImVec2> clicked_;  ///< where the button last went down, until the pointer leaves
    bool acted_ = false;             ///< the last frame changed the state
    FigurePreview preview_;          ///< the preview on the page for saving figures
    int copies_ = 0;                 ///< State::copies at the last frame
    std::optional<std::string> copied_;
};

const Theme& theme_of(const State& state);

/// Adds commands that scroll the anchors named in State::reveal into view, as far as the frame has them, and then Revealed.
void add_reveals(const State& state, const FrameRecord& record, Commands& commands);

/// The scroll position at which an anchor is visible, as far as it fits; nothing if no scrolling is needed.
std::optional<SetScroll> revealing_scroll(const FrameRecord& record, const Anchor& anchor);

/// For an anchor out of sight: scrolls the outer area around the anchor's own area into view; nothing if that is not needed.
std::optional<SetScroll> outer_revealing_scroll(const FrameRecord& record, const Anchor& anchor);

}  // namespace vitrine
