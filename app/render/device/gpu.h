#pragma once
/// A graphics card that computes: an OpenGL context on a thread of its own, so that anyone may ask it for something, and memory
/// that is counted.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/render/gl.h"
#include "app/render/graphics_context.h"
#include "core/tensor/error.h"
#include "core/tensor/layout.h"

namespace vitrine {

/// Graphics memory that is not to be had; with less it may work.
struct GpuMemoryError : Error {
    using Error::Error;
};

/// What an Error says once the context is lost.
inline constexpr const char* context_lost_words = "the graphics driver has lost its context: what was computed there is gone";

struct GpuOptions {
    Size memory_limit = 0;                  ///< bytes that buffers may take in all; 0: what the driver gives
    Size block_limit = 0;                   ///< bytes that a shader may see of one buffer; 0: what the driver says
    std::filesystem::path shaders = {};     ///< empty: shader_folder()
    MakeContext context = {};               ///< one that shares its objects with what draws; empty: one of its own
    std::function<bool()> has_failed = {};  ///< asked after every piece of work whether the context is lost; empty: the driver
};

/// "1.6 GB", "340 kB": thousands, as memory is sold.
std::string bytes_text(Size bytes);

/// A driver's figures of its memory; 0: it does not say.
struct GpuMemory {
    Size free_kibibytes = 0, total_kibibytes = 0;
};

/// The bytes that are free, where the figures can be believed: some drivers of Mesa 25 count mebibytes where the extension has
/// kibibytes, so that a card would have 22 MB.
std::optional<Size> believable_free_bytes(const GpuMemory& memory);

class Gpu {
public:
    /// Throws Error where there is no OpenGL 4.3.
    explicit Gpu(GpuOptions options = {});
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    /// Does a piece of work on the thread that has the context, after those asked for before it, and waits for it. Throws what it
    /// throws; Error where OpenGL reports one, or the context is lost, now or earlier. May be called from any thread.
    void run(const std::function<void()>& work);

    const GlInfo& info() const { return info_; }
    const GpuOptions& options() const { return options_; }
    bool is_software() const;               ///< drawn by the processor: Mesa's llvmpipe
    bool is_lost() const { return lost_; }  ///< everything that lay on the card is gone, for good

    /// Whether buffers may be bound on the calling thread: the one that computes, or one that draws and shares its objects. Throws
    /// Error where the context is lost.
    bool has_objects_here() const;

    Size block_limit() const { return block_limit_; }
    Size bytes_used() const;           ///< by the buffers there are
    std::optional<Size> bytes_free();  ///< what the driver says is left, where it can be believed

    /// Throws GpuMemoryError with both figures where that much, and the room for what is read, cannot be had: for the
    /// limit, or as the driver says.
    void ask_for(Size bytes, const std::string& what);

    /// In work alone: the compute shader of that name is used from here on, built at its first use.
    void use_program(const std::string& name, const std::string& definitions = {});

    /// In work alone: room for what is about to be read, bound as a storage block, and its reading.
    static constexpr Size scratch_bytes = Size{4} << 20;
    void bind_scratch(unsigned binding);
    void read_scratch(Size bytes, void* to);

private:
    friend class GpuBuffer;

    void live();
    void forget_objects();
    void work_off();
    void check(const std::function<void()>& work);
    void post(std::function<void()> work);
    void count(Size bytes);

    const GpuOptions options_;
    GlInfo info_;
    Size block_limit_ = 0;
    std::atomic<bool> lost_{false};
    std::map<std::string, unsigned> programs_;
    unsigned scratch_ = 0;
    std::atomic<bool> has_scratch_{false};

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> waiting_;
    std::exception_ptr start_;
    bool started_ = false, ends_ = false;
    Size bytes_ = 0;
    std::thread thread_;
};

}  // namespace vitrine
