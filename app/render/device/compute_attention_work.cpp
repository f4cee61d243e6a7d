#include "app/render/device/compute_attention_work.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <epoxy/gl.h>
#include <fmt/format.h>

namespace vitrine {

namespace {

using namespace attention_shader;

bool any(std::span<const std::uint8_t> flags) {
    return std::any_of(flags.begin(), flags.end(), [](std::uint8_t flag) { return flag != 0; });
}

int mask_of(const AttentionInputs& inputs) {
    return (inputs.causal ? 1 : 0) + (any(inputs.hidden_keys) ? 2 : 0) + (any(inputs.hidden_queries) ? 4 : 0);
}

std::vector<float> packed(const Tensor& tensor, Size stride, Size width) {
    std::vector<float> cells(static_cast<std::size_t>(4 * stride * tensor.size(0) * tensor.size(1)));
    for_each_cell(tensor, stride, width, [&](Scalar cell, std::size_t at) { cells[at] = static_cast<float>(cell); });
    return cells;
}

Size byte_count(const std::vector<float>& cells) { return static_cast<Size>(cells.size() * sizeof(float)); }

/// The greatest piece of work. Drivers stop a dispatch that takes seconds, and a processor that emulates the card takes a
/// thousand times as long.
CardPlan::Limits limits(const Gpu& gpu) { return {.block = gpu.block_limit(), .work = Size{1} << (gpu.is_software() ? 31 : 35)}; }

}  // namespace

AttentionComputation::AttentionComputation(std::shared_ptr<Gpu> gpu, const AttentionInputs& inputs, AttentionStorage storage)
    : gpu_(std::move(gpu)), plan_(shape_of(inputs), storage, limits(*gpu_)), mask_(mask_of(inputs)) {
    const AttentionShape& shape = plan_.shape;
    gpu_->ask_for(attention_bytes(shape, storage, mask_ != 0),
                  fmt::format("attention of {}×{}×{}×{}{}", shape.sentences, shape.heads, shape.queries, shape.keys,
                              keeps() ? ", everything kept," : ""));
    gpu_->run([&] {
        upload(inputs);
        if (keeps()) take_sheets();
    });
}

void AttentionComputation::upload(const AttentionInputs& inputs) {
    const auto to_card = [this](const std::vector<float>& cells) { return GpuBuffer(gpu_, byte_count(cells), cells.data()); };
    const std::vector<float> values = packed(inputs.value, plan_.key_stride, plan_.width);
    const bool finite = std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
    // Hidden keys may only be skipped if 0 times their value is 0, but 0 · ∞ would be NaN.
    skips_ = inputs.causal && finite && inputs.mask_value == -std::numeric_limits<float>::infinity();
    std::vector<std::uint32_t> hidden(inputs.hidden_keys.begin(), inputs.hidden_keys.end());
    const auto of_keys = static_cast<Size>(hidden.size());
    hidden.insert(hidden.end(), inputs.hidden_queries.begin(), inputs.hidden_queries.end());
    hidden.resize(std::max<std::size_t>(hidden.size(), 1));
    value_ = to_card(values);
    context_ = GpuBuffer(gpu_, plan_.query_stride * plan_.shape.planes() * vector_bytes);
    operands_ = std::make_shared<AttentionOnCard>(AttentionOnCard{
        plan_, inputs.factor, inputs.mask_value, mask_, of_keys, to_card(packed(inputs.query, plan_.query_stride, plan_.width)),
        to_card(packed(inputs.key, plan_.key_stride, plan_.width)),
        GpuBuffer(gpu_, static_cast<Size>(hidden.size() * sizeof(std::uint32_t)), hidden.data()),
        GpuBuffer(gpu_, plan_.shape.planes() * plan_.shape.queries * 8)});
}

void AttentionComputation::take_sheets() {
    for (const AttentionPiece& piece : plan_.pieces) {
        for (std::vector<GpuBuffer>* grid : {&scores_, &masked_, &weights_}) {
            if (grid != &masked_ || mask_ != 0) grid->emplace_back(gpu_, piece.rows() * plan_.pitch * vector_bytes);
        }
    }
}

void AttentionComputation::compute() {
    for (std::size_t number = 0; number < plan_.pieces.size(); ++number) gpu_->run([&] { compute(number); });
}

void AttentionComputation::compute(std::size_t number) {
    const AttentionPiece& piece = plan_.pieces[number];
    const Size of_query = plan_.query_stride * vector_bytes, of_key = plan_.key_stride * vector_bytes;
    gpu_->use_program("attention", std::string(keeps() ? "#define KEEP\n" : "") + (plan_.width > 16 ? "#define WIDE\n" : ""));
    operands_->bind(piece);
    operands_->rows.bind(attention_binding::rows);
    value_.bind(attention_binding::value, piece.first_plane * of_key, piece.planes * of_key);
    context_.bind(attention_binding::context, piece.first_plane * of_query, piece.planes * of_query);
    if (keeps()) {
        scores_[number].bind(attention_binding::from);
        (mask_ != 0 ? masked_ : scores_)[number].bind(attention_binding::to);
        glUniform2i(4, integer(plan_.pitch), mask_ != 0);
    }
    glUniform1i(5, skips_);
    glDispatchCompute(static_cast<GLuint>((piece.queries + tile - 1) / tile), 1, static_cast<GLuint>(piece.planes));
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    if (keeps()) weigh(number);
    glFlush();
}

/// Computes the weights of a piece whose masked scores have been computed.
void AttentionComputation::weigh(std::size_t number) {
    const AttentionPiece& piece = plan_.pieces[number];
    gpu_->use_program("attention_weights");
    operands_->rows.bind(attention_binding::rows);
    (mask_ != 0 ? masked_ : scores_)[number].bind(attention_binding::from);
    weights_[number].bind(attention_binding::to);
    glUniform3i(0, integer(plan_.pitch), integer(piece.rows()),
                integer(piece.first_plane * plan_.shape.queries + piece.first_query));
    const Size groups = (piece.rows() * plan_.pitch + group - 1) / group;
    glDispatchCompute(static_cast<GLuint>(std::min(groups, most_groups)), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void AttentionComputation::finish() {
    gpu_->run([] {
        glMemoryBarrier(GL_PIXEL_BUFFER_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        glFinish();
    });
}

void AttentionComputation::read_context(std::vector<float>& cells) {
    cells.resize(static_cast<std::size_t>(4 * plan_.query_stride * plan_.shape.planes()));
    gpu_->run([&] {
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        context_.read(0, byte_count(cells), cells.data());
    });
}

ComputedAttention AttentionComputation::hand_over() {
    const auto stored = [this](std::vector<GpuBuffer>& buffers) -> std::shared_ptr<const FetchedCells> {
        return stored_cells(gpu_, plan_.shape, {plan_.pieces, std::move(buffers), plan_.pitch});
    };
    const auto recomputed = [this](AttentionGrid grid) -> std::shared_ptr<const FetchedCells> {
        return recomputed_cells(gpu_, operands_, grid);
    };
    if (!keeps()) {
        return {recomputed(AttentionGrid::scores), recomputed(AttentionGrid::masked_scores), recomputed(AttentionGrid::weights)};
    }
    const auto scores = stored(scores_);
    return {scores, mask_ != 0 ? stored(masked_) : scores, stored(weights_)};
}

}  // namespace vitrine
