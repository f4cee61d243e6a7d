#pragma once
/// Asking for memory before it is taken: the system hands out more than there is, and ends a program that then writes to it.

#include <array>
#include <new>
#include <optional>
#include <string>

#include "core/tensor/layout.h"

namespace vitrine {

/// Thrown before memory is taken that is not there. what(): "3.2 GB more are needed, and 1.1 GB are free".
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

/// Throws MemoryShortage if so many bytes would leave the system hardly any. Asks the system only where they are many.
void require_memory(Size bytes);

/// Asks the system to back memory that has not been written to with large pages, where it has them: 2 MB in place of 4 kB make it
/// faster to take and to read through. `bytes`: what will be written. Does nothing for little.
void use_large_pages(void* start, Size bytes);

/// While it lives, the program acts as if no more than this were free. Tests see so what happens where little is.
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
