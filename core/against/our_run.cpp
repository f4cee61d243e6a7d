#include "core/against/our_run.h"

namespace vitrine {

std::string reference_path(const std::string& path, const Trace& trace) {
    if (trace.find(path).present()) return path;
    constexpr std::string_view dropped = "dropped_";
    const auto at = path.rfind(dropped);
    if (at == std::string::npos) return {};
    const std::string owner = path.substr(0, at), name = path.substr(at + dropped.size());
    const std::string before = owner + (owner.ends_with(".ffn.") && name == "output" ? "linear2" : name);
    return trace.find(before).present() ? before : std::string{};
}

}  // namespace vitrine
