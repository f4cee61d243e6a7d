#include "app/state/tensors_search.h"

#include <algorithm>

namespace vitrine {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(char a, char b) { return lower(a) == lower(b); }

std::vector<std::string_view> parts_of(std::string_view search) {
    std::vector<std::string_view> parts;
    while (!search.empty()) {
        const std::size_t end = std::min(search.find(' '), search.size());
        if (end > 0) parts.push_back(search.substr(0, end));
        search.remove_prefix(std::min(end + 1, search.size()));
    }
    return parts;
}

std::string common_beginning(const std::vector<std::string>& paths) {
    std::string common = paths.front();
    for (const std::string& path : paths) {
        const auto [end, other] = std::mismatch(common.begin(), common.end(), path.begin(), path.end());
        common.erase(end, common.end());
    }
    return common;
}

}  // namespace

std::optional<std::vector<MatchedPart>> match(std::string_view search, std::string_view path) {
    std::vector<MatchedPart> found;
    auto from = path.begin();
    for (const std::string_view part : parts_of(search)) {
        const auto at = std::search(from, path.end(), part.begin(), part.end(), same);
        if (at == path.end()) return std::nullopt;
        const auto first = static_cast<std::size_t>(at - path.begin());
        found.push_back({first, first + part.size()});
        from = at + static_cast<std::ptrdiff_t>(part.size());
    }
    return found;
}

std::vector<std::string> matches(const Run& run, std::string_view search) {
    std::vector<std::string> found = paths_of(run);
    std::erase_if(found, [&](const std::string& path) { return !match(search, path); });
    return found;
}

std::string completed(const std::vector<std::string>& found, std::size_t chosen, const std::string& search) {
    if (found.empty()) return search;
    const std::string& path = found[std::min(chosen, found.size() - 1)];
    std::vector<std::string> beginning;
    std::copy_if(found.begin(), found.end(), std::back_inserter(beginning),
                 [&](const std::string& one) { return one.starts_with(search); });
    if (beginning.empty()) return path;
    std::string common = common_beginning(beginning);
    if (common.size() > search.size()) return common;
    const std::string& next = path.starts_with(search) ? path : beginning.front();
    const std::size_t dot = next.find('.', search.size() + 1);
    return next.substr(0, dot == std::string::npos ? next.size() : dot);
}

}  // namespace vitrine
