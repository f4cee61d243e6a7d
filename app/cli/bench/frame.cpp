/// Measures building a frame: everything except the work of the graphics driver.

#include <memory>

#include "app/base/command.h"
#include "app/cli/bench/benchmarks.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/render/offscreen.h"
#include "app/run/make_run.h"
#include "app/shell/loop/application.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/state.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/state.h"

namespace vitrine {

namespace {

/// What the map shows. `cell`: the size of a cell in pixels, if a tensor is shown; 0: as it comes.
struct Distance {
    std::string name, frame;
    double cell = 0;
};

/// The program on an invisible screen of 1600 × 1000 pixels.
struct Screen {
    OffscreenContext context;
    Application application;
    Input input;
    int frames = 0;

    void frame() {
        input.width = 1600;
        input.height = 1000;
        input.time = ++frames / 60.0;
        application.frame(input);
    }

    void go_to(const Distance& distance) {
        show(FrameMap{distance.frame});
        if (distance.cell == 0) return;
        const MapView& map = application.state().of<MapView>();
        const std::string path = distance.frame.substr(distance.frame.find('/') + 1);
        const Layout& shape = application.state().run->trace.find(path).layout;
        MapCamera camera = resting_camera(map);
        const double columns = static_cast<double>(size_of(shape, map_plane(shape, 0, 0)).columns);
        camera.zoom = distance.cell * columns / frame_of(*map.layout, distance.frame)->width();
        show(MoveMap{camera});
    }

    /// Opens another view and selects a tensor in it.
    void look_at(View view, const std::string& path) {
        show(SetView{view});
        show(SelectTensor{path});
    }

    void show(const Command& command) {
        application.command(SetMotion{Motion::at_once});
        application.command(command);
        for (int i = 0; i < 4; ++i) frame();
    }

    /// Draws frames until everything visible has been made. Endless work is not waited for.
    void settle() {
        constexpr int patience = 3000;
        for (int i = 0; i < patience && !application.settled(); ++i) {
            application.finish_work();
            frame();
        }
    }
};

using Cases = std::vector<std::pair<std::string, Body>>;

/// Cases that share one screen. Each goes to its place before it is measured.
Cases cases_of(const std::shared_ptr<const Run>& run, const std::vector<Distance>& distances) {
    const auto screen = std::make_shared<Screen>();
    screen->application.command(ShowRun{run});
    Cases cases;
    for (const Distance& distance : distances) {
        const auto there = std::make_shared<bool>(false);
        cases.emplace_back(distance.name, [screen, distance, there] {
            if (!*there) screen->go_to(distance);
            *there = true;
            screen->frame();
        });
    }
    return cases;
}

Cases navigation_cases() {
    ModelRequest request;
    request.sample = "navigation";
    return cases_of(make_run(request), {{"far", ""},
                                        {"layer", "encoder.layers.0"},
                                        {"block", "decoder.layers.0.cross_attn"},
                                        {"cells", "tensor/encoder.layers.0.ffn.activation"}});
}

Cases large_cases() {
    Configuration c;
    c.d_model = 512;
    c.dim_feedforward = 2048;
    c.nhead = 8;
    c.num_encoder_layers = c.num_decoder_layers = 6;
    c.src_vocab_size = c.tgt_vocab_size = 1000;
    auto model = std::make_shared<Model>(exercise_model(c, 128, 128));
    model->name = model->title = "6 + 6 layers";
    return cases_of(make_run(model), {{"far", ""},
                                      {"half", "decoder"},
                                      {"layer", "decoder.layers.3"},
                                      {"block", "decoder.layers.3.cross_attn"},
                                      {"tensor", "tensor/decoder.layers.3.cross_attn.weights"},
                                      {"cells", "tensor/decoder.layers.3.cross_attn.query", 27},
                                      {"wide cells", "tensor/decoder.layers.3.ffn.linear1", 27}});
}

/// A place to look at the attention of 4096 words to 4096.
struct LongPlace {
    const char* name;
    View view;
    const char* tensor = "weights";
    Zoom zoom = Zoom::fit;
    AttentionStage stage = AttentionStage::weights;
};

constexpr LongPlace long_places[] = {{"whole", View::tensors},
                                     {"numbers", View::tensors, "weights", Zoom::numbers},
                                     {"scores", View::tensors, "scores"},
                                     {"numbers of scores", View::tensors, "scores", Zoom::numbers},
                                     {"attention", View::attention},
                                     {"contribution", View::attention, "weights", Zoom::fit, AttentionStage::contribution},
                                     {"side by side", View::attention, "weights", Zoom::fit, AttentionStage::side_by_side},
                                     {"masks", View::masks, "mask"},
                                     {"positions", View::positions},
                                     {"design", View::design},
                                     {"generate", View::generate},
                                     {"map", View::map}};

std::shared_ptr<const Run> long_run() {
    Configuration c;
    c.d_model = 64;
    c.dim_feedforward = 128;
    c.nhead = 2;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.src_vocab_size = c.tgt_vocab_size = 1000;
    auto model = std::make_shared<Model>(exercise_model(c, 4096, 16));
    model->name = model->title = "4096 words";
    return make_run(model);
}

/// Selects another tensor or head every half second, so that pictures are still being made.
Body arriving(const std::shared_ptr<Screen>& screen, const std::string& attention) {
    return [screen, attention, frame = std::make_shared<int>(0)] {
        constexpr int half_a_second = 30;
        if (*frame == 0) screen->show(SetZoom{Zoom::fit});
        const int turn = *frame / half_a_second;
        if ((*frame)++ % half_a_second == 0) {
            screen->application.command(SetView{View::tensors});
            screen->application.command(SelectTensor{attention + (turn % 4 < 2 ? "weights" : "scores")});
            screen->application.command(SelectHead{turn % 2});
        }
        screen->frame();
    };
}

/// What takes long with long texts: every view that shows them, and the map close enough to read.
Cases long_cases() {
    const auto screen = std::make_shared<Screen>();
    const std::string attention = "encoder.layers.0.self_attn.";
    screen->application.command(ShowRun{long_run()});
    Cases cases{{"arriving", arriving(screen, attention)}};
    for (const LongPlace& place : long_places) {
        cases.emplace_back(place.name, [screen, place, attention, frame = std::make_shared<int>(0)] {
            if (*frame == 0) {
                screen->show(SetZoom{place.zoom});
                screen->show(SetAttentionStage{place.stage});
                screen->look_at(place.view, attention + place.tensor);
                screen->settle();
            }
            const int at = 3 * ++*frame % 4000;
            if (place.zoom == Zoom::numbers) screen->application.command(SetCorner{at, at});
            screen->frame();
        });
    }
    for (const Distance& distance : {Distance{"cells on the map", "tensor/" + attention + "weights", 44},
                                     Distance{"words on the map", "tensor/" + attention + "query", 27}}) {
        cases.emplace_back(distance.name, [screen, distance, there = std::make_shared<bool>(false)] {
            if (!*there) {
                screen->go_to(distance);
                screen->settle();
            }
            *there = true;
            screen->frame();
        });
    }
    return cases;
}

/// A decoder alone with as many words as Qwen's vocabulary.
std::shared_ptr<const Run> run_of_many_words() {
    constexpr Size count = 151'936, sentence = 12;
    Configuration c = gpt2_configuration();
    c.d_model = 32;
    c.dim_feedforward = 64;
    c.nhead = 2;
    c.num_decoder_layers = 1;
    c.src_vocab_size = c.tgt_vocab_size = count;
    auto model = std::make_shared<Model>(exercise_model(c, sentence, sentence));
    std::vector<std::string> words;
    for (Size i = 0; i < count; ++i) {
        std::string word;
        for (Size rest = i + 1; rest > 0; rest /= 20) word += {"bdfgklmnpr"[rest % 10], "ae"[rest / 10 % 2]};
        words.push_back(word);
    }
    model->source_vocabulary = model->target_vocabulary = Vocabulary(std::move(words));
    model->name = model->title = std::to_string(count) + " words";
    return make_run(model);
}

/// Views that list or draw all words of the vocabulary, or search among them.
Cases cases_of_many_words() {
    const auto screen = std::make_shared<Screen>();
    screen->application.command(ShowRun{run_of_many_words()});
    Cases cases;
    const auto add = [&](const char* name, auto arrive, auto each) {
        cases.emplace_back(name, [screen, arrive, each, frame = std::make_shared<int>(0)] {
            if (*frame == 0) {
                arrive(*screen);
                screen->settle();
            }
            each(*screen, ++*frame);
            screen->frame();
        });
    };
    const auto nothing = [](Screen&, int) {};
    const auto look_at = [](View view, const char* path, Zoom zoom) {
        return [view, path, zoom](Screen& to) {
            to.show(SetZoom{zoom});
            to.look_at(view, path);
        };
    };
    add("map", look_at(View::map, "logits", Zoom::fit), nothing);
    add(
        "logits on the map",
        [](Screen& to) {
            to.go_to({"", "tensor/logits", 27});
        },
        nothing);
    add("logits", look_at(View::tensors, "logits", Zoom::fit), nothing);
    add("numbers of logits", look_at(View::tensors, "logits", Zoom::numbers), [](Screen& of, int frame) {
        of.application.command(SetCorner{0, 101 * frame % 150'000});
    });
    add("predictions", look_at(View::tensors, "predictions", Zoom::fit), nothing);
    add("generate", look_at(View::generate, "probabilities", Zoom::fit), nothing);
    add(
        "a word being typed",
        [](Screen& to) {
            to.show(SetView{View::map});
            to.show(TypeToken{.place = {BatchSide::target, 0, 3}});
        },
        [](Screen& of, int frame) { of.application.command(SetFieldText{typed_text(frame % 2 ? "ba" : "bade")}); });
    return cases;
}

}  // namespace

std::vector<Workload> frame_workloads() {
    const auto measured = [](const char* name, const char* text, double seconds, Cases (*cases)()) {
        return Workload{.name = name, .text = text, .repetitions = 21, .seconds = seconds, .prepare = {}, .cases = cases};
    };
    return {
        measured("frame", "building a frame with the map of 'navigation' far, near and nearest; the slowest of them", 0.02,
                 navigation_cases),
        measured("frame-base", "the same with 6+6 layers, 8 heads, d 512 and 128 tokens to 128", 0.02, large_cases),
        measured("frame-long", "the same with 4096 words, in fifteen ways to look at them; the slowest of them", 0.05, long_cases),
        measured("frame-words", "the same with a vocabulary of 151 936 words, in seven ways to look at it; the slowest of them",
                 0.05, cases_of_many_words)};
}

}  // namespace vitrine
