#include "core/tensor/simd.h"

namespace vitrine {

std::string_view compiled_simd() {
#if defined(__AVX512F__)
    return "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
    return "AVX2 and FMA";
#elif defined(__AVX__)
    return "AVX";
#elif defined(__SSE4_2__)
    return "SSE4.2";
#elif defined(__SSE2__)
    return "SSE2";
#elif defined(__ARM_NEON)
    return "NEON";
#else
    return "none";
#endif
}

std::string_view simd_level() {
#ifdef VITRINE_LEVEL
    return VITRINE_LEVEL;
#else
    return "";
#endif
}

}  // namespace vitrine
