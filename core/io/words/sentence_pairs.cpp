#include "core/io/words/sentence_pairs.h"

#include <algorithm>

#include "core/files/problem.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

/// Removes the next line from the text and returns it without its ending.
std::string_view next_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

}  // namespace

SentencePair split_pair(std::string_view line, int number, const std::string& file) {
    std::string where = file + ": line " + std::to_string(number);
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) fail(where, "no TAB between source and target");
    if (line.find('\t', tab + 1) != std::string_view::npos) fail(where, "more than one TAB");
    return {line.substr(0, tab), line.substr(tab + 1), std::move(where), number};
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t") == std::string_view::npos; }

std::vector<SentencePair> split_pairs(std::string_view text, const std::string& where) {
    text = without_byte_order_mark(text);
    std::vector<SentencePair> pairs;
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = next_line(text);
        if (is_blank(line)) continue;
        pairs.push_back(split_pair(line, number, where));
    }
    if (pairs.empty()) fail(where, "empty, a line 'source TAB target' is expected");
    return pairs;
}

}  // namespace vitrine
