#include "core/scores/ngrams.h"

#include <algorithm>

namespace vitrine {

NgramCounts count_ngrams(const std::vector<std::string_view>& pieces, std::size_t n) {
    NgramCounts counts;
    for (std::size_t first = 0; first + n <= pieces.size(); ++first) {
        const char* begin = pieces[first].data();
        const std::string_view last = pieces[first + n - 1];
        ++counts[std::string_view(begin, static_cast<std::size_t>(last.data() + last.size() - begin))];
    }
    return counts;
}

std::int64_t total(const NgramCounts& counts) {
    std::int64_t sum = 0;
    for (const auto& [run, count] : counts) sum += count;
    return sum;
}

std::int64_t matches(const NgramCounts& counts, const NgramCounts& others) {
    std::int64_t sum = 0;
    for (const auto& [run, count] : counts) {
        const auto other = others.find(run);
        if (other != others.end()) sum += std::min(count, other->second);
    }
    return sum;
}

}  // namespace vitrine
