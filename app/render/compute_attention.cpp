#include "app/render/compute_attention.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "app/render/attention_cells.h"

namespace vitrine {

namespace {

constexpr Size vector_bytes = 16, tile = 64, group = 256, most_groups = 65'535;

GLint whole(Size number) { return static_cast<GLint>(number); }

bool any(std::span<const std::uint8_t> flags) {
    return std::any_of(flags.begin(), flags.end(), [](std::uint8_t flag) { return flag != 0; });
}

int mask_of(const AttentionInputs& inputs) {
    return (inputs.causal ? 1 : 0) + (any(inputs.hidden_keys) ? 2 : 0) + (any(inputs.hidden_queries) ? 4 : 0);
}

/// call(cell of the tensor, its place in a buffer), row by row: planes `stride` vec4s apart, rows `width`.
template <class AnyTensor, class Call>
void for_each_cell(AnyTensor& tensor, Size stride, Size width, Call&& call) {
    const Layout& layout = tensor.layout();
    for (Size plane = 0; plane < layout.shape[0] * layout.shape[1]; ++plane) {
        for (Size row = 0; row < layout.shape[2]; ++row) {
            const Index index{plane / layout.shape[1], plane % layout.shape[1], row, 0};
            auto* cells = tensor.data() + layout.offset(index);
            const Size at = 4 * (plane * stride + row * width);
            for (Size i = 0; i < layout.shape[3]; ++i) call(cells[i * layout.strides[3]], static_cast<std::size_t>(at + i));
        }
    }
}

std::vector<float> packed(const Tensor& tensor, Size stride, Size width) {
    std::vector<float> cells(static_cast<std::size_t>(4 * stride * tensor.size(0) * tensor.size(1)));
    for_each_cell(tensor, stride, width, [&](Scalar cell, std::size_t at) { cells[at] = static_cast<float>(cell); });
    return cells;
}

Size byte_count(const std::vector<float>& cells) { return static_cast<Size>(cells.size() * sizeof(float)); }

/// One attention on its way: what is on the card of it, and what remains to be done.
class Computation {
public:
    Computation(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage)
        : gpu_(gpu), inputs_(inputs), plan_(shape_of(inputs), storage, limits(*gpu)), mask_(mask_of(inputs)) {
        const AttentionShape& shape = plan_.shape;
        gpu->ask_for(attention_bytes(shape, storage, mask_ != 0),
                     fmt::format("attention of {}×{}×{}×{}{}", shape.sentences, shape.heads, shape.queries, shape.keys,
                                 storage == AttentionStorage::keep ? ", everything kept," : ""));
    }

    ComputedAttention run(Tensor& context) {
        gpu_->run([this] { upload(); });
        // Piece by piece, so that others who ask for something need not wait for all of them.
        for (const AttentionPiece& piece : plan_.pieces) gpu_->run([&] { compute(piece); });
        std::vector<float> cells(static_cast<std::size_t>(4 * plan_.query_stride * plan_.shape.planes()));
        gpu_->run([&] {
            glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
            context_.read(0, byte_count(cells), cells.data());
        });
        ComputedAttention computed = hand_over();
        for_each_cell(context, plan_.query_stride, plan_.width, [&](Scalar& cell, std::size_t at) { cell = cells[at]; });
        return computed;
    }

private:
    /// A driver ends what takes seconds; a processor that stands in for the card takes a thousand times as long.
    static AttentionPlan::Limits limits(const Gpu& gpu) {
        return {.block = gpu.block_limit(), .work = Size{1} << (gpu.is_software() ? 31 : 35)};
    }

    void upload() {
        const auto to_card = [this](const std::vector<float>& cells) { return GpuBuffer(gpu_, byte_count(cells), cells.data()); };
        const std::vector<float> values = packed(inputs_.value, plan_.key_stride, plan_.width);
        const bool finite = std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
        // A share of 0 times ∞ is NaN: then no key may be left out.
        skips_ = inputs_.causal && finite && std::isinf(inputs_.mask_value);
        std::vector<std::uint32_t> hidden(inputs_.hidden_keys.begin(), inputs_.hidden_keys.end());
        const auto of_keys = static_cast<Size>(hidden.size());
        hidden.insert(hidden.end(), inputs_.hidden_queries.begin(), inputs_.hidden_queries.end());
        hidden.resize(std::max<std::size_t>(hidden.size(), 1));
        value_ = to_card(values);
        context_ = GpuBuffer(gpu_, plan_.query_stride * plan_.shape.planes() * vector_bytes);
        operands_ = std::make_shared<AttentionOnCard>(
            AttentionOnCard{plan_, inputs_.factor, inputs_.mask_value, mask_, of_keys,
                              to_card(packed(inputs_.query, plan_.query_stride, plan_.width)),
                              to_card(packed(inputs_.key, plan_.key_stride, plan_.width)),
                              GpuBuffer(gpu_, static_cast<Size>(hidden.size() * sizeof(std::uint32_t)), hidden.data()),
                              GpuBuffer(gpu_, plan_.shape.planes() * plan_.shape.queries * 8)});
    }

    bool keeps() const { return plan_.storage == AttentionStorage::keep; }

    void compute(const AttentionPiece& piece) {
        const Size of_query = plan_.query_stride * vector_bytes, of_key = plan_.key_stride * vector_bytes;
        gpu_->use_program("attention", std::string(keeps() ? "#define KEEP\n" : "") + (plan_.width > 16 ? "#define WIDE\n" : ""));
        operands_->bind(piece);
        operands_->rows.bind(attention_binding::rows);
        value_.bind(attention_binding::value, piece.first_plane * of_key, piece.planes * of_key);
        context_.bind(attention_binding::context, piece.first_plane * of_query, piece.planes * of_query);
        if (keeps()) {
            scores_.push_back(new_sheet(piece));
            scores_.back().bind(attention_binding::from);
            if (mask_ != 0) masked_.push_back(new_sheet(piece));
            (mask_ != 0 ? masked_ : scores_).back().bind(attention_binding::to);
            glUniform2i(4, whole(plan_.pitch), mask_ != 0);
        }
        glUniform1i(5, skips_);
        glDispatchCompute(static_cast<GLuint>((piece.queries + tile - 1) / tile), 1, static_cast<GLuint>(piece.planes));
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        if (keeps()) weigh(piece);
        glFlush();
    }

    GpuBuffer new_sheet(const AttentionPiece& piece) { return {gpu_, piece.rows() * plan_.pitch * vector_bytes}; }

    /// The weights of a piece whose masked scores are there.
    void weigh(const AttentionPiece& piece) {
        weights_.push_back(new_sheet(piece));
        gpu_->use_program("attention_weights");
        operands_->rows.bind(attention_binding::rows);
        (mask_ != 0 ? masked_ : scores_).back().bind(attention_binding::from);
        weights_.back().bind(attention_binding::to);
        glUniform3i(0, whole(plan_.pitch), whole(piece.rows()), whole(piece.first_plane * plan_.shape.queries + piece.first_query));
        const Size groups = (piece.rows() * plan_.pitch + group - 1) / group;
        glDispatchCompute(static_cast<GLuint>(std::min(groups, most_groups)), 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    }

    ComputedAttention hand_over() {
        const auto stored = [this](std::vector<GpuBuffer>& buffers) -> std::shared_ptr<const FetchedCells> {
            return stored_cells(gpu_, plan_.shape, {plan_.pieces, std::move(buffers), plan_.pitch});
        };
        const auto recomputed = [this](AttentionGrid grid) -> std::shared_ptr<const FetchedCells> {
            return recomputed_cells(gpu_, operands_, grid);
        };
        if (!keeps()) {
            return {recomputed(AttentionGrid::scores), recomputed(AttentionGrid::masked_scores),
                    recomputed(AttentionGrid::weights)};
        }
        const auto scores = stored(scores_);
        return {scores, mask_ != 0 ? stored(masked_) : scores, stored(weights_)};
    }

    const std::shared_ptr<Gpu>& gpu_;
    const AttentionInputs& inputs_;
    const AttentionPlan plan_;
    const int mask_;
    bool skips_ = false;
    std::shared_ptr<const AttentionOnCard> operands_;
    GpuBuffer value_, context_;
    std::vector<GpuBuffer> scores_, masked_, weights_;
};

}  // namespace

AttentionShape shape_of(const AttentionInputs& inputs) {
    const Tensor& query = inputs.query;
    return {query.size(0), query.size(1), query.size(2), inputs.key.size(2), query.size(3)};
}

ComputedAttention compute_attention(const std::shared_ptr<Gpu>& gpu, const AttentionInputs& inputs, AttentionStorage storage,
                                    Tensor& context) {
    return Computation(gpu, inputs, storage).run(context);
}

}  // namespace vitrine
