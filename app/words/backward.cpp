#include "app/words/backward.h"

#include <algorithm>

namespace vitrine {

namespace {

std::string gradient_name(const Run& run, const std::string& path) {
    const TensorInfo* info = run.info(path);
    return gradient_symbol(info ? info->symbol : path);
}

/// "a, b and c".
std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

/// "∂Q, ∂K and ∂V", each once.
std::string listed(const Run& run, const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        const std::string name = gradient_name(run, path);
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return joined(names);
}

/// The verb for what a step does to a gradient.
const char* verb(const MadeGradient& made) {
    if (made.begins) return made.completes ? "makes " : "begins ";
    return made.completes ? "completes " : "adds to ";
}

}  // namespace

std::string backward_title(const Run& run, const BackwardStep& step) {
    const std::string& title = run_b_or_self(run).outline().steps[static_cast<std::size_t>(step.step)].title;
    return gradient_name(run_b_or_self(run), step.result) + ", of " + title;
}

std::string backward_words(const Run& run, const BackwardStep& step) {
    const Run& shown = run_b_or_self(run);
    std::vector<std::string> parts{step.reads.empty() ? "The backward pass begins at the loss"
                                                      : "It reads " + listed(shown, step.reads)};
    for (const std::string does : {"makes ", "begins ", "adds to ", "completes "}) {
        std::vector<std::string> paths;
        for (const MadeGradient& made : step.makes) {
            if (does == verb(made)) paths.push_back(made.path);
        }
        if (!paths.empty()) parts.push_back(does + listed(shown, paths));
    }
    return joined(parts) + '.';
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
