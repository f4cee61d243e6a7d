#include "app/run/cell_values.h"

#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/text/completions.h"

namespace vitrine {

namespace {

/// For a tensor of ids: the words of the source or of the target.
const Vocabulary& words_of(const Run& run, const std::string& path) {
    const TensorInfo* info = run.info(path);
    return info && info->side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary;
}

std::int32_t vocabulary_size(const Run& run, const std::string& path) {
    const Configuration& c = run.model->configuration;
    const TensorInfo* info = run.info(path);
    return static_cast<std::int32_t>(info && info->side == Side::source ? c.src_vocab_size : c.tgt_vocab_size);
}

ReadValue read_id(const Run& run, const std::string& path, std::string_view typed) {
    const Vocabulary& words = words_of(run, path);
    const std::int32_t size = vocabulary_size(run, path);
    if (const auto known = words.id(typed)) return {static_cast<double>(*known)};
    if (const ReadToken id = read_token({}, size, typed); id.id) return {static_cast<double>(*id.id)};
    return {std::nullopt, fmt::format("“{}” is neither a token of the vocabulary nor an id from 0 to {}.", typed, size - 1)};
}

ReadValue read_number(std::string_view typed) {
    std::string text(typed);
    for (std::size_t minus = text.find("−"); minus != std::string::npos; minus = text.find("−")) text.replace(minus, 3, "-");
    const std::size_t infinity = text.find("∞");
    if (infinity != std::string::npos) text.replace(infinity, 3, "inf");
    const char *begin = text.data() + text.starts_with('+'), *end = text.data() + text.size();
    double value = 0;
    const auto [stopped, error] = std::from_chars(begin, end, value);
    const bool is_number = stopped == end && begin != end && (begin == text.data() || *begin != '-');
    if (!is_number || error == std::errc::invalid_argument)
        return {std::nullopt, fmt::format("“{}” is not a number: write one like 0.25 or −1e-3, nan, or inf.", typed)};
    constexpr double most = std::numeric_limits<Scalar>::max();
    if (error == std::errc::result_out_of_range || (std::isfinite(value) && std::abs(value) > most))
        return {std::nullopt,
                fmt::format("“{}” is too large for the numbers of this run, at most ±{:.1e}; inf is infinity.", typed, most)};
    return {value};
}

}  // namespace

std::string value_words(const Run& run, const std::string& path, double value) {
    const ElementType type = run.find(path).type;
    if (type == ElementType::index) return words_of(run, path).word(static_cast<std::int32_t>(value));
    if (type == ElementType::mask) return value == 0 ? "0" : "1";
    if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value < 0 ? "−∞" : "∞";
    return fmt::format("{}", static_cast<Scalar>(value));
}

std::string typed_value(const Run& run, const std::string& path, const Index& cell) {
    return value_words(run, path, run.find(path).at(cell));
}

ReadValue read_value(const Run& run, const std::string& path, std::string_view typed) {
    switch (run.find(path).type) {
        case ElementType::index:
            return read_id(run, path, typed);
        case ElementType::mask:
            if (typed == "0" || typed == "1") return {typed == "1" ? 1.0 : 0.0};
            return {std::nullopt, "A mask holds 1, attend, or 0, hidden."};
        default:
            return read_number(typed);
    }
}

Interventions overwritten(Interventions interventions, const Overwrite& overwrite) {
    const Overwrite there = stored(overwrite);
    std::erase_if(interventions.overwrites, [&](const Overwrite& one) {
        const Overwrite other = stored(one);
        return other.path == there.path && other.index == there.index;
    });
    interventions.overwrites.push_back(overwrite);
    return interventions;
}

std::map<std::string, std::vector<Index>> written_cells(const Interventions& interventions) {
    std::map<std::string, std::vector<Index>> cells;
    for (const Overwrite& overwrite : interventions.overwrites) {
        Overwrite there = stored(overwrite);
        cells[there.path].push_back(there.index);
        if (!there.path.ends_with(".key")) continue;
        std::swap(there.index[2], there.index[3]);
        cells[there.path + "_transposed"].push_back(there.index);
    }
    return cells;
}

}  // namespace vitrine
