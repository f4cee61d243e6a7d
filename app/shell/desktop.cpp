#include "app/shell/desktop.h"

#include "app/shell/application.h"
#include "app/shell/dropped.h"
#include "app/shell/window.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr const char* advice = "; 'vitrine render' and 'vitrine drive' draw without one, 'vitrine trace' prints the numbers";

/// How long to wait for the user, in seconds: while something moves, and while nothing does.
constexpr double patience_in_motion = 0.004, patience_at_rest = 60;

WindowOptions window_options(const DesktopOptions& options) {
    if (!display_available()) throw Error("no window can be opened: neither DISPLAY nor WAYLAND_DISPLAY is set");
    return {.scale = static_cast<float>(options.scale.value_or(0))};
}

bool at_rest(const Application& application) { return application.settled() && !application.expects_news(); }

class Desktop {
public:
    explicit Desktop(const DesktopOptions& options) : window_(window_options(options)) {
        application_.command(SetAppearance{options.appearance});
        application_.command(OpenModel{options.request});
        window_.on_refresh = [this] { refresh(); };
    }

    void run();

private:
    void show_frame();
    void refresh();
    void follow_scale();
    void follow_title();

    Window window_;
    Application application_;
    Input input_;
    float scale_ = 0;  // of the last frame
    std::string title_;
};

void Desktop::run() {
    // What a frame changes is seen in the next: whatever has happened is followed by at least two.
    constexpr int calm_frames = 2;
    for (int calm = 0;; calm = at_rest(application_) ? calm + 1 : 0) {
        const bool resting = calm >= calm_frames;
        input_ = window_.poll(resting ? patience_at_rest : patience_in_motion);
        if (input_.close) return;
        if (resting) calm = 0;
        take_dropped(application_, input_);
        show_frame();
        if (const auto text = application_.take_copied()) window_.set_clipboard(*text);
    }
}

void Desktop::show_frame() {
    follow_scale();
    application_.frame(input_);
    Renderer::bind_window();
    application_.draw();
    window_.present();
    follow_title();
}

/// A frame in the middle of a resize, in which nothing happens but the size.
void Desktop::refresh() {
    input_.next_frame();
    show_frame();
}

/// The scale changes where the user says so, and where the window moves to another display.
void Desktop::follow_scale() {
    const auto wanted = [this] { return static_cast<float>(application_.state().scale); };
    const float display = window_.surface().scale;
    if (wanted() == scale_ || scale_ == 0) application_.command(SetScale{display});
    if (wanted() != display) window_.set_scale(wanted());
    scale_ = wanted();
    const Surface now = window_.surface();
    input_.width = now.width;
    input_.height = now.height;
    if (input_.scale != now.scale) {
        input_.mouse = {input_.mouse.x * input_.scale / now.scale, input_.mouse.y * input_.scale / now.scale};
        input_.scale = now.scale;
    }
}

void Desktop::follow_title() {
    const State& state = application_.state();
    const std::string title = state.run ? state.run->model->name + " – Vitrine" : "Vitrine";
    if (title == title_) return;
    window_.set_title(title);
    title_ = title;
}

}  // namespace

void run_desktop(const DesktopOptions& options) {
    std::optional<Desktop> desktop;
    try {
        desktop.emplace(options);
    } catch (const Error& error) {
        throw Error(error.what() + std::string(advice));
    }
    desktop->run();
}

}  // namespace vitrine
