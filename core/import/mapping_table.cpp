#include "core/import/mapping_table.h"

#include <algorithm>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct TableLine {
    std::string what, from, how;
};

/// "guessed: by its number".
std::string how_text(std::string_view how, const std::string& why) { return std::string(how) + (why.empty() ? "" : ": " + why); }

void add_lines(const std::vector<TableLine>& lines, std::string& text) {
    std::size_t what = 0, from = 0;
    for (const TableLine& line : lines) {
        what = std::max(what, text_width(line.what));
        from = std::max(from, text_width(line.from));
    }
    for (const TableLine& line : lines) {
        const std::string row = left_aligned(line.what, what) + "  " + left_aligned(line.from, from) + "  " + line.how;
        text += row.substr(0, row.find_last_not_of(' ') + 1) + '\n';
    }
}

}  // namespace

std::string mapping_table(const Mapping& mapping) {
    std::vector<TableLine> parameters{{"parameter", "made of", "how"}}, answers{{"question", "answer", "how"}},
        left{{"left", "", "why"}};
    for (const MappingEntry& entry : mapping.entries) {
        parameters.push_back(
            {entry.parameter, printable(pieces_text(entry.pieces)), printable(how_text(name(entry.certainty), entry.reason))});
    }
    for (const QuestionText& question : all_questions()) {
        const auto found = mapping.answers.find(question.question);
        if (found == mapping.answers.end()) continue;
        answers.push_back({std::string(question.option), found->second.value,
                           printable(how_text(name(found->second.source), found->second.reason))});
    }
    for (const LeftTensor& tensor : mapping.left) {
        left.push_back(
            {printable(tensor.name), "", tensor.reason.empty() ? "nothing in the model matches it" : printable(tensor.reason)});
    }
    std::string text;
    add_lines(parameters, text);
    for (const auto* table : {&answers, &left}) {
        if (table->size() > 1) add_lines(*table, text += '\n');
    }
    return text;
}

}  // namespace vitrine
