#pragma once
/// Asks whether there is enough memory before taking it: the system grants more than there is, and ends a program that then
/// writes to it.

#include <array>
#include <new>
#include <optional>
#include <string>

#include "core/tensor/layout.h"

namespace vitrine {

/// Thrown before taking memory that is not available. what(): "3.2 GB more are needed, and 1.1 GB are free".
class MemoryShortage final : public std::bad_alloc {
public:
    MemoryShortage(Size needed, Size free);
    const char* what() const noexcept override { return text_.data(); }

private:
    std::array<char, 64> text_;
};

/// The bytes that this program may still take: what the system has left without swapping, or less where its control group has a
/// limit. Nothing: the system does not say, and there is no MemoryLimit.
std::optional<Size> free_memory();

/// Throws MemoryShortage if taking this many bytes would leave the system hardly any. Does not ask the system about small
/// amounts.
void require_memory(Size bytes);

/// Asks the system to back memory that has not been written to with large pages, if it has them: pages of 2 MB instead of 4 kB
/// make memory faster to take and to read through. `bytes`: how much will be written. Does nothing for small amounts.
void use_large_pages(void* start, Size bytes);

/// While this object lives, the program acts as if at most this many bytes were free, so that tests can see what happens when
/// memory is short.
class MemoryLimit {
public:
    explicit MemoryLimit(Size bytes);
    ~MemoryLimit();
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
};

/// The problem as a sentence's beginning and, where it is a MemoryShortage, its numbers: "BEGINNING: 3.2 GB more are needed, …".
std::string shortage_text(std::string beginning, const std::bad_alloc& problem);

}  // namespace vitrine
