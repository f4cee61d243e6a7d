#include "app/views/map/layout.h"

#include <algorithm>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::map_layout_test {
using namespace vitrine::tests;

namespace {

/// A small run of any configuration, sometimes with dropout as in training.
struct SmallRun {
    Activations activations;
    Trace trace;
    MapLayout map;

    SmallRun(const Configuration& configuration, Random& random, const Regime& regime) {
        const Parameters parameters = random_parameters(configuration, random);
        const Batch batch = random_batch(configuration, random);
        forward({configuration, parameters, batch, regime}, activations);
        trace = make_trace(std::make_shared<const Outline>(make_outline(configuration, regime)), activations);
        map = make_map_layout(trace, static_cast<int>(trace.outline->steps.size()) - 1);
    }
};

template <class Check>
void for_each_run(Check&& check) {
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Configuration configuration = coin(random) ? random_configuration(random) : random_family(random);
        Regime regime;
        if (coin(random)) regime.dropout = regime.embedding_dropout = 0.25;
        check(SmallRun(configuration, random, regime));
    }
}

WorldRect grown(const WorldRect& area, double by) {
    return {{area.min.x - by, area.min.y - by}, {area.max.x + by, area.max.y + by}};
}

}  // namespace

TEST_CASE("every recorded tensor of any model has exactly one place on the map") {
    const Counted checks(1000);
    for_each_run([](const SmallRun& run) {
        std::map<std::string, int> places;
        for (const MapBlock& block : run.map.blocks) {
            for (const MapTensor& tensor : block.tensors) {
                if (!tensor.is_input) ++places[tensor.path];
            }
        }
        for (std::size_t i = 0; i < run.trace.tensors.size(); ++i) {
            const std::string& path = run.trace.outline->tensors[i].path;
            CHECK_MESSAGE(places[path] == (run.trace.tensors[i].present() ? 1 : 0), path);
            CHECK((run.map.find_tensor(path).tensor != nullptr) == run.trace.tensors[i].present());
        }
    });
}

TEST_CASE("blocks do not overlap, tensors lie in their block, and no two tensors of a block touch") {
    const Counted checks(1000);
    for_each_run([](const SmallRun& run) {
        const auto& blocks = run.map.blocks;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            CHECK(run.map.whole.contains(blocks[i].area));
            for (std::size_t j = i + 1; j < blocks.size(); ++j) CHECK_FALSE(blocks[i].area.overlaps(blocks[j].area));
            const auto& tensors = blocks[i].tensors;
            for (std::size_t a = 0; a < tensors.size(); ++a) {
                CHECK_MESSAGE(blocks[i].area.contains(grown(tensors[a].area, 6)), tensors[a].anchor);
                CHECK_MESSAGE(grown(tensors[a].room, 0.01).contains(tensors[a].area), tensors[a].anchor);
                for (std::size_t b = a + 1; b < tensors.size(); ++b) {
                    CHECK_FALSE_MESSAGE(grown(tensors[a].area, 3).overlaps(tensors[b].area),
                                        tensors[a].anchor << " and " << tensors[b].anchor);
                }
            }
        }
    });
}

TEST_CASE("the encoder stands left of the decoder, and each is built from the bottom up") {
    const Counted checks(200);
    for_each_run([](const SmallRun& run) {
        if (run.trace.outline->model.configuration.architecture == Architecture::transformer)
            CHECK(run.map.encoder.max.x <= run.map.decoder.min.x);
        std::map<Side, double> top;
        for (const MapBlock& placed : run.map.blocks) {
            const Side side = run.map.outline_block(placed).side;
            if (top.contains(side)) CHECK(placed.area.max.y < top[side]);
            top[side] = placed.area.min.y;
        }
    });
}

TEST_CASE("a layer's frame holds its blocks and nobody else's") {
    for_each_run([](const SmallRun& run) {
        const Configuration& c = run.trace.outline->model.configuration;
        const Size encoder = c.has_encoder() ? c.num_encoder_layers : 0, decoder = c.has_decoder() ? c.num_decoder_layers : 0;
        CHECK(run.map.layers.size() == static_cast<std::size_t>(encoder + decoder));
        for (const MapLayer& layer : run.map.layers) {
            for (std::size_t i = 0; i < run.map.blocks.size(); ++i) {
                const int place = static_cast<int>(i);
                const bool own = place >= layer.first_block && place < layer.first_block + layer.block_count;
                CHECK(layer.area.contains(run.map.blocks[i].area) == own);
                CHECK(layer.area.overlaps(run.map.blocks[i].area) == own);
            }
        }
    });
}

TEST_CASE("a block goes on from the one below it, except from a sublayer beside which others stand") {
    int apart = 0, together = 0;
    for_each_run([&](const SmallRun& run) {
        const Configuration& c = run.trace.outline->model.configuration;
        for (std::size_t i = 1; i < run.map.blocks.size(); ++i) {
            const MapBlock &below = run.map.blocks[i - 1], &above = run.map.blocks[i];
            const Block &first = run.map.outline_block(below), &next = run.map.outline_block(above);
            if (first.side != next.side || next.layer < 0 || next.layer != first.layer) continue;
            const StackKind stack = next.side == Side::source ? StackKind::encoder : StackKind::decoder;
            const bool parallel = c.layer(stack, next.layer).sublayer_order != SublayerOrder::sequential;
            const bool beside = parallel && first.id.ends_with("_attn");
            CHECK_MESSAGE(run.map.goes_on(below, above) == !beside, first.id << ", " << next.id);
            ++(beside ? apart : together);
        }
    });
    CHECK(apart > 5);
    CHECK(together > 200);
}

TEST_CASE("whatever a step reads has an arrow to what it fills, and from outside of the block it is repeated there") {
    const Counted checks(500);
    for_each_run([](const SmallRun& run) {
        const Outline& outline = *run.trace.outline;
        for (const MapBlock& placed : run.map.blocks) {
            const Block& block = run.map.outline_block(placed);
            for (int i = block.first_step; i < block.first_step + block.step_count; ++i) {
                const Step& step = outline.steps[static_cast<std::size_t>(i)];
                for (const std::string& input : step.inputs) {
                    const bool drawn = std::ranges::any_of(placed.arrows, [&](const MapArrow& arrow) {
                        return arrow.step == i && placed.tensors[static_cast<std::size_t>(arrow.from)].path == input;
                    });
                    CHECK_MESSAGE(drawn, step.id << " reads " << input);
                }
            }
        }
    });
}

namespace {

/// The size of a tensor's cells.
WorldPoint cell_of(const SmallRun& run, const MapTensor& tensor) {
    const Layout& layout = run.trace.tensors[static_cast<std::size_t>(tensor.slot)].layout;
    const PlaneSize size = size_of(layout, map_plane(layout, 0, 0));
    return {tensor.area.width() / static_cast<double>(size.columns), tensor.area.height() / static_cast<double>(size.rows)};
}

const MapTensor* find(const MapBlock& placed, const std::string& name) {
    const auto found = std::ranges::find_if(
        placed.tensors, [&](const MapTensor& tensor) { return !tensor.is_input && tensor.path.ends_with("." + name); });
    return found == placed.tensors.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("the shorter side of a cell is the tensor's, and it is only ever longer where cells are few in that direction") {
    const Counted checks(1000);
    for_each_run([](const SmallRun& run) {
        for (const MapBlock& placed : run.map.blocks) {
            for (const MapTensor& tensor : placed.tensors) {
                const TensorView view = run.trace.tensors[static_cast<std::size_t>(tensor.slot)];
                if (view.type == ElementType::index) continue;
                const PlaneSize size = size_of(view.layout, map_plane(view.layout, 0, 0));
                const WorldPoint cell = cell_of(run, tensor);
                CHECK(std::min(cell.x, cell.y) == doctest::Approx(tensor.cell));
                if (cell.y > cell.x * 1.001) CHECK(size.rows <= map_metrics::few_cells);
                if (cell.x > cell.y * 1.001) CHECK(size.columns <= map_metrics::few_cells);
            }
        }
    });
}

TEST_CASE("scores, mask, masked scores and weights of an attention have cells of one size") {
    const Counted checks(200);
    for_each_run([](const SmallRun& run) {
        for (const MapBlock& placed : run.map.blocks) {
            const MapTensor* scores = find(placed, "scores");
            if (!scores) continue;
            for (const char* name : {"mask", "masked_scores", "weights"}) {
                const MapTensor* other = find(placed, name);
                REQUIRE(other);
                CHECK(cell_of(run, *other).x == doctest::Approx(cell_of(run, *scores).x));
                CHECK(cell_of(run, *other).y == doctest::Approx(cell_of(run, *scores).y));
            }
        }
    });
}

namespace {

/// The turned key of which the scores are: after its norm and its rotation, where there are any.
const MapTensor* turned_key(const MapBlock& placed) {
    for (const char* name : {"rotated_key_transposed", "key_norm_transposed", "key_transposed"})
        if (const MapTensor* key = find(placed, name)) return key;
    return nullptr;
}

}  // namespace

TEST_CASE("each row of Q stands left of its row of the scores, each column of the turned K below its column of them") {
    const Counted checks(300);
    for_each_run([](const SmallRun& run) {
        for (const MapBlock& placed : run.map.blocks) {
            const MapTensor *scores = find(placed, "scores"), *query = find(placed, "query"), *key = turned_key(placed);
            if (!scores) continue;
            REQUIRE(query);
            REQUIRE(key);
            CHECK(query->area.min.y == doctest::Approx(scores->area.min.y));
            CHECK(query->area.max.y == doctest::Approx(scores->area.max.y));
            CHECK(key->area.min.x == doctest::Approx(scores->area.min.x));
            CHECK(key->area.max.x == doctest::Approx(scores->area.max.x));
        }
    });
}

TEST_CASE("however wide a tensor of few rows is, it is no thin strip") {
    Configuration c;
    c.d_model = 96;
    c.nhead = 2;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.dim_feedforward = 512;
    c.src_vocab_size = c.tgt_vocab_size = 9;
    c.pad_src = c.pad_tgt = 0, c.bos = 1, c.eos = 2;
    Random random(3);
    const SmallRun run(c, random, {});
    for (const char* path : {"encoder.layers.0.ffn.linear1", "encoder.layers.0.ffn.linear2", "memory", "decoder.layers.0.norm1"}) {
        const MapTensor* tensor = run.map.find_tensor(path).tensor;
        REQUIRE(tensor);
        const double rows = static_cast<double>(run.trace.find(path).layout.shape[1]);
        CHECK_MESSAGE(tensor->area.height() >= std::min(0.4 * map_metrics::row_height, 7 * rows), path);
    }
}

TEST_CASE("between the frames of two layers there is ground to be seen") {
    const Counted checks(20);
    for_each_run([](const SmallRun& run) {
        for (std::size_t i = 1; i < run.map.layers.size(); ++i) {
            const MapLayer &below = run.map.layers[i - 1], &above = run.map.layers[i];
            if (below.side == above.side) CHECK(below.area.min.y - above.area.max.y >= 30);
        }
    });
}

TEST_CASE("of a tensor of sentences and positions the map shows one sentence, as a column") {
    Layout layout;
    layout.rank = 2;
    layout.axes = {Axis::batch, Axis::position};
    layout.shape = {3, 5};
    layout.strides = {5, 1};
    const Plane plane = map_plane(layout, 2, 0);
    CHECK(plane.row_axis == 1);
    CHECK(plane.column_axis == -1);
    CHECK(plane.fixed[0] == 2);
    CHECK(size_of(layout, plane).rows == 5);
    CHECK(size_of(layout, plane).columns == 1);
}

}  // namespace vitrine::map_layout_test
