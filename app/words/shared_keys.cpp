#include "app/words/shared_keys.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/run/picture.h"

namespace vitrine {

namespace {

/// The index of a cell along the axis of heads; nothing if its tensor has no such axis.
std::optional<Size> head_at(const Run& run, const std::string& path, const Index& index) {
    const int axis = run.find(path).layout.find(Axis::head);
    return axis < 0 ? std::nullopt : std::optional(index[static_cast<std::size_t>(axis)]);
}

/// A head of keys, and the heads of queries that read it.
struct SharedKeys {
    Size key_head = 0, first = 0, last = 0;  ///< counted from 1
};

/// The sharing of a cell of keys or values; nothing if they are not shared.
std::optional<SharedKeys> shared_keys(const Run& run, const std::string& path, const Index& index) {
    const TensorInfo* info = run.info(path);
    const std::optional<AttentionPlace> attention = attention_at(path);
    const std::optional<Size> place = head_at(run, path, index);
    if (!info || !attention || !place || !is_of_keys(*info)) return std::nullopt;
    const Layout layout = run.find(path).layout;
    const Size group = head_count(run, *attention) / layout.shape[static_cast<std::size_t>(layout.find(Axis::head))];
    if (group < 2) return std::nullopt;
    return SharedKeys{*place + 1, *place * group + 1, (*place + 1) * group};
}

}  // namespace

std::string shared_key_words(const Run& run, const Explanation& explanation) {
    if (const auto own = shared_keys(run, explanation.path, explanation.index))
        return fmt::format("Heads {}–{} share key head {}.", own->first, own->last, own->key_head);
    const std::optional<Size> head = head_at(run, explanation.path, explanation.index);
    if (!head || explanation.terms.empty()) return "";
    for (const CellFactor& factor : explanation.terms.front().factors) {
        const std::string path(factor.path);
        const auto read = path.empty() ? std::nullopt : shared_keys(run, path, factor.index);
        if (!read) continue;
        return fmt::format("Head {} reads the {} of key head {}, which heads {}–{} share.", *head + 1,
                           path.ends_with(".value") ? "values" : "keys", read->key_head, read->first, read->last);
    }
    return "";
}

}  // namespace vitrine
