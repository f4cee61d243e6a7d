#include "core/text/byte_alphabet.h"
#include "core/text/pretokenizer/gpt2_words.h"
#include "core/text/pretokenizer/pretokenizer.h"

namespace vitrine::pretokenizer {

void ByteLevel::apply(Pieces& pieces) const {
    std::string result, spaced;
    std::vector<TextSpan> spans;
    result.reserve(pieces.text.size() * 5 / 4);
    for (const TextSpan& span : pieces.spans) {
        std::string_view piece = span.of(pieces.text);
        if (add_prefix_space && !piece.starts_with(' ')) {
            piece = spaced.assign(1, ' ').append(piece);
            ++pieces.added_spaces;
        }
        for (std::size_t start = 0; start < piece.size();) {
            const std::size_t end = use_regex ? piece_end(piece, start) : piece.size(), place = result.size();
            append_spelled(piece.substr(start, end - start), result);
            spans.push_back({place, result.size()});
            start = end;
        }
    }
    pieces.text = std::move(result);
    pieces.spans = std::move(spans);
}

}  // namespace vitrine::pretokenizer
