#include "app/render/device/gpu.h"

#include <array>
#include <cmath>
#include <utility>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "app/render/offscreen.h"

namespace vitrine {

namespace {

/// The memory that the driver reports; empty if it reports none.
GpuMemory gpu_memory() {
    std::array<GLint, 4> kibibytes{};
    GLint total = 0;
    if (epoxy_has_gl_extension("GL_NVX_gpu_memory_info")) {
        glGetIntegerv(GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, kibibytes.data());
        glGetIntegerv(GL_GPU_MEMORY_INFO_TOTAL_AVAILABLE_MEMORY_NVX, &total);
    } else if (epoxy_has_gl_extension("GL_ATI_meminfo")) {
        glGetIntegerv(GL_VBO_FREE_MEMORY_ATI, kibibytes.data());
    }
    return {.free_kibibytes = kibibytes[0], .total_kibibytes = total};
}

/// Whether the driver reports that the context is lost, if it can.
bool driver_has_failed() {
    if (epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_KHR_robustness")) return glGetGraphicsResetStatus() != GL_NO_ERROR;
    if (epoxy_has_gl_extension("GL_ARB_robustness")) return glGetGraphicsResetStatusARB() != GL_NO_ERROR;
    return false;
}

/// Returns the first error and forgets all others. The number is limited, since a lost context may report errors without end.
GLenum take_error() {
    const GLenum first = glGetError();
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) continue;
    return first;
}

}  // namespace

std::string bytes_text(Size bytes) {
    constexpr std::array<const char*, 5> units{"bytes", "kB", "MB", "GB", "TB"};
    auto number = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (number >= 999.5 && unit + 1 < units.size()) number /= 1000, ++unit;
    return number < 9.95 && unit > 0 ? fmt::format("{:.1f} {}", number, units[unit])
                                     : fmt::format("{:.0f} {}", number, units[unit]);
}

std::optional<Size> believable_free_bytes(const GpuMemory& memory) {
    constexpr Size least_kibibytes = Size{128} << 10;  // every card with OpenGL 4.3 has more
    const bool total_is_wrong =
        memory.total_kibibytes > 0 && (memory.total_kibibytes < least_kibibytes || memory.free_kibibytes > memory.total_kibibytes);
    if (memory.free_kibibytes <= 0 || total_is_wrong) return std::nullopt;
    return memory.free_kibibytes << 10;
}

Gpu::Gpu(GpuOptions options) : options_(std::move(options)), thread_([this] { live(); }) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return started_; });
    if (!start_) return;
    lock.unlock();
    thread_.join();
    std::rethrow_exception(start_);
}

Gpu::~Gpu() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void Gpu::live() {
    std::unique_ptr<GraphicsContext> context;
    std::exception_ptr failure;
    try {
        context = options_.context ? options_.context() : std::make_unique<OffscreenContext>(OffscreenUse::computing);
        info_ = gl_info();
        if (!info_.compute) throw Error("attention by compute shaders needs OpenGL 4.3, and this driver has " + info_.version);
        GLint64 largest = 0;
        glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
        block_limit_ = options_.block_limit > 0 ? std::min<Size>(options_.block_limit, largest) : largest;
    } catch (...) {
        failure = std::current_exception();
    }
    {
        const std::lock_guard lock(mutex_);
        start_ = failure;
        started_ = true;
    }
    wake_.notify_all();
    if (failure) return;
    work_off();
    forget_objects();
}

void Gpu::forget_objects() {
    for (const auto& [name, program] : programs_) glDeleteProgram(program);
    if (scratch_) glDeleteBuffers(1, &scratch_);
}

void Gpu::work_off() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        const std::function<void()> work = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        work();
        lock.lock();
    }
}

void Gpu::post(std::function<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(work));
    }
    wake_.notify_all();
}

void Gpu::check(const std::function<void()>& work) {
    if (lost_) throw Error(context_lost_words);
    take_error();
    std::exception_ptr failure;
    try {
        work();
    } catch (...) {
        failure = std::current_exception();
    }
    const GLenum error = take_error();
    lost_ = error == GL_CONTEXT_LOST || (options_.has_failed ? options_.has_failed() : driver_has_failed());
    if (lost_) throw Error(context_lost_words);
    if (failure) std::rethrow_exception(failure);
    if (error == GL_OUT_OF_MEMORY) throw GpuMemoryError("the graphics driver is out of memory");
    if (error != GL_NO_ERROR) throw Error(fmt::format("the graphics driver reports error 0x{:x}", error));
}

void Gpu::run(const std::function<void()>& work) {
    if (std::this_thread::get_id() == thread_.get_id()) return work();
    std::exception_ptr failure;
    bool done = false;
    std::condition_variable finished;
    std::mutex mutex;
    post([&] {
        std::exception_ptr thrown;
        try {
            check(work);
        } catch (...) {
            thrown = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        failure = thrown;
        done = true;
        finished.notify_one();
    });
    std::unique_lock lock(mutex);
    finished.wait(lock, [&] { return done; });
    if (failure) std::rethrow_exception(failure);
}

bool Gpu::is_software() const {
    return info_.renderer.find("llvmpipe") != std::string::npos || info_.renderer.find("softpipe") != std::string::npos;
}

bool Gpu::has_objects_here() const {
    if (lost_) throw Error(context_lost_words);
    return options_.context || std::this_thread::get_id() == thread_.get_id();
}

Size Gpu::bytes_used() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
}

void Gpu::count(Size bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
}

std::optional<Size> Gpu::bytes_free() {
    if (is_software()) return std::nullopt;  // it uses the machine's own memory
    GpuMemory memory;
    run([&] { memory = gpu_memory(); });
    return believable_free_bytes(memory);
}

void Gpu::ask_for(Size bytes, const std::string& what) {
    const Size limit = options_.memory_limit, used = bytes_used();
    if (!has_scratch_) bytes += scratch_bytes;
    if (limit > 0 && used + bytes > limit) {
        const std::string others = used > 0 ? fmt::format(", of which {} are in use", bytes_text(used)) : "";
        throw GpuMemoryError(fmt::format("{} takes {} of graphics memory, and the limit is {}{}", what, bytes_text(bytes),
                                         bytes_text(limit), others));
    }
    constexpr Size kept_free = Size{272} << 20;  // for pictures of tensors and their statistics
    const std::optional<Size> left = bytes_free();
    if (left && bytes + kept_free > *left) {
        throw GpuMemoryError(
            fmt::format("{} takes {} of graphics memory, and the driver has {} left", what, bytes_text(bytes), bytes_text(*left)));
    }
}

void Gpu::use_program(const std::string& name, const std::string& definitions) {
    unsigned& program = programs_[name + '\n' + definitions];
    if (program == 0) program = build_compute_program({name, definitions, options_.shaders});
    glUseProgram(program);
}

void Gpu::bind_scratch(unsigned binding) {
    if (scratch_ == 0) {
        glGenBuffers(1, &scratch_);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, scratch_);
        glBufferData(GL_SHADER_STORAGE_BUFFER, scratch_bytes, nullptr, GL_DYNAMIC_READ);
        count(scratch_bytes);
        has_scratch_ = true;
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, scratch_);
}

void Gpu::read_scratch(Size bytes, void* to) {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, scratch_);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(bytes), to);
}

}  // namespace vitrine
