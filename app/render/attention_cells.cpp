#include "app/render/attention_cells.h"

#include <algorithm>
#include <utility>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr Size vector_bytes = 16, tile = 64, group = 256, most_groups = 65'535;

GLint whole(Size number) { return static_cast<GLint>(number); }
GLuint groups_of(Size count, Size size) { return static_cast<GLuint>(std::min(most_groups, (count + size - 1) / size)); }

Layout grid_layout(const AttentionShape& shape) {
    return {.rank = 4,
            .axes = {Axis::batch, Axis::head, Axis::query, Axis::key},
            .shape = {shape.sentences, shape.heads, shape.queries, shape.keys},
            .strides = {shape.heads * shape.queries * shape.keys, shape.queries * shape.keys, shape.keys, 1}};
}

/// A part of a window: rows of one plane.
struct WindowRows {
    Size plane, first_query, queries, first_key, keys;
    Size to;  ///< its first cell's place among the cells that are fetched with it
};

/// Cells of a graphics card: what the ways to have them share.
class GridCells : public FetchedCells {
public:
    GridCells(std::shared_ptr<Gpu> gpu, const AttentionShape& shape) : gpu_(std::move(gpu)), layout_(grid_layout(shape)) {}

    const Layout& layout() const override { return layout_; }
    void read(const Window& window, float* cells) const override;

protected:
    /// Puts rows into the scratch memory. In work alone.
    virtual void fetch(const WindowRows& rows) const = 0;

    std::shared_ptr<Gpu> gpu_;

private:
    float read_cell(const Index& cell) const;
    void read_window(const Window& window, float* cells) const;

    Layout layout_;
    mutable Window last_{};  ///< whole rows around the single cell that was asked for last
    mutable std::vector<float> last_cells_;
};

void GridCells::read(const Window& window, float* cells) const {
    if (window.cells() == 1 && layout_.contains(window.first)) {
        *cells = read_cell(window.first);
    } else {
        read_window(window, cells);
    }
}

/// Bringing one cell back takes as long as bringing thousands, and who asks for one goes on to the next.
float GridCells::read_cell(const Index& cell) const {
    constexpr Size many = Size{1} << 14;
    const Size keys = std::min(layout_.shape[3], many), queries = std::min(layout_.shape[2], many / keys);
    const Index first{cell[0], cell[1], cell[2] / queries * queries, cell[3] / keys * keys};
    if (last_cells_.empty() || last_.first != first) {
        last_cells_.clear();
        const Window block{
            .first = first,
            .count = {1, 1, std::min(queries, layout_.shape[2] - first[2]), std::min(keys, layout_.shape[3] - first[3])}};
        std::vector<float> read(static_cast<std::size_t>(block.cells()));
        read_window(block, read.data());
        last_ = block;
        last_cells_ = std::move(read);
    }
    return last_cells_[static_cast<std::size_t>((cell[2] - first[2]) * last_.count[3] + cell[3] - first[3])];
}

void GridCells::read_window(const Window& window, float* cells) const {
    for (int axis = 0; axis < max_rank; ++axis) {
        if (window.first[axis] < 0 || window.count[axis] < 0 || window.first[axis] + window.count[axis] > layout_.shape[axis])
            throw Error("a window beyond the tensor's " + shape_text(layout_) + " cells");
    }
    constexpr Size room = Gpu::scratch_bytes / static_cast<Size>(sizeof(float));
    const Size queries = window.count[2], keys = window.count[3];
    if (window.cells() == 0) return;
    if (keys > room) throw Error(fmt::format("a window of {} keys: up to {} are read at once", keys, room));
    Size filled = 0;
    std::vector<WindowRows> waiting;
    const auto read_waiting = [&] {
        gpu_->run([&] {
            gpu_->bind_scratch(attention_binding::to);
            for (const WindowRows& rows : waiting) fetch(rows);
            gpu_->read_scratch(filled * static_cast<Size>(sizeof(float)), cells);
        });
        cells += filled;
        filled = 0;
        waiting.clear();
    };
    for (Size i = 0; i < window.count[0] * window.count[1]; ++i) {
        const Size sentence = window.first[0] + i / window.count[1], head = window.first[1] + i % window.count[1];
        for (Size query = 0; query < queries;) {
            if (room - filled < keys) read_waiting();
            const Size count = std::min(queries - query, (room - filled) / keys);
            waiting.push_back({sentence * layout_.shape[1] + head, window.first[2] + query, count, window.first[3], keys, filled});
            query += count;
            filled += count * keys;
        }
    }
    read_waiting();
}

class StoredCells : public GridCells {
public:
    StoredCells(std::shared_ptr<Gpu> gpu, const AttentionShape& shape, AttentionSheets sheets)
        : GridCells(std::move(gpu), shape), sheets_(std::move(sheets)) {}

    bool is_recomputed() const override { return false; }

protected:
    void fetch(const WindowRows& rows) const override {
        gpu_->use_program("attention_cells");
        for (std::size_t i = 0; i < sheets_.pieces.size(); ++i) {
            const AttentionPiece& piece = sheets_.pieces[i];
            const Size first = std::max(piece.first_query, rows.first_query);
            const Size end = std::min(piece.first_query + piece.queries, rows.first_query + rows.queries);
            if (rows.plane < piece.first_plane || rows.plane >= piece.first_plane + piece.planes || first >= end) continue;
            const Size row = (rows.plane - piece.first_plane) * piece.queries + first - piece.first_query;
            sheets_.buffers[i].bind(attention_binding::from);
            glUniform4i(0, whole(row), whole(rows.first_key), whole(end - first), whole(rows.keys));
            glUniform2i(1, whole(4 * sheets_.pitch), whole(rows.to + (first - rows.first_query) * rows.keys));
            glDispatchCompute(groups_of((end - first) * rows.keys, group), 1, 1);
        }
    }

private:
    AttentionSheets sheets_;
};

class RecomputedCells : public GridCells {
public:
    RecomputedCells(std::shared_ptr<Gpu> gpu, std::shared_ptr<const AttentionOnCard> operands, AttentionGrid grid)
        : GridCells(std::move(gpu), operands->plan.shape), operands_(std::move(operands)), grid_(grid) {}

    bool is_recomputed() const override { return true; }

protected:
    void fetch(const WindowRows& rows) const override {
        gpu_->use_program("attention_window");
        operands_->bind({rows.plane, 1, rows.first_query, rows.queries});
        operands_->rows.bind(attention_binding::rows);
        glUniform4i(4, whole(rows.first_key), whole(rows.keys), whole(rows.to), static_cast<GLint>(grid_));
        glDispatchCompute(groups_of(rows.queries, tile), groups_of(rows.keys, tile), 1);
    }

private:
    std::shared_ptr<const AttentionOnCard> operands_;
    AttentionGrid grid_;
};

}  // namespace

void AttentionOnCard::bind(const AttentionPiece& piece) const {
    const AttentionShape& shape = plan.shape;
    const Size of_query = plan.query_stride * vector_bytes, of_key = plan.key_stride * vector_bytes;
    query.bind(attention_binding::query, piece.first_plane * of_query, piece.planes * of_query);
    key.bind(attention_binding::key, piece.first_plane * of_key, piece.planes * of_key);
    hidden.bind(attention_binding::hidden);
    glUniform4i(0, whole(shape.queries), whole(shape.keys), whole(shape.heads), whole(plan.width));
    glUniform4i(1, whole(plan.query_stride), whole(plan.key_stride), whole(hidden_keys), 0);
    glUniform4i(2, whole(piece.first_plane), whole(piece.first_query), whole(piece.queries), mask);
    glUniform2f(3, factor, mask_value);
}

std::unique_ptr<FetchedCells> stored_cells(std::shared_ptr<Gpu> gpu, const AttentionShape& shape, AttentionSheets sheets) {
    return std::make_unique<StoredCells>(std::move(gpu), shape, std::move(sheets));
}

std::unique_ptr<FetchedCells> recomputed_cells(std::shared_ptr<Gpu> gpu, std::shared_ptr<const AttentionOnCard> operands,
                                               AttentionGrid grid) {
    return std::make_unique<RecomputedCells>(std::move(gpu), std::move(operands), grid);
}

}  // namespace vitrine
