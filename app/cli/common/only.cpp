#include "app/cli/common/only.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/listing/glob.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace vitrine {

namespace {

/// The parts of a path or a glob between its dots and wildcards.
std::vector<std::string> parts_of(const std::string& path) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start < path.size();) {
        const std::size_t end = std::min(path.find_first_of(".*?", start), path.size());
        if (end > start) parts.push_back(path.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

/// "; did you mean 'weights'?" for the first part of the glob that is no part of a path.
std::string suggestion(const std::string& glob, const std::set<std::string>& known) {
    const std::vector<std::string> names(known.begin(), known.end());
    for (const std::string& part : parts_of(glob)) {
        if (!known.contains(part)) return did_you_mean(part, similar(part, names));
    }
    return "";
}

}  // namespace

void check_only(const std::string& glob, const Outline& outline) {
    std::set<std::string> known;
    for (const TensorInfo& info : outline.tensors) {
        if (glob.empty() || matches_glob(glob, info.path)) return;
        for (std::string& part : parts_of(info.path)) known.insert(std::move(part));
    }
    throw Error("--only '" + glob + "': no tensor has such a path" + suggestion(glob, known));
}

}  // namespace vitrine
