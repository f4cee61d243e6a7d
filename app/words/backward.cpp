#include "app/words/backward.h"

#include <algorithm>

namespace vitrine {

namespace {

std::string gradient_name(const Run& run, const std::string& path) {
    const TensorInfo* info = run.info(path);
    return gradient_symbol(info ? info->symbol : path);
}

/// "∂Q, ∂K and ∂V", each once.
std::string listed(const Run& run, const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        const std::string name = gradient_name(run, path);
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

}  // namespace

std::string backward_title(const Run& run, const BackwardStep& step) {
    const std::string& title = run_b_or_self(run).outline().steps[static_cast<std::size_t>(step.step)].title;
    return gradient_name(run_b_or_self(run), step.result) + ", of " + title;
}

std::string backward_words(const Run& run, const BackwardStep& step) {
    std::vector<std::string> complete, incomplete;
    for (const MadeGradient& made : step.makes) (made.completes ? complete : incomplete).push_back(made.path);
    const Run& shown = run_b_or_self(run);
    std::string words = step.reads.empty() ? "The way back begins at the loss" : "It reads " + listed(shown, step.reads);
    if (!complete.empty()) words += " and makes " + listed(shown, complete);
    if (incomplete.empty()) return words + ".";
    const std::string rest = listed(shown, incomplete);
    const bool several = rest.find(" and ") != std::string::npos;
    return words + (complete.empty() ? " and adds to " : ", and adds to ") + rest +
           ", which other operations read, too: " + (several ? "they add to them" : "they add to it") + " further on.";
}

std::vector<GradientLine> gradient_lines(const Run& run, const std::string& path) {
    std::vector<GradientLine> lines;
    for (const BackwardStep& step : film_of(run).backward) {
        for (const MadeGradient& made : step.makes) {
            if (made.path == path) lines.push_back({made.forward, made.formula});
        }
    }
    return lines;
}

}  // namespace vitrine
