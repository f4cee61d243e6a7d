#include "core/trace/path_suggestion.h"

#include <algorithm>
#include <string_view>

#include "core/text/glob.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/trace/trace.h"

namespace vitrine {

std::string in_our_spelling(std::string path) {
    constexpr std::string_view before = "transformer.", theirs = "multihead_attn", ours = "cross_attn";
    if (path.starts_with(before)) path.erase(0, before.size());
    if (const auto at = path.find(theirs); at != std::string::npos) path.replace(at, theirs.size(), ours);
    return path;
}

std::string did_you_mean_path(const std::string& path, const std::vector<std::string>& known) {
    const std::string respelled = in_our_spelling(path);
    if (std::ranges::count(known, respelled) > 0) return did_you_mean(respelled, {respelled});
    const auto distance = [&](const std::string& name) {
        const std::vector<std::string> closest = nearest(name, known, 1);
        return closest.empty() ? 0 : edit_distance(name, closest.front());
    };
    return did_you_mean(distance(respelled) < distance(path) ? respelled : path, known);
}

std::string nothing_matches(const Trace& trace, std::string_view glob) {
    for (const TensorInfo& info : trace.outline->tensors) {
        if (!matches_glob(glob, info.path) || trace.find(info.path).present()) continue;
        const bool needs_labels = info.path == "labels" || info.path == "token_loss" || info.path == "loss";
        return in_quotes(info.path) + " was not computed" + (needs_labels ? ": the batch has no labels" : " in this run");
    }
    return "no path of a recorded tensor matches " + in_quotes(glob);
}

}  // namespace vitrine
