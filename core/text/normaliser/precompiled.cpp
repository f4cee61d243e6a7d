#include "core/text/normaliser/precompiled.h"

#include <utility>

#include "core/tensor/error.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace vitrine::normaliser {

namespace {

/// The fields of a unit: the offset of its children, the byte that leads to it, whether a key ends there, and the text for that
/// key.
std::uint32_t offset(std::uint32_t unit) { return (unit >> 10) << ((unit & (1u << 9)) >> 6); }
std::uint32_t label(std::uint32_t unit) { return unit & ((1u << 31) | 0xff); }
bool has_leaf(std::uint32_t unit) { return (unit >> 8 & 1) == 1; }
std::uint32_t value(std::uint32_t unit) { return unit & ((1u << 31) - 1); }

/// Longer clusters are looked up character by character.
constexpr std::size_t longest_cluster = 5;

std::uint32_t little_endian(const std::string& bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < 4; ++i) number |= std::uint32_t(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return number;
}

}  // namespace

Precompiled::Precompiled(std::string charsmap) : charsmap_(std::move(charsmap)) {
    constexpr std::size_t head = 4;
    if (charsmap_.size() < head) throw Error("the map of characters is cut off");
    const std::size_t size = little_endian(charsmap_, 0);
    if (size % 4 != 0 || size == 0 || size > charsmap_.size() - head) {
        throw Error("the map of characters says that its trie has " + std::to_string(size) + " bytes, of " +
                    std::to_string(charsmap_.size() - head));
    }
    for (std::size_t at = head; at < head + size; at += 4) units_.push_back(little_endian(charsmap_, at));
    texts_ = head + size;
    check_texts();
}

/// Checks that no unit leads outside the texts, so that this need not be checked later. A unit that leads outside the trie just
/// ends a search.
void Precompiled::check_texts() const {
    const std::string_view texts = std::string_view(charsmap_).substr(texts_);
    if (!texts.empty() && texts.back() != '\0') throw Error("the map of characters is cut off: its last text has no end");
    if (with_replacements(texts) != texts) throw Error("the map of characters holds texts that are not UTF-8");
    for (std::uint32_t node = 0; node < units_.size(); ++node) {
        if (!has_leaf(units_[node])) continue;
        const std::uint32_t leaf = node ^ offset(units_[node]);
        // Only units that are reached by their label are nodes. Leaves may look like any number, so they are not checked.
        if (label(units_[node]) > 0xff || leaf >= units_.size()) continue;
        const std::uint32_t text = value(units_[leaf]);
        if (text >= texts.size()) {
            throw Error("the map of characters leads to its byte " + std::to_string(text) + ", behind its end");
        }
    }
}

const char* Precompiled::find(std::string_view text) const {
    if (units_.empty()) return nullptr;
    const std::size_t end = charsmap_.size();
    std::uint32_t node = offset(units_[0]);
    for (const char sign : text) {
        const auto byte = static_cast<unsigned char>(sign);
        node ^= byte;
        if (byte == 0 || node >= units_.size() || label(units_[node]) != byte) return nullptr;
        const bool is_key = has_leaf(units_[node]);
        node ^= offset(units_[node]);
        if (!is_key) continue;
        if (node >= units_.size() || texts_ + value(units_[node]) >= end) return nullptr;
        return charsmap_.c_str() + texts_ + value(units_[node]);
    }
    return nullptr;
}

/// A short cluster is replaced as a whole by the text for its shortest key. That is how `tokenizers` does it, so the models were
/// trained on such texts.
void Precompiled::apply(std::string& text, const TextGrowth& growth) const {
    std::string result;
    const auto add = [&](std::string_view part) {
        growth.require(result.size() + part.size());
        result += part;
    };
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = grapheme_end(text, start);
        const std::string_view cluster = std::string_view(text).substr(start, end - start);
        const char* whole = cluster.size() <= longest_cluster ? find(cluster) : nullptr;
        if (whole) {
            add(whole);
        } else {
            for_each_step(cluster, [&](const Utf8Step&, std::string_view character) {
                const char* other = find(character);
                add(other ? other : character);
            });
        }
        start = end;
    }
    text = std::move(result);
}

}  // namespace vitrine::normaliser
