#pragma once

#include "app/render/device/gpu.h"

namespace vitrine {

/// A buffer in graphics memory. Made and bound only in work of its Gpu; may be destroyed on any thread.
class GpuBuffer {
public:
    GpuBuffer() = default;
    /// A buffer with undefined content, or with the given cells. Throws GpuMemoryError if there is not enough memory.
    GpuBuffer(std::shared_ptr<Gpu> gpu, Size bytes, const void* cells = nullptr);
    ~GpuBuffer();
    GpuBuffer(GpuBuffer&& other) noexcept { swap(other); }
    GpuBuffer& operator=(GpuBuffer&& other) noexcept {
        swap(other);
        return *this;
    }

    Size bytes() const { return bytes_; }
    unsigned name() const { return name_; }  ///< requires: Gpu::has_objects_here()

    /// Binds the buffer, or `bytes` of it from `first` on, as storage block number `binding`.
    void bind(unsigned binding) const;
    void bind(unsigned binding, Size first, Size bytes) const;

    void read(Size first, Size bytes, void* to) const;

private:
    void swap(GpuBuffer& other) noexcept;

    std::shared_ptr<Gpu> gpu_;
    unsigned name_ = 0;
    Size bytes_ = 0;
};

}  // namespace vitrine
