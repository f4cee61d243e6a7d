#include "app/render/device/gpu_cells_summary.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <epoxy/gl.h>

#include "app/render/gl.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

constexpr int square = 32, read_at_once = 1024,
              squares = read_at_once / square;  ///< lengths of sides: in cells, in cells, in squares
constexpr int tiles_across = 16, tiles_at_once = tiles_across * tiles_across, picture = squares * tiles_across;

unsigned float_texture(unsigned format, int width, int height) {
    unsigned texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, format == GL_R32F ? GL_RED : GL_RGBA, GL_FLOAT,
                 nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}

/// Textures that collect the summaries of the squares of many tiles, and are read back when they are full.
class Summary {
public:
    Summary() : program_(build_program("cell_summary")) {
        glGenVertexArrays(1, &vertex_array_);
        glGenFramebuffers(1, &framebuffer_);
        cells_ = float_texture(GL_R32F, read_at_once, read_at_once);
        for (unsigned& texture : pictures_) texture = float_texture(GL_RGBA32F, picture, picture);
        size_ = uniform(program_, "u_size");
        corner_ = uniform(program_, "u_corner");
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        for (unsigned i = 0; i < 2; ++i)
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_TEXTURE_2D, pictures_[i], 0);
        constexpr std::array<GLenum, 2> buffers{GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
        glDrawBuffers(2, buffers.data());
        can_draw_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    }
    ~Summary() {
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(2, pictures_.data());
        glDeleteTextures(1, &cells_);
        glDeleteVertexArrays(1, &vertex_array_);
        glDeleteProgram(program_);
    }
    Summary(const Summary&) = delete;
    Summary& operator=(const Summary&) = delete;

    bool can_draw() const { return can_draw_; }

    void add(const GpuCells& cells, const Window& window, const TextureTarget& axes) {
        const auto along = [&](int axis) { return axis < 0 ? 1 : static_cast<int>(window.count[static_cast<std::size_t>(axis)]); };
        const int height = along(axes.row_axis), width = along(axes.column_axis);
        TextureTarget target = axes;
        target.texture = cells_;
        glActiveTexture(GL_TEXTURE0);
        if (!cells.copy_to(window, target)) {
            std::vector<float> read(static_cast<std::size_t>(window.cells()));
            cells.read(window, read.data());
            glBindTexture(GL_TEXTURE_2D, cells_);
            glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED, GL_FLOAT, read.data());
        }
        draw(height, width);
        if (waiting_ == tiles_at_once) read_back();
    }

    Statistics finish() {
        if (waiting_ > 0) read_back();
        return found_;
    }

private:
    void draw(int height, int width) {
        const int x = waiting_ % tiles_across * squares, y = waiting_ / tiles_across * squares;
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        if (waiting_ == 0) {
            glDisable(GL_SCISSOR_TEST);
            glDisable(GL_BLEND);
            glClearColor(0, 0, 0, 0);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        ++waiting_;
        glUseProgram(program_);
        glBindVertexArray(vertex_array_);
        glBindTexture(GL_TEXTURE_2D, cells_);
        glViewport(x, y, (width + square - 1) / square, (height + square - 1) / square);
        glUniform2i(size_, width, height);
        glUniform2i(corner_, x, y);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    }

    void read_back() {
        std::array<std::vector<float>, 2> texels;
        const int rows = (waiting_ + tiles_across - 1) / tiles_across * squares;
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        for (unsigned i = 0; i < 2; ++i) {
            texels[i].resize(static_cast<std::size_t>(4 * picture * rows));
            glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
            glReadPixels(0, 0, picture, rows, GL_RGBA, GL_FLOAT, texels[i].data());
        }
        glReadBuffer(GL_COLOR_ATTACHMENT0);
        glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
        for (std::size_t i = 0; i < texels[0].size(); i += 4) add(&texels[0][i], &texels[1][i]);
        waiting_ = 0;
    }

    void add(const float* spread, const float* counts) {
        const auto whole = [](float count) { return static_cast<Size>(std::lround(count)); };
        Statistics one{.minimum = spread[2],
                       .maximum = spread[3],
                       .mean = spread[0],
                       .finite = whole(counts[0]),
                       .nan = whole(counts[1]),
                       .infinite = whole(counts[2]),
                       .zero = whole(counts[3])};
        if (one.finite > 0) one.standard_deviation = std::sqrt(static_cast<double>(spread[1]) / static_cast<double>(one.finite));
        found_ = combined(found_, one);
    }

    unsigned program_ = 0, vertex_array_ = 0, framebuffer_ = 0, cells_ = 0;
    std::array<unsigned, 2> pictures_{};
    int size_ = -1, corner_ = -1, before_ = 0, waiting_ = 0;
    bool can_draw_ = false;
    Statistics found_;
};

}  // namespace

Statistics summary_of(const GpuCells& cells) {
    const Layout& layout = cells.layout();
    if (layout.count() == 0) return {};
    Summary summary;
    if (!summary.can_draw())
        throw Error("this graphics driver cannot draw to textures of floats, which statistics of its memory need");
    const TextureTarget axes{.row_axis = layout.rank - 2, .column_axis = layout.rank - 1};
    Layout planes = layout;
    planes.rank = static_cast<std::uint8_t>(std::max(0, layout.rank - 2));
    const Size height = axes.row_axis < 0 ? 1 : layout.shape[static_cast<std::size_t>(axes.row_axis)];
    const Size width = layout.shape[static_cast<std::size_t>(axes.column_axis)];
    for (Size plane = 0; plane < std::max<Size>(1, planes.count()); ++plane) {
        Window window{.first = planes.rank > 0 ? index_of(planes, plane) : Index{}, .count = {1, 1, 1, 1}};
        for (Size y = 0; y < height; y += read_at_once) {
            for (Size x = 0; x < width; x += read_at_once) {
                const auto place = [&](int axis, Size first, Size all) {
                    if (axis < 0) return;
                    window.first[static_cast<std::size_t>(axis)] = first;
                    window.count[static_cast<std::size_t>(axis)] = std::min<Size>(read_at_once, all - first);
                };
                place(axes.row_axis, y, height);
                place(axes.column_axis, x, width);
                summary.add(cells, window, axes);
            }
        }
    }
    return summary.finish();
}

}  // namespace vitrine
