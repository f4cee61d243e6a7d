#include "core/text/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::size_t common_beginning(std::string_view a, std::string_view b) {
    return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

}  // namespace

std::size_t edit_distance(std::string_view from, std::string_view to) {
    // Distances between the first i − 2, i − 1 and i characters of `from` and, by index, the first characters of `to`.
    std::vector<std::size_t> before_last(to.size() + 1), last(to.size() + 1), row(to.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            row[j] = std::min({last[j - 1] + (from[i - 1] != to[j - 1]), last[j] + 1, row[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last.swap(last);
        last.swap(row);
    }
    return last.back();
}

std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates, std::size_t count) {
    std::vector<std::pair<std::ptrdiff_t, std::string>> scored;
    for (const std::string& candidate : candidates) {
        // Each character of a common beginning makes up for one edit: where a path is counts more than the rest of it.
        const auto score = static_cast<std::ptrdiff_t>(edit_distance(name, candidate)) -
                           static_cast<std::ptrdiff_t>(common_beginning(name, candidate));
        scored.emplace_back(score, candidate);
    }
    std::sort(scored.begin(), scored.end());
    scored.erase(std::unique(scored.begin(), scored.end()), scored.end());
    scored.resize(std::min(count, scored.size()));
    std::vector<std::string> names;
    for (auto& [score, candidate] : scored) names.push_back(std::move(candidate));
    return names;
}

std::vector<std::string> similar(std::string_view name, const std::vector<std::string>& candidates) {
    std::vector<std::string> alike = candidates;
    std::erase_if(alike, [&](const std::string& candidate) {
        return edit_distance(name, candidate) > 2 && common_beginning(name, candidate) < 3;
    });
    return alike;
}

std::string did_you_mean(const std::vector<std::string>& names) {
    std::string question;
    for (std::size_t i = 0; i < names.size(); ++i)
        question += (i == 0 ? "; did you mean " : i + 1 < names.size() ? ", " : " or ") + in_quotes(names[i]);
    return question.empty() ? question : question + "?";
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
    constexpr std::size_t longest = 200;  // nobody mistypes a longer name, and comparing it takes time
    return name.size() > longest ? "" : did_you_mean(nearest(name, candidates));
}

}  // namespace vitrine
