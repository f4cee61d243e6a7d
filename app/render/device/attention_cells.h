#pragma once
/// Scores, masked scores and weights on a graphics card, read in windows. Only app/render/device/compute_attention.cpp makes
/// them.

#include "app/render/device/attention_plan.h"
#include "app/render/device/gpu_buffer.h"
#include "core/tensor/fetched.h"

namespace vitrine {

/// The binding points of the buffers in shaders/attention*.
namespace attention_binding {
constexpr unsigned query = 0, key = 1, value = 2, hidden = 3, context = 4, rows = 5, from = 6, to = 7;
}

/// The operands of the scores, and data about their rows.
struct AttentionOnCard {
    CardPlan plan;
    float factor = 1, mask_value = 0;
    int mask = 0;          ///< 1 causal, 2 by keys, 4 by queries
    Size hidden_keys = 0;  ///< number of cells in `hidden` before those of the queries
    GpuBuffer query, key, hidden, rows;

    /// Binds the buffers that a piece reads, from its first plane on, and sets the uniforms of the attention shaders. Called only
    /// in work of Gpu::run().
    void bind(const AttentionPiece& piece) const;
};

/// One buffer per piece of the plan, with rows `pitch` vec4s apart.
struct AttentionSheets {
    std::vector<AttentionPiece> pieces;
    std::vector<GpuBuffer> buffers;
    Size pitch = 0;
};

enum class AttentionGrid : std::uint8_t { scores, masked_scores, weights };

std::unique_ptr<FetchedCells> stored_cells(std::shared_ptr<Gpu> gpu, const AttentionShape& shape, AttentionSheets sheets);

std::unique_ptr<FetchedCells> recomputed_cells(std::shared_ptr<Gpu> gpu, std::shared_ptr<const AttentionOnCard> operands,
                                               AttentionGrid grid);

}  // namespace vitrine
