#pragma once
/// A page in a single file: the program for browsers with an initial screen, the model, and all samples but the largest. It can be
/// opened from a disk, offline, and computes everything itself.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// What the page shows.
enum class PageExtent : std::uint8_t {
    program,    ///< the whole window
    view,       ///< only the picture of the shown view
    inspector,  ///< only the panel at its right
};
const char* name(PageExtent extent);
std::optional<PageExtent> page_extent(std::string_view name);

/// A file that the page contains: its path in the page, and its contents.
struct BroughtFile {
    std::string path, contents;
};

/// What a page begins with: a link or, if there is none for it, a session and the files of its model.
struct PageStart {
    std::string link = {};
    std::string session = {};
    std::vector<BroughtFile> files = {};
    std::vector<std::string> samples = {};   ///< the names of those that it shows
    std::vector<std::string> left_out = {};  ///< files of other samples that it does not bring, if they are not among the parts
    PageExtent extent = PageExtent::program;
};

/// The largest size of all files of a page's model together.
constexpr std::uintmax_t most_brought_bytes = std::uintmax_t{64} << 20;

/// Why what is on the screen cannot be put into a page, as part of a sentence; empty: it can.
std::string page_refusal(const State& state);

/// The start of a page that shows what is on the screen. Throws Error if page_refusal() gives a reason, and if the model's files
/// cannot be read or are larger than most_brought_bytes.
PageStart page_start(const State& state, PageExtent extent = PageExtent::program);

/// The folder with the parts of pages, which scripts/web.sh makes or which is installed with the program. Throws Error, which
/// says how to make them, if they do not exist.
std::filesystem::path page_parts();

/// The largest file of a sample, packed, that every page brings. Of the samples that it shows it brings all files.
constexpr std::uintmax_t most_sample_bytes = std::uintmax_t{768} << 10;

/// The parts of such a page that the program, itself in a page, does not have yet: see app/state/late_files.h.
std::vector<std::string> late_parts(const State& state, const PageStart& start);

/// The text of the page, made from the parts in a folder: single.html, program.pack, files.pack, and in its folder `samples` the
/// files of the samples that are not in files.pack. Throws Error if one cannot be read.
std::string single_page(const PageStart& start, const std::filesystem::path& parts);

}  // namespace vitrine
