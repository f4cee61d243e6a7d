#pragma once
/// A page of one file: the program for browsers with a screen to begin with, and the model of it where that is no sample. It opens
/// from a disk, offline, and computes.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

/// What fills a page.
enum class PageExtent : std::uint8_t {
    program,    ///< the whole window
    view,       ///< the picture of the shown view alone
    inspector,  ///< the panel at its right alone
};
const char* name(PageExtent extent);
std::optional<PageExtent> page_extent(std::string_view name);

/// A file that the page brings along: its path in the page, and its contents.
struct BroughtFile {
    std::string path, contents;
};

/// What a page begins with: a link, or where there is none for it, a session and the files of its model.
struct PageStart {
    std::string link = {};
    std::string session = {};
    std::vector<BroughtFile> files = {};
    PageExtent extent = PageExtent::program;
};

/// The files of a page's model, together.
constexpr std::uintmax_t most_brought_bytes = std::uintmax_t{64} << 20;

/// Why what is on the screen cannot be put into a page, as a part of a sentence; empty: it can.
std::string page_refusal(const State& state);

/// The start of a page that shows what is on the screen. Throws Error where page_refusal() says something, and where the model's
/// files cannot be read or are more than most_brought_bytes.
PageStart page_start(const State& state, PageExtent extent = PageExtent::program);

/// The folder with the parts of pages, which scripts/web.sh makes or which is installed with the program. Throws Error, which says
/// how to make them, where they are not there.
std::filesystem::path page_parts();

/// The text of the page, of the parts in a folder: single.html, program.pack, files.pack. Throws Error where one cannot be read.
std::string single_page(const PageStart& start, const std::filesystem::path& parts);

}  // namespace vitrine
