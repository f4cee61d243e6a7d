#pragma once
/// Computes on a graphics card: an OpenGL context on its own thread, usable from any thread, and a count of its memory.

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

/// There is not enough graphics memory. Smaller requests may succeed.
struct GpuMemoryError : Error {
    using Error::Error;
};

/// The text of an Error after the context was lost.
inline constexpr const char* context_lost_words = "the graphics driver has lost its context: what was computed there is gone";

struct GpuOptions {
    Size memory_limit = 0;                  ///< the most bytes of all buffers together; 0: the driver decides
    Size block_limit = 0;                   ///< the most bytes of one buffer that a shader sees; 0: the driver's limit
    std::filesystem::path shaders = {};     ///< empty: shader_folder()
    MakeContext context = {};               ///< a context that shares objects with the drawing context; empty: a context of its
                                            ///< own
    std::function<bool()> has_failed = {};  ///< asked after every piece of work whether the context is lost; empty: asks the
                                            ///< driver
};

/// "1.6 GB", "340 kB": powers of a thousand, as memory is advertised.
std::string bytes_text(Size bytes);

/// A driver's report of its memory; 0: unknown.
struct GpuMemory {
    Size free_kibibytes = 0, total_kibibytes = 0;
};

/// The free bytes, if the report is credible. Some drivers of Mesa 25 report mebibytes instead of the extension's kibibytes, so
/// that a card would seem to have 22 MB.
std::optional<Size> believable_free_bytes(const GpuMemory& memory);

class Gpu {
public:
    /// Throws Error if there is no OpenGL 4.3.
    explicit Gpu(GpuOptions options = {});
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    /// Does a piece of work on the context's thread, after all earlier ones, and waits for it. Throws what `work` throws, and Error
    /// if OpenGL reports an error or the context is lost, now or earlier. From any thread.
    void run(const std::function<void()>& work);

    const GlInfo& info() const { return info_; }
    const GpuOptions& options() const { return options_; }
    bool is_software() const;               ///< a software renderer, such as Mesa's llvmpipe
    bool is_lost() const { return lost_; }  ///< the context and everything on the card are lost for good

    /// Whether buffers may be bound on the calling thread: the context's own, or a drawing thread that shares its objects. Throws
    /// Error if the context is lost.
    bool has_objects_here() const;

    Size block_limit() const { return block_limit_; }
    Size bytes_used() const;           ///< of all buffers
    std::optional<Size> bytes_free();  ///< as the driver reports, if credible

    /// Throws GpuMemoryError with both figures if this many bytes, plus the scratch buffer, are not available, according to the
    /// limit or to the driver.
    void ask_for(Size bytes, const std::string& what);

    /// Only in work: uses the compute shader of this name from now on. It is built at its first use.
    void use_program(const std::string& name, const std::string& definitions = {});

    /// Only in work: binds a scratch buffer as a storage block for results, and reads it.
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
