#include "tests/fuzz/app/opened.h"

#include "app/base/job.h"
#include "app/opening/opening.h"
#include "app/render/framebuffer.h"
#include "app/render/offscreen.h"
#include "app/shell/loop/application.h"
#include "tests/fuzz/trial.h"

namespace vitrine::fuzz {

namespace {

/// A model that is not available is requested once, after which another one may be opened.
constexpr int most_openings = 3;

}  // namespace

void open_all(State& state, const std::string& what) {
    for (int i = 0; state.opening; ++i) {
        expect(i < most_openings, what + "'s model is opened again and again");
        vitrine::apply(state, carry_out_now(missing_opening(state)->job));
    }
}

void draw_after(const Command& command, const std::string& what) {
    static const OffscreenContext context;
    static Framebuffer framebuffer(1280, 800);
    Application application({.scheduling = Scheduling::slices});
    application.command(command);
    for (int i = 0; application.state().opening; ++i) {
        expect(i < most_openings, "the window opens " + what + "'s model again and again");
        application.finish_work();
    }
    Input input;
    input.width = framebuffer.width(), input.height = framebuffer.height();
    for (int frame = 0; frame < 3; ++frame) {
        input.scale = static_cast<float>(application.state().scale);
        input.time += 1.0 / 60;
        application.frame(input);
        application.finish_work();
    }
    framebuffer.bind();
    application.draw();
}

}  // namespace vitrine::fuzz
