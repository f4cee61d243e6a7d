#include "core/io/pair_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <unistd.h>

#include "core/files/problem.h"
#include "core/io/training_json.h"
#include "core/io/words/sentence_pairs.h"
#include "core/text/split.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Throws Error for a side without words, and, if the text has to be UTF-8, for one that is not.
void check_side(std::string_view text, const char* side, bool utf8, const std::string& where) {
    if (utf8) within(where, [&] { split_into_characters(text); });
    if (split_at_spaces(text).empty()) fail(where, std::string("the ") + side + " is empty");
}

}  // namespace

PairFile::PairFile(const std::filesystem::path& path, bool utf8) : path_(path.string()), file_(open_to_read(path)) {
    std::ifstream stream(path, std::ios::binary);
    if (!file_.open() || !stream) fail(path_, std::string("cannot be read: ") + std::strerror(errno));
    Fingerprint fingerprint;
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        const std::uint64_t begin = end_;
        fingerprint.add(line);
        if (!stream.eof()) fingerprint.add("\n");
        end_ += line.size() + (stream.eof() ? 0 : 1);
        std::string_view text = number == 1 ? without_byte_order_mark(line) : std::string_view(line);
        const std::uint64_t mark = line.size() - text.size();
        if (text.ends_with('\r')) text.remove_suffix(1);
        add_line(text, begin + mark, number, utf8);
    }
    if (begins_.empty()) fail(path_, "empty, a line 'source TAB target' is expected");
    begins_.shrink_to_fit();
    fingerprint_ = fingerprint.text();
}

void PairFile::add_line(std::string_view line, std::uint64_t begin, int number, bool utf8) {
    if (is_blank(line)) return;
    const SentencePair pair = split_pair(line, number, path_);
    check_side(pair.source, "source", utf8, pair.where);
    check_side(pair.target, "target", utf8, pair.where);
    begins_.push_back(begin);
}

PairLines::Line PairFile::read(std::size_t line) const {
    const std::uint64_t begin = begins_[line], end = line + 1 < begins_.size() ? begins_[line + 1] : end_;
    line_.resize(end - begin);
    std::size_t done = 0;
    while (done < line_.size()) {
        const ssize_t count = pread(file_.number(), line_.data() + done, line_.size() - done, static_cast<off_t>(begin + done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(path_, "cannot be read any more: it has become shorter, or its disk is gone");
        done += static_cast<std::size_t>(count);
    }
    std::string_view text(line_);
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('\r')) text.remove_suffix(1);
    const std::size_t tab = text.find('\t');
    if (tab == std::string_view::npos) fail(path_, "has changed since training began");
    return {text.substr(0, tab), text.substr(tab + 1)};
}

/// Counts the lines before, since their numbers are only needed for messages.
std::string PairFile::place(std::size_t line) const {
    std::ifstream stream(path_, std::ios::binary);
    std::string before;
    std::uint64_t offset = 0;
    int number = 1;
    while (offset + (number == 1 ? 3 : 0) < begins_[line] && std::getline(stream, before)) offset += before.size() + 1, ++number;
    return name() + ": line " + std::to_string(number);
}

}  // namespace vitrine
