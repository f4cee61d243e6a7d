#include "app/shell/desktop/desktop.h"

#include <memory>
#include <utility>

#include "app/base/interrupt.h"
#include "app/export/exporting.h"
#include "app/lesson/commands.h"
#include "app/link/commands.h"
#include "app/selftest/self_test.h"
#include "app/session/data.h"
#include "app/session/keeper.h"
#include "app/session/session.h"
#include "app/shell/desktop/desktop_wishes.h"
#include "app/shell/desktop/machine_checks.h"
#include "app/shell/loop/application.h"
#include "app/shell/loop/dropped.h"
#include "app/shell/modules.h"
#include "app/shell/window/window.h"
#include "app/start/state.h"
#include "app/state/leaving.h"
#include "app/state/window_commands.h"
#include "app/views/train/keeping.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr const char* advice = "; 'vitrine render' and 'vitrine drive' need no display, and 'vitrine trace' prints the numbers";

/// How long to wait for an event, in seconds: while something moves, while something waits to be saved or a message is shown, and
/// otherwise.
constexpr double patience_in_motion = 0.004, patience_while_saving = 0.6, patience_at_rest = 60;

/// Where the training is kept, or why it cannot be kept.
KeepTraining keeping_of(const SessionKeeper* keeper) {
    if (!keeper) return {.folder = {}, .refusal = "neither XDG_STATE_HOME nor HOME is set"};
    if (!keeper->saves()) return {.folder = {}, .refusal = "another window is using this session"};
    return {.folder = training_folder(std::filesystem::absolute(keeper->file()))};
}

/// What the window shows first.
struct Beginning {
    SavedSession session;  ///< always names a model
    bool read = false;     ///< a session was read from its file
};

/// Where the recent models are kept and, unless its file is named, the session.
struct KeepingPlace {
    std::optional<std::filesystem::path> folder{};
    std::optional<std::string> problem{};  ///< why there is no folder
};

KeepingPlace keeping_place(const DesktopOptions& options) {
    try {
        return {.folder = made_state_folder()};
    } catch (const Error& error) {
        const char* lost = options.session ? "the recent models are not saved: " : "nothing is saved for the next start: ";
        return {.problem = lost + std::string(error.what())};
    }
}

/// Null if there is no place to keep anything. A pointer, because a keeper cannot be moved.
std::unique_ptr<SessionKeeper> keeper_of(const DesktopOptions& options, const KeepingPlace& place) {
    if (options.session) return std::make_unique<SessionKeeper>(*options.session);
    return place.folder ? std::make_unique<SessionKeeper>(*place.folder / "session.json") : nullptr;
}

Beginning beginning_of(const DesktopOptions& options, SessionKeeper* keeper) {
    Beginning beginning;
    beginning.session.looks.theme = ThemeChoice::system;
    try {
        if (const auto kept = keeper ? keeper->read(all_modules()) : std::nullopt) beginning = {*kept, true};
    } catch (const Error& error) {
        beginning.session.problem = error.what();
    }
    SavedSession& session = beginning.session;
    if (options.request) session = for_model(session, *options.request);
    if (!session.model) session.model = ModelRequest{.sample = first_sample};
    session.looks.theme = options.theme.value_or(session.looks.theme);
    return beginning;
}

WindowOptions window_options(const DesktopOptions& options, const Beginning& beginning) {
    if (!display_available()) throw Error("no window can be opened: neither DISPLAY nor WAYLAND_DISPLAY is set");
    const double own = beginning.read ? beginning.session.looks.scale : 0;
    return {.scale = static_cast<float>(options.scale.value_or(own))};
}

ApplicationOptions application_options(const DesktopOptions& options, DesktopWindow& window) {
    if (options.attention.place == ComputePlace::processor) return {};
    return {.attention = in_context(options.attention, window.shared_context())};
}

bool at_rest(const Application& application) { return application.settled() && !application.expects_news(); }

class Desktop {
public:
    explicit Desktop(const DesktopOptions& options);
    int run();

private:
    bool closes();
    void show_frame();
    void refresh();
    void follow_scale();
    void follow_title();
    void follow_files();

    KeepingPlace place_;
    std::unique_ptr<SessionKeeper> keeper_;
    std::optional<RecentKeeper> recent_;
    bool told_ = false;  // the user has been told that the session cannot be saved
    const Interrupt interrupt_;
    bool heard_ = false;  // the interrupt's signal
    std::string lost_;    // what is lost with the window when a signal closes it, since nobody can be asked then
    Beginning beginning_;
    DesktopWindow window_;
    Application application_;
    Input input_;
    float scale_ = 0;  // of the last frame; 0: there was none
    std::string title_;
};

Desktop::Desktop(const DesktopOptions& options)
    : place_(keeping_place(options)),
      keeper_(keeper_of(options, place_)),
      beginning_(beginning_of(options, keeper_.get())),
      window_(window_options(options, beginning_)),
      application_(application_options(options, window_)) {
    if (place_.folder) recent_.emplace(*place_.folder / "recent.json");
    application_.command(RestoreSession{beginning_.session});
    application_.command(keeping_of(keeper_.get()));
    try {
        if (recent_) application_.command(ShowRecent{recent_->read()});
    } catch (const Error& error) {
        application_.command(ShowMessage{error.what()});
    }
    if (options.lesson) application_.command(BeginLesson{.lesson = options.lesson, .on_own = options.lesson_on_own});
    if (!options.link.empty()) application_.command(OpenLink{options.link});
    if (!options.opens.empty()) application_.command(command_for_dropped(application_.state(), options.opens));
    const bool named = options.request || !options.link.empty() || !options.opens.empty();
    if (!beginning_.read && !named) application_.command(Greet{});
    application_.command(AddSelfTestChecks{machine_checks()});
    application_.ask("desktop", desktop_job());
    window_.on_refresh = [this] { refresh(); };
}

int Desktop::run() {
    // A change made in one frame becomes visible in the next, so the window rests only after two frames without change.
    constexpr int calm_frames = 2;
    for (int calm = 0;; calm = at_rest(application_) ? calm + 1 : 0) {
        const bool resting = calm >= calm_frames;
        const bool waits = (keeper_ && keeper_->waits()) || !application_.state().notice.empty();
        const double rest = waits ? patience_while_saving : patience_at_rest;
        input_ = window_.poll(resting ? rest : patience_in_motion, [this] { return interrupt_.signal() != 0; });
        if (closes()) break;
        if (resting) calm = 0;
        take_dropped(application_, input_);
        show_frame();
        if (const auto text = application_.take_copied()) window_.set_clipboard(*text);
        follow_files();
    }
    if (keeper_) keeper_->finish(application_.state());
    if (!lost_.empty()) throw Error(lost_);
    return interrupt_.signal();
}

/// Whether the window is to close now. A file that is being written is finished first. If something would be lost, it is kept, or
/// the user is asked.
bool Desktop::closes() {
    const bool signalled = interrupt_.signal() && !std::exchange(heard_, true);
    if (input_.close || signalled) application_.command(Quit{});
    const State& state = application_.state();
    if (heard_ && !state.quits) lost_ = state.of<Leaving>().lost;
    return (may_close(state) || !lost_.empty()) && !state.of<Exporting>().file;
}

/// Saves what is kept between two starts and asks for the desktop's wishes. Failing to save has no other effect than a message.
void Desktop::follow_files() {
    if (input_.arrived) application_.ask("desktop", desktop_job());
    if (keeper_) keeper_->follow(application_.state(), input_.time);
    // The message comes only once, and not while a model is being opened: the model's arrival would remove it.
    const bool opening = application_.state().opening.has_value();
    auto problem = opening ? std::nullopt : std::exchange(place_.problem, std::nullopt);
    if (!opening && !problem && keeper_) problem = keeper_->take_problem();
    if (problem && !std::exchange(told_, true)) application_.command(ShowMessage{*problem});
    try {
        if (recent_) recent_->follow(application_.state());
    } catch (const Error& error) {
        recent_.reset();
        application_.command(ShowMessage{error.what()});
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

/// Draws a frame in the middle of a resize. Only the size changes in it.
void Desktop::refresh() {
    input_.next_frame();
    show_frame();
}

/// Changes the scale when the user asks for it, and when the window moves to another display.
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

int run_desktop(const DesktopOptions& options) {
    std::optional<Desktop> desktop;
    try {
        desktop.emplace(options);
    } catch (const Error& error) {
        throw Error(error.what() + std::string(advice));
    }
    return desktop->run();
}

}  // namespace vitrine
