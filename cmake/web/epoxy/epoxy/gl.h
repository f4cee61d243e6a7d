// For browsers: replaces epoxy's header by that of OpenGL ES 3.0, on which WebGL 2 is based. Everything beyond is declared for
// code that first checks for compute shaders, and ends the program if it is used without them.
#pragma once

#include <cstdlib>

#include <GLES3/gl3.h>

#ifndef GL_COMPUTE_SHADER
#define GL_COMPUTE_SHADER 0x91B9
#define GL_SHADER_STORAGE_BUFFER 0x90D2
#define GL_SHADER_STORAGE_BARRIER_BIT 0x00002000
#define GL_BUFFER_UPDATE_BARRIER_BIT 0x00000200
#define GL_PIXEL_BUFFER_BARRIER_BIT 0x00000080
#define GL_MAX_SHADER_STORAGE_BLOCK_SIZE 0x90DE
#define GL_MAX_COMPUTE_WORK_GROUP_COUNT 0x91BE
#define GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS 0x90EB
#define GL_CONTEXT_LOST 0x0507
#define GL_GPU_MEMORY_INFO_TOTAL_AVAILABLE_MEMORY_NVX 0x9048
#define GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX 0x9049
#define GL_VBO_FREE_MEMORY_ATI 0x87FB
#endif

inline bool epoxy_is_desktop_gl() { return false; }
inline int epoxy_gl_version() { return 30; }
inline bool epoxy_has_gl_extension(const char*) { return false; }

namespace vitrine_beyond_es30 {
[[noreturn]] inline void end() { std::abort(); }
}  // namespace vitrine_beyond_es30

inline void glDispatchCompute(GLuint, GLuint, GLuint) { vitrine_beyond_es30::end(); }
inline void glMemoryBarrier(GLbitfield) { vitrine_beyond_es30::end(); }
inline void glGetBufferSubData(GLenum, GLintptr, GLsizeiptr, void*) { vitrine_beyond_es30::end(); }
inline GLenum glGetGraphicsResetStatus() { return GL_NO_ERROR; }
inline GLenum glGetGraphicsResetStatusARB() { return GL_NO_ERROR; }
