#include "core/text/byte_alphabet.h"
#include "core/text/subwords/byte_token.h"
#include "core/text/tokenizer/decoder.h"
#include "core/text/utf8.h"

namespace vitrine::decoder {

void ByteLevel::apply(Texts& texts) const {
    std::string bytes;
    for (const std::string& text : texts) bytes += bytes_spelled(text).value_or(text);
    texts = {std::move(bytes)};
}

namespace {

/// Appends the text for these bytes.
void append_bytes(std::string& bytes, Texts& texts) {
    if (bytes.empty()) return;
    if (with_replacements(bytes) == bytes) {
        texts.push_back(bytes);
    } else {
        texts.insert(texts.end(), bytes.size(), "\xef\xbf\xbd");
    }
    bytes.clear();
}

}  // namespace

void ByteFallback::apply(Texts& texts) const {
    Texts result;
    std::string bytes;
    for (std::string& text : texts) {
        if (const auto byte = byte_of_token(text)) {
            bytes += static_cast<char>(*byte);
            continue;
        }
        append_bytes(bytes, result);
        result.push_back(std::move(text));
    }
    append_bytes(bytes, result);
    texts = std::move(result);
}

}  // namespace vitrine::decoder
