#include "app/render/heatmap/tile_program.h"

#include <cmath>
#include <string>

#include <epoxy/gl.h>

#include "app/render/gl.h"

namespace vitrine {

TileProgram::TileProgram() : program_(build_program("heatmap_tiles", "heatmap_look.glsl")), look_(program_) {
    glGenVertexArrays(1, &vertex_array_);
    const auto at = [this](const char* name) { return uniform(program_, name); };
    at_ = {at("u_part"),  at("u_corner"),    at("u_area"),  at("u_viewport"), at("u_find"),
           at("u_holds"), at("u_exchanged"), at("u_level"), at("u_cells"),    at("u_shift")};
    glUseProgram(program_);
    for (int i = 0; i < 4; ++i) {
        glUniform1i(at(("u_numbers" + std::to_string(i)).c_str()), i);
        glUniform1i(at(("u_counts" + std::to_string(i)).c_str()), 4 + i);
    }
}

TileProgram::~TileProgram() {
    glDeleteVertexArrays(1, &vertex_array_);
    glDeleteProgram(program_);
}

void TileProgram::draw_part(const TilePart& part) const {
    std::array<GLint, 16> find{};
    std::array<GLint, 4> holds{};
    for (std::size_t i = 0; i < 4; ++i) {
        const TileSource& source = part.sources[i];
        const std::array<GLint, 4> at{source.offset[0], source.offset[1], source.shift[0], source.shift[1]};
        std::copy(at.begin(), at.end(), find.begin() + static_cast<std::ptrdiff_t>(4 * i));
        holds[i] = static_cast<GLint>(source.content);
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
        glBindTexture(GL_TEXTURE_2D, source.numbers);
        glActiveTexture(GL_TEXTURE4 + static_cast<GLenum>(i));
        glBindTexture(GL_TEXTURE_2D, source.counts);
    }
    glUniform4iv(at_.find, 4, find.data());
    glUniform1iv(at_.holds, 4, holds.data());
    glUniform4i(at_.cells, part.first_cell[0], part.first_cell[1], part.last_cell[0], part.last_cell[1]);
    glUniform2f(at_.shift, part.rest[0], part.rest[1]);
    glUniform2i(at_.corner, part.corner[0], part.corner[1]);
    glUniform4f(at_.part, static_cast<float>(part.from[0]), static_cast<float>(part.from[1]),
                static_cast<float>(part.to[0] - part.from[0]), static_cast<float>(part.to[1] - part.from[1]));
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void TileProgram::draw(const HeatmapLayout& layout, const HeatmapStyle& style, const TiledHeatmap& heatmap,
                       const DrawTarget& target) const {
    glUseProgram(program_);
    glBindVertexArray(vertex_array_);
    look_.set(layout, style);
    glUniform2f(at_.area, std::round((layout.area.min.x - target.origin.x) * layout.scale),
                std::round((layout.area.min.y - target.origin.y) * layout.scale));
    glUniform2f(at_.viewport, static_cast<float>(target.width), static_cast<float>(target.height));
    glUniform1i(at_.exchanged, heatmap.exchanged);
    glUniform2i(at_.level, heatmap.level[0], heatmap.level[1]);
    for (const TilePart& part : heatmap.parts) {
        const auto& sources = part.sources;
        const bool something = std::ranges::any_of(sources, [](const TileSource& source) { return source.numbers != 0; });
        if (something && part.to[0] > part.from[0] && part.to[1] > part.from[1]) draw_part(part);
    }
    glActiveTexture(GL_TEXTURE0);
}

}  // namespace vitrine
