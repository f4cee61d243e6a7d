#pragma once
/// The program behind the surface: one frame loop for the window and for pictures drawn without a display.

#include <utility>

#include "app/base/command.h"
#include "app/base/scheduler.h"
#include "app/render/heatmap/heatmap_memory.h"
#include "app/render/heatmap/renderer.h"
#include "app/render/image.h"
#include "app/shell/keyboard/drag.h"
#include "app/shell/loop/gpu_attention.h"
#include "app/shell/loop/surface.h"
#include "app/state/window_commands.h"
#include "app/widgets/input.h"
#include "app/widgets/ui.h"

struct ImGuiContext;

namespace vitrine {

/// A picture of the screen.
struct Still {
    double pixels = 1;                       ///< for each pixel of the screen, in both directions: as much is seen, but finer
    std::optional<int> step = std::nullopt;  ///< the map, looking at the block of this step; none: what is on the screen
};

struct ApplicationOptions {
    HeatmapLimits heatmaps{};
    GpuAttentionOptions attention{.place = ComputePlace::processor};  ///< of the models that are opened
    Scheduling scheduling = Scheduling::threads;                      ///< of what takes longer than a frame
};

/// Needs a current OpenGL context from its first to its last moment.
class Application {
public:
    explicit Application(const ApplicationOptions& options = {});
    ~Application();
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    /// Builds one frame from the state and carries out what the user did in it. Draws nothing yet.
    void frame(const Input& input);

    /// Draws the last frame to the bound framebuffer.
    void draw();

    /// The screen as it is by now, drawn once more: without the pointer, the keyboard's ring and what floats above the panels, the
    /// message and the drop-down. What frame() has built is lost. app/shell/loop/still.cpp.
    Image picture(const Still& still = {});

    /// The same as shapes: a file in SVG, its text as text.
    std::string svg(const Still& still = {});

    /// Does something now, as if a panel had asked for it.
    void command(const Command& command);

    /// Asks for something to be done beside the frames: see Scheduler. What comes of it is done as a command.
    void ask(Tag tag, Job job) { scheduler_->ask(tag, std::move(job)); }

    /// Waits until everything that was asked for has been done, or at least begun where it goes on and on, and takes over what came
    /// of it.
    void finish_work();

    /// What is asked for the attentions of the models it opens; ends with it. Null: the processor computes them.
    const std::shared_ptr<const AttentionDevice>& device() const { return device_; }

    const State& state() const { return state_; }
    const FrameRecord& record() const { return record_; }

    /// True where another frame would look the same unless something happens: nothing moves, opens or plays.
    bool settled() const;

    /// What pictures of tensors take up of the graphics memory, and what had to go.
    HeatmapMemory heatmap_memory() const;

    /// True where something is under way beside the frames: looking again soon is worth it.
    bool expects_news() const;

    /// Text to put on the clipboard, once; nothing where nothing was copied since.
    std::optional<std::string> take_copied();

private:
    void take_news();
    void follow_device();
    bool lose_run();
    bool shows_card() const;
    void build_and_obey(const Input& input);
    void ask_for_what_lacks();
    bool lacks_anything() const;
    void prepare_imgui(const Input& input);
    UiInput ui_input(const Input& input);
    FrameRecord build(const State& state, const UiInput& input, Commands& commands, Svg* svg = nullptr);
    Input still_input(double pixels) const;
    State still_state(const Still& still);
    void follow_grab(const Input& input);

    std::unique_ptr<ImGuiContext, void (*)(ImGuiContext*)> context_;
    Renderer renderer_;
    Fonts fonts_;
    State state_;
    GpuAttention attention_;
    std::shared_ptr<const AttentionDevice> device_;  ///< asks the one above
    std::unique_ptr<Scheduler> scheduler_;           ///< after what its jobs use
    FrameRecord record_;
    double last_time_ = -1;
    Surface surface_;  ///< of the last frame
    ImVec2 last_size_{};
    Drag drag_;
    std::string grabbed_;            ///< the anchor the button went down on
    std::optional<ImVec2> clicked_;  ///< where the button last went down, until the pointer leaves
    bool acted_ = false;             ///< the last frame changed the state
    int copies_ = 0;                 ///< that have been made so far
    std::optional<std::string> copied_;
};

const Theme& theme_of(const State& state);

/// Asks for what is to come into view, as far as the frame has it, and says that it has been asked for.
void add_reveals(const State& state, const FrameRecord& record, Commands& commands);

/// Where a scrolling area has to stand so that an anchor in it can be seen whole, or as much of it as fits; nothing where it can.
std::optional<SetScroll> revealing_scroll(const FrameRecord& record, const Anchor& anchor);

}  // namespace vitrine
