#include "app/cli/common/only.h"

#include <algorithm>
#include <set>

#include "core/tensor/error.h"
#include "core/text/glob.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

/// The parts of a path or glob, separated by dots and wildcards.
std::vector<std::string> parts_of(const std::string& path) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start < path.size();) {
        const std::size_t end = std::min(path.find_first_of(".*?", start), path.size());
        if (end > start) parts.push_back(path.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

/// The glob with `part` replaced by `other`. If no path matches that, a glob for everything that contains `other`.
std::string with_part(const std::string& glob, const std::string& part, const std::string& other,
                      const std::vector<std::string>& paths) {
    std::string replaced = glob;
    replaced.replace(glob.find(part), part.size(), other);
    const bool fits = std::ranges::any_of(paths, [&](const std::string& path) { return matches_glob(replaced, path); });
    return fits ? replaced : '*' + other + '*';
}

/// "; did you mean 'src.tokens'?" for a path; "; did you mean '*ffn*'?" for the first part of a glob that is not a part of any
/// path.
std::string suggestion(const std::string& glob, const std::vector<std::string>& paths) {
    if (glob.find_first_of("*?") == std::string::npos) return did_you_mean_path(glob, paths);
    std::set<std::string> known;
    for (const std::string& path : paths) {
        for (std::string& part : parts_of(path)) known.insert(std::move(part));
    }
    for (const std::string& part : parts_of(glob)) {
        if (known.contains(part)) continue;
        std::vector<std::string> globs;
        for (const std::string& close : similar(part, {known.begin(), known.end()}))
            globs.push_back(with_part(glob, part, close, paths));
        return did_you_mean(part, globs);
    }
    return "";
}

}  // namespace

void check_only(const std::string& glob, const Outline& outline, const std::vector<ParameterView>& parameters) {
    std::vector<std::string> paths;
    for (const TensorInfo& info : outline.tensors) paths.push_back(info.path);
    for (const ParameterView& parameter : parameters) paths.push_back("parameters." + parameter.name);
    if (glob.empty() || std::ranges::any_of(paths, [&](const std::string& path) { return matches_glob(glob, path); })) return;
    throw Error("--only " + in_quotes(glob) + ": no tensor has such a path" + suggestion(glob.substr(0, glob.find(',')), paths));
}

}  // namespace vitrine
