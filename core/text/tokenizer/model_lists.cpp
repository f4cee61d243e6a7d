#include "core/text/tokenizer/model_lists.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "core/text/tokenizer/json_scanner.h"

namespace vitrine {

namespace {

class ModelListReading {
public:
    explicit ModelListReading(std::string_view json) : json_(json), scan_(json) {}

    std::optional<ModelLists> read() {
        const bool is_read = scan_.items('{', '}', [&] { return key() && (key_ == "model" ? model() : scan_.skip()); });
        if (!is_read || scan_.peek() != '\0' || !fit_kind() || has_repetition(lists_.ids)) return std::nullopt;
        lists_.rest.append(json_.substr(kept_));
        return std::move(lists_);
    }

private:
    /// Compares hashes first, which takes a tenth of the memory of a set.
    static bool has_repetition(const std::vector<std::pair<std::string, std::int32_t>>& ids) {
        std::vector<std::size_t> hashes;
        hashes.reserve(ids.size());
        for (const auto& [token, id] : ids) hashes.push_back(std::hash<std::string_view>()(token));
        std::ranges::sort(hashes);
        if (std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end()) return false;
        std::unordered_set<std::string_view> met;
        met.reserve(ids.size());
        return !std::all_of(ids.begin(), ids.end(), [&](const auto& one) { return met.insert(one.first).second; });
    }

    bool key() { return scan_.string(key_) && scan_.take(':'); }

    bool model() {
        return scan_.items('{', '}', [&] { return key() && field(); });
    }

    bool field() {
        if (key_ == "type") return scan_.peek() == '"' ? scan_.string(kind_) : scan_.skip();
        if (key_ == "merges") return take_out("[]", has_merges_, [&] { return merges(); });
        if (key_ != "vocab") return scan_.skip();
        return scan_.peek() == '{' ? take_out("{}", has_ids_, [&] { return ids(); })
                                   : take_out("[]", has_scores_, [&] { return scores(); });
    }

    /// Whether these are the lists of this kind of model, and no others.
    bool fit_kind() const {
        if (kind_ == "Unigram") return has_scores_ && !has_ids_ && !has_merges_;
        return has_ids_ && !has_scores_ && ((kind_ == "BPE" && has_merges_) || (kind_ == "WordPiece" && !has_merges_));
    }

    /// Reads a list, and leaves an empty list in its place.
    template <class Read>
    bool take_out(std::string_view empty, bool& is_there, const Read& read_list) {
        is_there = true;
        lists_.rest.append(json_.substr(kept_, scan_.place() - kept_)).append(empty);
        const bool is_read = read_list();
        kept_ = scan_.place();
        return is_read;
    }

    bool ids() {
        return scan_.items('{', '}', [&] {
            auto& [token, id] = lists_.ids.emplace_back();
            return scan_.string(token) && scan_.take(':') && scan_.number(id);
        });
    }

    bool scores() {
        return scan_.items('[', ']', [&] {
            auto& [token, score] = lists_.scores.emplace_back();
            return scan_.take('[') && scan_.string(token) && scan_.take(',') && scan_.number(score) && scan_.take(']');
        });
    }

    bool merges() {
        lists_.merges.reserve(lists_.ids.size());  // nearly every token is the result of a merge
        return scan_.items('[', ']', [&] {
            auto& [left, right] = lists_.merges.emplace_back();
            if (scan_.take('[')) return scan_.string(left) && scan_.take(',') && scan_.string(right) && scan_.take(']');
            if (!scan_.string(left)) return false;
            const auto space = left.find(' ');  // "Ġ t" in older files
            if (space == std::string::npos || left.find(' ', space + 1) != std::string::npos) return false;
            right = left.substr(space + 1);
            left.resize(space);
            return true;
        });
    }

    const std::string_view json_;
    JsonScanner scan_;
    ModelLists lists_;
    std::size_t kept_ = 0;  // how much of json_ has been copied to the rest
    std::string key_, kind_;
    bool has_ids_ = false, has_scores_ = false, has_merges_ = false;
};

}  // namespace

std::optional<ModelLists> take_model_lists(std::string_view json) { return ModelListReading(json).read(); }

}  // namespace vitrine
