#pragma once
/// Writing what is not read again soon: past the caches, where the processor can.

#include <cstdint>

#include "core/tensor/product_kernel.h"

#if defined(__AVX512F__) || defined(__AVX__)
#include <immintrin.h>
#endif

namespace vitrine {

/// Whether rows of this many numbers, the first of them here, begin on borders of vectors, as stream() needs it.
inline bool streamable(const Scalar* first, Size width) {
    return reinterpret_cast<std::uintptr_t>(first) % product_parts::vector_bytes == 0 && width % product_parts::lanes == 0;
}

/// Writes a vector without reading the line it lies in first, and without driving another one out of the caches.
inline void stream(Scalar* to, product_parts::Vector vector) {
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(vector));
#elif defined(__AVX__)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(vector));
#else
    product_parts::store(to, vector);
#endif
}

/// Other threads see all that this one has streamed before what it does next.
inline void end_streaming() {
#if defined(__AVX512F__) || defined(__AVX__)
    _mm_sfence();
#endif
}

}  // namespace vitrine
