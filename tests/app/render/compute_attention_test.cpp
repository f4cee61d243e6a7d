#include "app/render/compute_attention.h"

#include <fstream>

#include <doctest/doctest.h>

#include "app/render/gpu_buffer.h"
#include "core/tensor/error.h"
#include "tests/app/render/attention_case.h"

using namespace vitrine;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr AttentionStorage both_storages[] = {AttentionStorage::keep, AttentionStorage::stream};

std::shared_ptr<Gpu> open_gpu(GpuOptions options = {}) { return std::make_shared<Gpu>(std::move(options)); }

struct Outcome {
    ComputedAttention cells;
    Tensor context;
};

Outcome compute_on(const std::shared_ptr<Gpu>& gpu, const AttentionCase& attention, AttentionStorage storage) {
    Outcome outcome{{}, other_than(attention.context)};
    outcome.cells = compute_attention(gpu, attention.inputs(), storage, outcome.context);
    return outcome;
}

void check_same(const Outcome& found, const AttentionCase& expected) {
    CHECK(largest_difference(*found.cells.scores, expected.scores) <= 1e-5 * std::sqrt(expected.query.size(3)));
    CHECK(largest_difference(*found.cells.masked_scores, expected.masked) <= 1e-5 * std::sqrt(expected.query.size(3)));
    CHECK(largest_difference(*found.cells.weights, expected.weights) <= 2e-5);
    CHECK(relative_difference(found.context, expected.context) <= 1e-4);
}

std::string message_of(const std::function<void()>& body) {
    try {
        body();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("attention on the card is that of core/ops: any length, width, mask and batch, kept or streamed") {
    const auto gpu = open_gpu();
    for (const Size length : {1, 2, 17, 64, 100, 257}) {
        for (const Size width : {2, 32, 64, 128}) {
            for (const Size sentences : {1, 3}) {
                for (const TestMask mask : {TestMask::none, TestMask::causal, TestMask::padding, TestMask::both}) {
                    CAPTURE(length);
                    CAPTURE(width);
                    CAPTURE(sentences);
                    CAPTURE(static_cast<int>(mask));
                    AttentionCase attention({sentences, 2, length, length, width}, mask);
                    attention.compute();
                    for (const AttentionStorage storage : both_storages) check_same(compute_on(gpu, attention, storage), attention);
                }
            }
        }
    }
}

TEST_CASE("queries and keys may be of different number, and products undivided") {
    const auto gpu = open_gpu();
    AttentionCase attention({2, 3, 70, 131, 24}, TestMask::padding);
    attention.divisor = ScoreDivisor::none;
    attention.hidden_queries.assign(140, 0);
    attention.hidden_queries[5] = attention.hidden_queries[139] = 1;
    attention.compute();
    for (const AttentionStorage storage : both_storages) check_same(compute_on(gpu, attention, storage), attention);
}

TEST_CASE("a row that sees no key has weights and a context of 0; with a finite mask value it sees all alike") {
    const auto gpu = open_gpu();
    for (const float mask_value : {-infinity, -1e9f}) {
        AttentionCase attention({2, 1, 20, 20, 8}, TestMask::both);  // the second sentence is nothing but padding
        attention.mask_value = mask_value;
        attention.compute();
        for (const AttentionStorage storage : both_storages) {
            const Outcome found = compute_on(gpu, attention, storage);
            check_same(found, attention);
            const std::vector<float> weights = read_all(*found.cells.weights);
            for (std::size_t i = 400; i < 800; ++i) CHECK(weights[i] == (std::isinf(mask_value) ? 0 : doctest::Approx(0.05)));
            for (Size i = 0; i < 160 && std::isinf(mask_value); ++i) CHECK(found.context.at({1, 0, i / 8, i % 8}) == 0);
        }
    }
}

TEST_CASE("a score of NaN or infinity makes its row NaN, and a value of infinity all that a share of 0 touches") {
    const auto gpu = open_gpu();
    AttentionCase attention({1, 1, 80, 80, 4}, TestMask::causal);
    attention.query.at({0, 0, 3, 1}) = std::numeric_limits<float>::quiet_NaN();
    attention.query.at({0, 0, 70, 0}) = infinity;
    attention.value.at({0, 0, 75, 2}) = infinity;  // hidden from most of the queries
    attention.compute();
    for (const AttentionStorage storage : both_storages) {
        const Outcome found = compute_on(gpu, attention, storage);
        CHECK(largest_difference(*found.cells.weights, attention.weights) <= 2e-5);
        for (Size q = 0; q < 80; ++q) {
            CAPTURE(q);
            CHECK(std::isnan(read_all(*found.cells.weights)[static_cast<std::size_t>(80 * q)]) == (q == 3 || q == 70));
            CHECK(std::isnan(found.context.at({0, 0, q, 2})) == std::isnan(attention.context.at({0, 0, q, 2})));
            CHECK(std::isnan(found.context.at({0, 0, q, 1})) == (q == 3 || q == 70));
        }
    }
}

TEST_CASE("a window has the cells that the whole has") {
    const auto gpu = open_gpu();
    AttentionCase attention({2, 3, 90, 75, 16}, TestMask::both);
    attention.compute();
    for (const AttentionStorage storage : both_storages) {
        const Outcome found = compute_on(gpu, attention, storage);
        for (const auto& cells : {found.cells.scores, found.cells.masked_scores, found.cells.weights}) {
            CHECK(cells->is_recomputed() == (storage == AttentionStorage::stream));
            const std::vector<float> all = read_all(*cells);
            for (const Window& window : {Window{{0, 1, 3, 5}, {2, 2, 70, 66}}, Window{{1, 2, 89, 74}, {1, 1, 1, 1}},
                                         Window{{0, 0, 64, 0}, {1, 3, 26, 75}}, Window{{1, 0, 0, 63}, {1, 1, 90, 2}}}) {
                std::vector<float> part(static_cast<std::size_t>(window.cells()));
                cells->read(window, part.data());
                const Layout& layout = cells->layout();
                Layout inner = layout;
                inner.shape = window.count;
                for (Size i = 0; i < window.cells(); ++i) {
                    Index index = index_of(inner, i);
                    for (int axis = 0; axis < 4; ++axis) index[axis] += window.first[axis];
                    CHECK(part[static_cast<std::size_t>(i)] == all[static_cast<std::size_t>(layout.offset(index))]);
                }
            }
            float cell = 0;
            CHECK_THROWS_AS(cells->read({{0, 0, 0, 75}, {1, 1, 1, 1}}, &cell), Error);
        }
    }
}

TEST_CASE("windows larger than what is read at once arrive whole") {
    const auto gpu = open_gpu();
    AttentionCase attention({1, 9, 400, 400, 4}, TestMask::causal);  // 5.8 MB per tensor
    attention.compute();
    for (const AttentionStorage storage : both_storages) check_same(compute_on(gpu, attention, storage), attention);
}

TEST_CASE("what a shader may not see at once is bound head by head, or in blocks of rows") {
    for (const Size limit : {Size{160'000}, Size{50'000}, Size{30'000}}) {
        CAPTURE(limit);
        const auto gpu = open_gpu({.block_limit = limit});
        AttentionCase attention({3, 2, 110, 130, 32}, TestMask::both);  // 57 kB of scores per head
        attention.compute();
        for (const AttentionStorage storage : both_storages) check_same(compute_on(gpu, attention, storage), attention);
    }
    const auto gpu = open_gpu({.block_limit = 10'000});
    const AttentionCase attention({3, 2, 110, 130, 32}, TestMask::both);
    CHECK(message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); }) ==
          "attention of 3×2×110×130: one part of it is beyond the 10 kB that the graphics driver lets a shader see");
}

TEST_CASE("memory is asked for first, and what is refused leaves nothing behind") {
    const auto gpu = open_gpu({.memory_limit = 64'000'000});
    AttentionCase attention({1, 8, 1024, 1024, 64}, TestMask::causal);
    attention.context.resize({1, 8, 1024, 64}, Order::heads_together);
    attention.context.fill(5);
    Tensor context = attention.context;
    CHECK(message_of([&] { compute_attention(gpu, attention.inputs(), AttentionStorage::keep, context); }) ==
          "attention of 1×8×1024×1024, everything kept, takes 113 MB of graphics memory, and the limit is 64 MB");
    CHECK(gpu->bytes_used() == 0);
    CHECK(context.at({0, 7, 1023, 63}) == 5);
    AttentionCase small({1, 2, 60, 60, 64}, TestMask::causal);
    small.compute();
    {
        const Outcome found = compute_on(gpu, small, AttentionStorage::keep);
        check_same(found, small);
        const Size grids = 3 * 2 * 60 * 60 * 4;
        CHECK(gpu->bytes_used() == grids + Gpu::scratch_bytes);
        CHECK(attention_bytes({1, 2, 60, 60, 64}, AttentionStorage::keep) >= gpu->bytes_used());
    }
    CHECK(gpu->bytes_used() == Gpu::scratch_bytes);
}

TEST_CASE("a buffer that the driver does not give is an error with its size") {
    const auto gpu = open_gpu();
    CHECK(message_of([&] { gpu->run([&] { const GpuBuffer buffer(gpu, Size{1} << 50); }); }) ==
          "the graphics driver gives no buffer of 1126 TB");
    CHECK(gpu->bytes_used() == 0);
    AttentionCase attention({1, 1, 5, 5, 4}, TestMask::none);
    attention.compute();
    check_same(compute_on(gpu, attention, AttentionStorage::keep), attention);
}

TEST_CASE("cells outlive the run, their inputs and whoever asked for them") {
    AttentionCase attention({1, 2, 33, 33, 8}, TestMask::causal);
    attention.compute();
    for (const AttentionStorage storage : both_storages) {
        std::shared_ptr<const FetchedCells> weights;
        {
            const auto gpu = open_gpu();
            weights = compute_on(gpu, AttentionCase({1, 2, 33, 33, 8}, TestMask::causal), storage).cells.weights;
        }
        CHECK(largest_difference(*weights, attention.weights) <= 2e-5);
        CHECK(fetched_cell(*weights, 34) == doctest::Approx(attention.weights.data()[34]));
    }
}

TEST_CASE("a broken shader is an error with its file and line, and leaves nothing behind") {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "vitrine-broken" / "shaders";
    std::filesystem::create_directories(folder);
    for (const char* name : {"attention.comp", "attention_tile.glsl", "attention_softmax.glsl"})
        std::filesystem::copy_file(shader_folder() / name, folder / name, std::filesystem::copy_options::overwrite_existing);
    std::ofstream(folder / "attention_softmax.glsl") << "\n\nfloat exponential(float x) { return y; }\n";
    const auto gpu = open_gpu({.shaders = folder});
    AttentionCase attention({1, 1, 5, 5, 4}, TestMask::none);
    attention.compute();
    const std::string message = message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); });
    CHECK(message.starts_with("shaders/attention_softmax.glsl:3: "));
    CHECK(message.find('\n') == std::string::npos);
    CHECK(gpu->bytes_used() == 0);
    std::filesystem::remove_all(folder.parent_path());
    CHECK(message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); }).find("attention.comp: cannot be read") !=
          std::string::npos);
}

TEST_CASE("the first error of a shader's log is read from what any driver writes") {
    const ShaderText shader{.name = "shaders/a.comp", .places = {"shaders/a.comp:1", "shaders/b.glsl:1", "shaders/a.comp:3"}};
    CHECK(first_shader_error("0:2(3): error: syntax error, unexpected NEW_IDENTIFIER\n0:3(1): error: more\n", shader) ==
          "shaders/b.glsl:1: syntax error, unexpected NEW_IDENTIFIER");
    CHECK(first_shader_error("0(2) : warning C7050: \"x\" might be used\n0(3) : error C1008: undefined variable \"y\"\n", shader) ==
          "shaders/a.comp:3: undefined variable \"y\"");
    CHECK(first_shader_error("ERROR: 0:1: 'y' : undeclared identifier \nERROR: 1 compilation errors.\n", shader) ==
          "shaders/a.comp:1: 'y' : undeclared identifier");
    CHECK(first_shader_error("0:9(1): error: at the end", shader) == "shaders/a.comp:9: at the end");
    CHECK(first_shader_error("out of registers", shader) == "shaders/a.comp: out of registers");
    CHECK(first_shader_error("", shader) == "shaders/a.comp: the driver gives no reason");
}

TEST_CASE("a lost context is an error from then on, and what lies on the card can no longer be read") {
    bool lost = false;
    const auto gpu = open_gpu({.has_failed = [&lost] { return lost; }});
    AttentionCase attention({1, 1, 9, 9, 4}, TestMask::none);
    attention.compute();
    const Outcome found = compute_on(gpu, attention, AttentionStorage::stream);
    lost = true;
    const std::string expected = "the graphics driver has lost its context: what was computed there is gone";
    CHECK(message_of([&] { read_all(*found.cells.scores); }) == expected);
    lost = false;
    CHECK(message_of([&] { compute_on(gpu, attention, AttentionStorage::keep); }) == expected);
}
