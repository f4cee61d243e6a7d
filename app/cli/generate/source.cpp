#include "app/cli/generate/source.h"

#include <charconv>

#include <fmt/format.h>

#include "app/cli/common/output.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"
#include "core/text/split.h"

namespace vitrine {

Sentence source_from_text(std::string_view text, const Model& model, const SourceText& reading, const std::string& where) {
    std::vector<std::string> notes;
    Sentence sentence = read_source(text, model, reading, where, notes);
    for (const std::string& note : notes) say_note(note);
    return sentence;
}

Sentence source_from_ids(std::string_view text, const Model& model, const std::string& where) {
    Sentence sentence;
    for (const std::string_view piece : split_at_spaces(text)) {
        const char* end = piece.data() + piece.size();
        std::int32_t id = 0;
        const auto [stopped, error] = std::from_chars(piece.data(), end, id);
        if (error == std::errc::result_out_of_range) refuse_source_id(piece, model, where);
        if (error != std::errc() || stopped != end) fail(where, fmt::format("{} is no token id", in_quotes(piece)));
        check_source_id(id, model, where);
        sentence.push_back(id);
    }
    if (sentence.empty()) fail(where, "the sentence is empty");
    return sentence;
}

}  // namespace vitrine
