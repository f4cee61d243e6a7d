#include "app/render/heatmap/block_reduction.h"

#include <algorithm>

#include <epoxy/gl.h>

#include "app/render/gl.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// OpenGL expects x before y, so the pair is swapped.
void set_pair(int location, const std::array<int, 2>& pair) { glUniform2i(location, pair[1], pair[0]); }

void bind(unsigned unit, unsigned texture) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

void attach(unsigned numbers, unsigned counts) {
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, numbers, 0);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, counts, 0);
    const std::array<GLenum, 2> buffers{GL_COLOR_ATTACHMENT0, counts ? GLenum{GL_COLOR_ATTACHMENT1} : GLenum{GL_NONE}};
    glDrawBuffers(2, buffers.data());
}

}  // namespace

BlockReduction::BlockReduction() : program_(build_program("heatmap_blocks")) {
    glGenVertexArrays(1, &vertex_array_);
    glGenFramebuffers(1, &framebuffer_);
    const auto at = [this](const char* name) { return uniform(program_, name); };
    at_ = {at("u_numbers"), at("u_counts"), at("u_holds"), at("u_corner"), at("u_factor"),
           at("u_size"),    at("u_block"),  at("u_left"),  at("u_signed")};
}

BlockReduction::~BlockReduction() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteVertexArrays(1, &vertex_array_);
    glDeleteProgram(program_);
}

void BlockReduction::run(const ReductionPart& part) const {
    GLint before = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
    attach(part.to_numbers, part.to_counts);
    const bool can = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    if (can) {
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_BLEND);
        glUseProgram(program_);
        glBindVertexArray(vertex_array_);
        const std::array<int, 2> to{(part.size[0] + part.factor[0] - 1) / part.factor[0],
                                    (part.size[1] + part.factor[1] - 1) / part.factor[1]};
        glViewport(part.corner[1], part.corner[0], to[1], to[0]);
        glUniform1i(at_.numbers, 0);
        glUniform1i(at_.counts, 1);
        glUniform1i(at_.holds, static_cast<int>(part.content));
        set_pair(at_.corner, part.corner);
        set_pair(at_.factor, part.factor);
        set_pair(at_.size, part.size);
        set_pair(at_.block, part.block);
        set_pair(at_.left, {static_cast<int>(part.left[0]), static_cast<int>(part.left[1])});
        glUniform1i(at_.is_signed, part.largest_number);
        bind(1, part.counts ? part.counts : part.numbers);
        bind(0, part.numbers);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    }
    attach(0, 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before));
    if (!can) throw Error("this graphics driver cannot draw to textures of floats, which large heatmaps need");
}

}  // namespace vitrine
