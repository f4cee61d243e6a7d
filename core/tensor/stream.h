#pragma once
/// Streaming stores: write data that is not read again soon past the caches, where the processor supports it.

#include <cstdint>

#include "core/tensor/product_kernel.h"

#if defined(__AVX512F__) || defined(__AVX__)
#include <immintrin.h>
#endif

namespace vitrine {

/// Whether rows of `width` numbers starting at `first` are aligned to vectors, as stream() requires.
inline bool streamable(const Scalar* first, Size width) {
    return reinterpret_cast<std::uintptr_t>(first) % product_parts::vector_bytes == 0 && width % product_parts::lanes == 0;
}

/// Writes a vector without reading its cache line first and without evicting another one. Requires: `to` is aligned to a vector.
inline void stream(Scalar* to, product_parts::Vector vector) {
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(vector));
#elif defined(__AVX__)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(vector));
#else
    product_parts::store(to, vector);
#endif
}

/// Makes everything that this thread has streamed visible to other threads before its next writes.
inline void end_streaming() {
#if defined(__AVX512F__) || defined(__AVX__)
    _mm_sfence();
#endif
}

}  // namespace vitrine
