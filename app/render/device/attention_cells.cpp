#include "app/render/device/attention_cells.h"

#include <algorithm>
#include <utility>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "app/render/device/gpu_cells.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

using namespace attention_shader;

GLuint groups_of(Size count, Size size) { return static_cast<GLuint>(std::min(most_groups, (count + size - 1) / size)); }

Layout grid_layout(const AttentionShape& shape) {
    return {.rank = 4,
            .axes = {Axis::batch, Axis::head, Axis::query, Axis::key},
            .shape = {shape.sentences, shape.heads, shape.queries, shape.keys},
            .strides = {shape.heads * shape.queries * shape.keys, shape.queries * shape.keys, shape.keys, 1}};
}

/// The part of a window that lies in one plane: some of its rows.
struct WindowRows {
    Size plane, first_query, queries, first_key, keys;
    Size to;  ///< the place of its first cell among all cells fetched at once
};

/// Cells on a graphics card, requested on any thread. The base class of all ways to fetch them.
class GridCells : public GpuCells {
public:
    GridCells(std::shared_ptr<Gpu> gpu, const AttentionShape& shape) : gpu_(std::move(gpu)), layout_(grid_layout(shape)) {}

    const Layout& layout() const override { return layout_; }

    Statistics summary() const override {
        Statistics found;
        gpu_->run([&] { found = GpuCells::summary(); });
        return found;
    }

protected:
    void read_window(const Window& window, float* cells) const override;

    /// Writes rows to the scratch memory. Called only in work of Gpu::run().
    virtual void fetch(const WindowRows& rows) const = 0;

    std::shared_ptr<Gpu> gpu_;

private:
    Layout layout_;
};

void GridCells::read_window(const Window& window, float* cells) const {
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
    bool copy_to(const Window& window, const TextureTarget& target) const override;

protected:
    void fetch(const WindowRows& rows) const override;

private:
    /// Finds one row of a plane.
    struct SheetRow {
        std::size_t sheet;
        Size row;   ///< within the sheet
        Size left;  ///< number of the plane's rows in the sheet from this one on, including itself
    };
    SheetRow row_of(const Index& cell) const;

    AttentionSheets sheets_;
};

StoredCells::SheetRow StoredCells::row_of(const Index& cell) const {
    const Size plane = cell[0] * layout().shape[1] + cell[1], query = cell[2];
    for (std::size_t i = 0; i < sheets_.pieces.size(); ++i) {
        const AttentionPiece& piece = sheets_.pieces[i];
        const Size plane_there = plane - piece.first_plane, query_there = query - piece.first_query;
        const bool has_it = plane_there >= 0 && plane_there < piece.planes && query_there >= 0 && query_there < piece.queries;
        if (has_it) return {i, plane_there * piece.queries + query_there, piece.queries - query_there};
    }
    throw Error("the plan of an attention has left out a row");
}

bool StoredCells::copy_to(const Window& window, const TextureTarget& target) const {
    constexpr int query_axis = 2, key_axis = 3;
    const bool keys_across = target.column_axis == key_axis || target.column_axis < 0;
    if (!gpu_->has_objects_here() || !keys_across) return false;
    const auto rows = target.row_axis < 0 ? 1 : window.count[static_cast<std::size_t>(target.row_axis)];
    const auto columns = static_cast<int>(target.column_axis < 0 ? 1 : window.count[key_axis]);
    const Size stride = 4 * sheets_.pitch;
    glBindTexture(GL_TEXTURE_2D, target.texture);
    for (Size row = 0; row < rows;) {
        Index cell = window.first;
        if (target.row_axis >= 0) cell[static_cast<std::size_t>(target.row_axis)] += row;
        const SheetRow found = row_of(cell);
        const Size part = target.row_axis == query_axis ? std::min(rows - row, found.left) : 1;
        const Size first = found.row * stride + cell[key_axis];
        copy_rows({sheets_.buffers[found.sheet].name(), first, stride, static_cast<int>(row), static_cast<int>(part)}, columns);
        row += part;
    }
    return true;
}

void StoredCells::fetch(const WindowRows& rows) const {
    gpu_->use_program("attention_cells");
    const Size heads = layout().shape[1];
    for (Size done = 0; done < rows.queries;) {
        const Size query = rows.first_query + done;
        const SheetRow found = row_of({rows.plane / heads, rows.plane % heads, query, 0});
        const Size part = std::min(rows.queries - done, found.left);
        sheets_.buffers[found.sheet].bind(attention_binding::from);
        glUniform4i(0, integer(found.row), integer(rows.first_key), integer(part), integer(rows.keys));
        glUniform2i(1, integer(4 * sheets_.pitch), integer(rows.to + done * rows.keys));
        glDispatchCompute(groups_of(part * rows.keys, group), 1, 1);
        done += part;
    }
}

class RecomputedCells : public GridCells {
public:
    RecomputedCells(std::shared_ptr<Gpu> gpu, std::shared_ptr<const AttentionOnCard> operands, AttentionGrid grid)
        : GridCells(std::move(gpu), operands->plan.shape), operands_(std::move(operands)), grid_(grid) {}

    bool is_recomputed() const override { return true; }

    /// Nothing is stored that could be copied.
    bool copy_to(const Window&, const TextureTarget&) const override { return false; }

protected:
    void fetch(const WindowRows& rows) const override {
        gpu_->use_program("attention_window");
        operands_->bind({rows.plane, 1, rows.first_query, rows.queries});
        operands_->rows.bind(attention_binding::rows);
        glUniform4i(4, integer(rows.first_key), integer(rows.keys), integer(rows.to), static_cast<GLint>(grid_));
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
    glUniform4i(0, integer(shape.queries), integer(shape.keys), integer(shape.heads), integer(plan.width));
    glUniform4i(1, integer(plan.query_stride), integer(plan.key_stride), integer(hidden_keys), 0);
    glUniform4i(2, integer(piece.first_plane), integer(piece.first_query), integer(piece.queries), mask);
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
