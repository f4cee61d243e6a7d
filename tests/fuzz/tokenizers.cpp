/// Damaged tokenizers and vocabularies.

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/io/tokenizer_file.h"
#include "core/io/words/vocabulary_json.h"
#include "core/text/tokenizer/text_pieces.h"
#include "core/text/tokenizer/tokenizer_json.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/json_changes.h"
#include "tests/fuzz/sound.h"
#include "tests/fuzz/trial.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Changes one of the two lists, or the words and their ids, in ways that keep the types right.
void change_model(Json& tokenizer, Random& random) {
    Json &model = tokenizer["model"], &vocabulary = model["vocab"], &merges = model["merges"], &added = tokenizer["added_tokens"];
    const auto any = [&](Json& json) -> Json& {
        return *std::next(json.begin(), static_cast<std::ptrdiff_t>(below(random, json.size())));
    };
    switch (below(random, 8)) {
        case 0:
            return std::swap(any(vocabulary), any(vocabulary));
        case 1:
            return std::swap(any(merges), any(merges));
        case 2:
            return merges.erase(below(random, merges.size()));
        case 3:
            return merges.push_back(Json(any(merges)));
        case 4:
            vocabulary["Ġ" + std::to_string(below(random, 9))] = vocabulary.size() + below(random, 2);
            return;
        case 5:
            any(added)["content"] = any_text(random) + "x";
            return;
        case 6:
            any(added)["id"] = vocabulary.size() + below(random, once_in(random, 2) ? 3 : 1 << 22);
            return;
        default: {
            Json another = any(added);
            another["content"] = any_text(random) + "!";
            another["id"] = vocabulary.size() + below(random, 4);
            another["normalized"] = once_in(random, 2);
            added.push_back(another);
        }
    }
}

std::string damaged_tokenizer(Random& random) {
    Json json = parsed(tokenizer_text(sound_tokenizer(random)));
    const bool model_alone = once_in(random, 3);
    if (model_alone || once_in(random, 4)) change_model(json, random);
    return model_alone ? json.dump(-1, ' ', false, Json::error_handler_t::replace) : changed_text(json, random);
}

/// Encodes a text, with each merge, and decodes it.
void use_tokenizer(const Tokenizer& tokenizer, Random& random) {
    const Vocabulary vocabulary = tokenizer.vocabulary();
    expect(vocabulary.words().size() == tokenizer.size(), "another number of words than of tokens");
    const Tokenizer again = tokenizer_from(parse_json(tokenizer_text(tokenizer), "again"));
    for (int i = 0; i < 4; ++i) {
        const std::string text = any_text(random);
        const EncodedText encoded = tokenizer.encode(text);
        for (const std::int32_t id : encoded.ids) expect(tokenizer.is_token(id), "an id that is no token");
        expect(again.encode(text).ids == encoded.ids, "the tokenizer that was written encodes otherwise");
        expect(tokenizer.shown(encoded.ids).size() >= tokenizer.text(encoded.ids, StrayBytes::named).size(), "a text that grew");
        tokenizer.decoded(encoded.ids);
        std::size_t lost = 0, count = 0;
        for (const TextPiece& piece : split_text(tokenizer, text).pieces) {
            if (piece.added) {
                ++count;
                continue;
            }
            const BpeSteps steps = tokenizer.bpe().steps(piece.spelling);
            count += steps.ids().size();
            lost += lost_bytes(piece, steps);
        }
        expect(count == encoded.ids.size() && lost == encoded.lost, "merged one by one, the text has other tokens");
    }
}

Outcome attempt_tokenizer(Random& random, const fs::path& folder) {
    const fs::path file = folder / "tokenizer.json";
    write(file, damaged_tokenizer(random));
    return attempt(
        "tokenizer.json", [&] { return read_tokenizer(file); },
        [&](const Tokenizer& tokenizer) { use_tokenizer(tokenizer, random); });
}

Outcome attempt_vocabulary(Random& random, const fs::path& folder) {
    const fs::path file = folder / "src_vocabulary.json";
    write(file, changed_text(parsed(vocabulary_text(sound_model(random).source_vocabulary)), random));
    const auto use = [](const Vocabulary& vocabulary) {
        const Vocabulary again = vocabulary_from(parse_json(vocabulary_text(vocabulary), "again"), "again");
        expect(again.words() == vocabulary.words(), "the words are not written as they were read");
    };
    return attempt(
        "src_vocabulary.json", [&] { return read_vocabulary(file); }, use);
}

Outcome attempt_words(Random& random, const fs::path& folder) {
    return once_in(random, 8) ? attempt_vocabulary(random, folder) : attempt_tokenizer(random, folder);
}

}  // namespace

const Kind tokenizers_kind{"tokenizers", attempt_words};

}  // namespace vitrine::fuzz
