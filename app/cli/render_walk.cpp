#include "app/cli/render_walk.h"

#include <chrono>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

#include "app/base/interrupt.h"
#include "app/cli/commands.h"
#include "app/cli/common/output.h"
#include "core/files/file.h"
#include "core/files/made_folder.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// Reports progress: on a terminal in one line that is overwritten, otherwise in a line every few seconds.
class WalkProgress {
public:
    void show(int done, int count) {
        const auto now = std::chrono::steady_clock::now();
        constexpr auto interval = std::chrono::seconds(2);
        if (on_terminal_) messages() << "\r" << text(done, count) << std::flush;
        if (on_terminal_ || now - shown_ < interval) return;
        messages() << text(done, count) << '\n';
        shown_ = now;
    }

    void finish(const std::string& last) { messages() << (on_terminal_ ? "\r\033[K" : "") << printable(last) << '\n'; }

private:
    static std::string text(int done, int count) { return fmt::format("step {} of {}", done, count); }

    const bool on_terminal_ = isatty(STDERR_FILENO) != 0;
    std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

}  // namespace

std::string NumberedNames::name(int number) const { return fmt::format("{}{:0{}}{}", before, number, digits, after); }

NumberedNames numbered_names(const std::string& pattern) {
    const std::size_t sign = pattern.find('%'), end = pattern.find_first_not_of("0123456789", sign + 1);
    const bool one = sign != std::string::npos && end != std::string::npos && pattern[end] == 'd' && end - sign <= 3;
    if (!one || pattern.find('%', end) != std::string::npos)
        throw Error("--out " + pattern + ": with --walk the name has to say where the number goes, as in frame-%03d.png");
    const std::string digits = pattern.substr(sign + 1, end - sign - 1);
    return {pattern.substr(0, sign), pattern.substr(end + 1), digits.empty() ? 0 : std::stoi(digits)};
}

void render_walk(Application& application, const NumberedNames& names, int count, PictureFormat format, double pixels) {
    const std::filesystem::path folder = std::filesystem::path(names.name(1)).parent_path();
    const MadeFolder made(folder.empty() ? "." : folder);
    const Interrupt interrupt;
    WalkProgress progress;
    for (int step = 0; step < count; ++step) {
        write_file_atomically(names.name(step + 1), picture_file(application, format, {.pixels = pixels, .place = step}));
        progress.show(step + 1, count);
        if (interrupt.signal() == 0 || step + 1 == count) continue;
        progress.finish("");
        throw Ended(fmt::format("stopped after step {} of {}; its pictures are there", step + 1, count), 128 + interrupt.signal());
    }
    progress.finish(fmt::format("{} pictures, {} to {}", count, names.name(1), names.name(count)));
}

}  // namespace vitrine
