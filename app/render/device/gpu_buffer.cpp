#include "app/render/device/gpu_buffer.h"

#include <utility>

#include <epoxy/gl.h>

namespace vitrine {

GpuBuffer::GpuBuffer(std::shared_ptr<Gpu> gpu, Size bytes, const void* cells) {
    GLuint name = 0;
    glGenBuffers(1, &name);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, name);
    glBufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(bytes), cells, cells ? GL_STATIC_DRAW : GL_DYNAMIC_COPY);
    if (glGetError() != GL_NO_ERROR) {
        glDeleteBuffers(1, &name);
        throw GpuMemoryError("the graphics driver gives no buffer of " + bytes_text(bytes));
    }
    gpu_ = std::move(gpu);
    name_ = name;
    bytes_ = bytes;
    gpu_->count(bytes);
}

GpuBuffer::~GpuBuffer() {
    if (!gpu_) return;
    gpu_->count(-bytes_);
    gpu_->post([name = name_] { glDeleteBuffers(1, &name); });
}

void GpuBuffer::swap(GpuBuffer& other) noexcept {
    gpu_.swap(other.gpu_);
    std::swap(name_, other.name_);
    std::swap(bytes_, other.bytes_);
}

void GpuBuffer::bind(unsigned binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, name_); }

void GpuBuffer::bind(unsigned binding, Size first, Size bytes) const {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, name_, static_cast<GLintptr>(first), static_cast<GLsizeiptr>(bytes));
}

void GpuBuffer::read(Size first, Size bytes, void* to) const {
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, name_);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(first), static_cast<GLsizeiptr>(bytes), to);
}

}  // namespace vitrine
