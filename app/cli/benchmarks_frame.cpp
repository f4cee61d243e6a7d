/// How long it takes to build a frame: everything but what the graphics driver does with it.

#include <memory>

#include "app/cli/benchmarks.h"
#include "app/render/offscreen.h"
#include "app/shell/application.h"

namespace vitrine {

namespace {

/// What is looked at and, of a tensor, how large its cells are then, in pixels; 0: as they come.
struct Distance {
    std::string name, frame;
    double cell = 0;
};

/// The program on a screen of 1600 × 1000 that nobody sees.
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
        const MapView& map = application.state().map;
        const std::string path = distance.frame.substr(distance.frame.find('/') + 1);
        const Layout& shape = application.state().run->trace.find(path).layout;
        MapCamera camera = resting_camera(map);
        const double columns = static_cast<double>(size_of(shape, map_plane(shape, 0, 0)).columns);
        camera.zoom = distance.cell * columns / frame_of(*map.layout, distance.frame)->width();
        show(MoveMap{camera});
    }

    /// Another view, looking at a tensor.
    void look_at(View view, const std::string& path) {
        show(SetView{view});
        show(SelectTensor{path});
    }

    void show(const Command& command) {
        application.command(SetMotion{Motion::at_once});
        application.command(command);
        for (int i = 0; i < 4; ++i) frame();
    }
};

using Cases = std::vector<std::pair<std::string, Body>>;

/// One screen for all distances, each of which it goes to before it is measured.
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

/// What takes long with long texts: attention of 4096 words to 4096, in every view that shows it.
Cases long_cases() {
    Configuration c;
    c.d_model = 64;
    c.dim_feedforward = 128;
    c.nhead = 2;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.src_vocab_size = c.tgt_vocab_size = 1000;
    auto model = std::make_shared<Model>(exercise_model(c, 4096, 16));
    model->name = model->title = "4096 words";
    const auto screen = std::make_shared<Screen>();
    screen->application.command(ShowRun{make_run(model)});
    struct Place {
        const char* name;
        View view;
        Zoom zoom;
    };
    const std::string weights = "encoder.layers.0.self_attn.weights";
    Cases cases;
    for (const Place& place : {Place{"whole", View::tensors, Zoom::fit}, Place{"numbers", View::tensors, Zoom::numbers},
                               Place{"attention", View::attention, Zoom::fit}, Place{"map", View::map, Zoom::fit}}) {
        cases.emplace_back(place.name, [screen, place, weights, frame = std::make_shared<int>(0)] {
            if (*frame == 0) screen->show(SetZoom{place.zoom});
            if (*frame == 0) screen->look_at(place.view, weights);
            const int at = 3 * ++*frame % 4000;
            if (place.zoom == Zoom::numbers) screen->application.command(SetCorner{at, at});
            screen->frame();
        });
    }
    return cases;
}

}  // namespace

std::vector<Workload> frame_workloads() {
    return {{.name = "frame",
             .text = "building a frame with the map of 'navigation' far, near and nearest; the slowest of them",
             .repetitions = 21,
             .seconds = 0.02,
             .prepare = {},
             .cases = navigation_cases},
            {.name = "frame-base",
             .text = "the same with 6+6 layers, 8 heads, d 512 and 128 tokens to 128",
             .repetitions = 21,
             .seconds = 0.02,
             .prepare = {},
             .cases = large_cases},
            {.name = "frame-long",
             .text = "the same in four views of an attention of 4096 words to 4096; the slowest of them",
             .repetitions = 21,
             .seconds = 0.05,
             .prepare = {},
             .cases = long_cases}};
}

}  // namespace vitrine
