#include "core/tensor/memory.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <utility>

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#include <malloc.h>
#elif defined(__linux__)
#include <sys/mman.h>
#endif

namespace vitrine {

namespace {

#if defined(__EMSCRIPTEN__)

/// What a web page may still take. Its limit is that of its own heap, whatever the machine has.
std::optional<Size> left_by_system() {
    return static_cast<Size>(emscripten_get_heap_max()) - static_cast<Size>(static_cast<unsigned>(mallinfo().uordblks));
}

#else

/// The number that follows a word in a file of words and numbers; nothing if it is not there.
std::optional<Size> number_behind(const char* word, const char* file) {
    std::ifstream in(file);
    for (std::string read; in >> read;) {
        Size number = 0;
        if (read == word && in >> number) return number;
    }
    return std::nullopt;
}

/// The number that a file begins with; nothing if there is no such file, or if it begins with a word, such as "max".
std::optional<Size> number_in(const char* file) {
    std::ifstream in(file);
    Size number = 0;
    return in >> number ? std::optional(number) : std::nullopt;
}

/// What the control group of a container leaves. Cached files count as used there, but the system takes back the pages that were
/// not used for a while, so they count as free here.
std::optional<Size> left_in_group() {
    const auto most = number_in("/sys/fs/cgroup/memory.max"), used = number_in("/sys/fs/cgroup/memory.current");
    if (!most || !used) return std::nullopt;
    return *most - *used + number_behind("inactive_file", "/sys/fs/cgroup/memory.stat").value_or(0);
}

std::optional<Size> left_by_system() {
    std::optional<Size> free = number_behind("MemAvailable:", "/proc/meminfo");
    if (!free) return std::nullopt;
    *free *= 1024;
    if (const auto left = left_in_group()) free = std::clamp<Size>(*left, 0, *free);
    return free;
}

#endif

/// The bytes of the current MemoryLimit; negative: there is none.
std::atomic<Size> limit{-1};

double gigabytes(Size bytes) { return static_cast<double>(bytes) / 1e9; }

}  // namespace

MemoryShortage::MemoryShortage(Size needed, Size free) {
    std::snprintf(text_.data(), text_.size(), "%.1f GB more are needed, and %.1f GB are free", gigabytes(needed), gigabytes(free));
}

std::optional<Size> free_memory() {
    const std::optional<Size> free = left_by_system();
    const Size most = limit;
    return most < 0 ? free : std::min(most, free.value_or(most));
}

MemoryLimit::MemoryLimit(Size bytes) { limit = bytes; }

MemoryLimit::~MemoryLimit() { limit = -1; }

void require_memory(Size bytes) {
    constexpr Size many = Size{64} << 20, spared = Size{128} << 20;
    if (bytes < many) return;
    const std::optional<Size> free = free_memory();
    if (free && bytes + spared > *free) throw MemoryShortage(bytes, *free);
}

void use_large_pages([[maybe_unused]] void* start, [[maybe_unused]] Size bytes) {
#if defined(__linux__)
    constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
    const auto address = reinterpret_cast<std::uintptr_t>(start),
               end = (address + static_cast<std::uintptr_t>(bytes)) / page * page;
    const std::uintptr_t begin = (address + page - 1) / page * page;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // without them it is only slower
#endif
}

std::string shortage_text(std::string beginning, const std::bad_alloc& problem) {
    if (!dynamic_cast<const MemoryShortage*>(&problem)) return beginning;
    return std::move(beginning) + ": " + problem.what();
}

}  // namespace vitrine
