#include "app/render/device/gpu_limits.h"

#include <algorithm>
#include <chrono>
#include <functional>

#include <epoxy/gl.h>

#include "app/render/device/attention_cells.h"

namespace vitrine {

namespace {

constexpr int times = 7;

/// The shortest time in seconds that a piece of work takes on the card. The first run does not count, since it compiles.
double best_time(Gpu& gpu, const std::function<void()>& work) {
    double best = 0;
    for (int i = 0; i <= times; ++i) {
        gpu.run([] { glFinish(); });
        const auto start = std::chrono::steady_clock::now();
        gpu.run([&] {
            work();
            glFinish();
        });
        const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (i > 0) best = i == 1 ? taken : std::min(best, taken);
    }
    return best;
}

double measure_memory(const std::shared_ptr<Gpu>& gpu) {
    const Size most = gpu->is_software() ? Size{64} << 20 : Size{1} << 30;
    const Size bytes = std::min(most, gpu->block_limit()) / 16 * 16;
    GpuBuffer from, to;
    gpu->run([&] {
        from = GpuBuffer(gpu, bytes);
        to = GpuBuffer(gpu, bytes);
    });
    const double time = best_time(*gpu, [&] {
        gpu->use_program("limit_copy");
        from.bind(attention_binding::from);
        to.bind(attention_binding::to);
        glUniform1ui(0, static_cast<GLuint>(bytes / 16));
        glDispatchCompute(16'384, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    });
    return 2 * static_cast<double>(bytes) / time;
}

double measure_arithmetic(const std::shared_ptr<Gpu>& gpu) {
    const bool software = gpu->is_software();
    const GLuint groups = software ? 64 : 8192;
    const GLint rounds = software ? 512 : 4096;
    constexpr Size group = 256, operations = 2 * 4 * 8;  // of a thread in one round
    GpuBuffer to;
    gpu->run([&] { to = GpuBuffer(gpu, Size{groups} * group * 16); });
    const double time = best_time(*gpu, [&] {
        gpu->use_program("limit_product");
        to.bind(attention_binding::to);
        glUniform2f(0, 0.75f, 0.5f);
        glUniform1i(1, rounds);
        glDispatchCompute(groups, 1, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    });
    return static_cast<double>(operations * group * Size{groups} * rounds) / time;
}

}  // namespace

GpuLimits measure_limits(const std::shared_ptr<Gpu>& gpu) { return {measure_memory(gpu), measure_arithmetic(gpu)}; }

}  // namespace vitrine
