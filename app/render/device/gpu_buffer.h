#pragma once
/// Memory of a graphics card.

#include "app/render/device/gpu.h"

namespace vitrine {

/// Memory of the card. Made and bound in work that its Gpu runs; may end anywhere.
class GpuBuffer {
public:
    GpuBuffer() = default;
    /// Undefined cells, or those given. Throws GpuMemoryError where the memory is not to be had.
    GpuBuffer(std::shared_ptr<Gpu> gpu, Size bytes, const void* cells = nullptr);
    ~GpuBuffer();
    GpuBuffer(GpuBuffer&& other) noexcept { swap(other); }
    GpuBuffer& operator=(GpuBuffer&& other) noexcept {
        swap(other);
        return *this;
    }

    Size bytes() const { return bytes_; }
    unsigned name() const { return name_; }  ///< where Gpu::has_objects_here()

    /// Binds it, or bytes of it from `first` on, as storage block number `binding`.
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
