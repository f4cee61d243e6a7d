#include "app/views/tensors/search.h"

#include <algorithm>
#include <utility>

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

/// The least number of changes that turn a part into something that occurs in a path (Sellers 1980).
std::size_t changes(std::string_view part, std::string_view path) {
    std::vector<std::size_t> row(path.size() + 1, 0);
    for (std::size_t i = 1; i <= part.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= path.size(); ++j) {
            const std::size_t replaced = diagonal + (same(part[i - 1], path[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return *std::min_element(row.begin(), row.end());
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
    std::erase_if(found, [&](const std::string& path) { return !match(search, path) && !match(search, run.info(path)->symbol); });
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

std::string nearest_path(const Run& run, std::string_view search) {
    std::string nearest;
    std::size_t fewest = 0;
    for (const std::string& path : paths_of(run)) {
        std::size_t all = 0;
        for (const std::string_view part : parts_of(search)) all += changes(part, path);
        if (nearest.empty() || all < fewest) nearest = path, fewest = all;
    }
    return nearest;
}

}  // namespace vitrine
