/// Damaged batches, as JSON and as sentence pairs, of ids, words and subwords; and the same for a training.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/io/batch_file.h"
#include "core/io/task_file.h"
#include "core/text/tokenizer/tokenizer.h"
#include "tests/core/random_models.h"
#include "tests/fuzz/byte_changes.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/json_changes.h"
#include "tests/fuzz/sound.h"
#include "tests/fuzz/trial.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A model, and how its sentences are written.
struct Speaker {
    Model model;
    bool in_words = false;  ///< otherwise ids
    const Tokenizer* tokenizer = nullptr;
    std::vector<std::string> notes = {};

    BatchLanguage language() { return {model.configuration, model.source_vocabulary, model.target_vocabulary, &notes, tokenizer}; }
};

Speaker any_speaker(Random& random) {
    Speaker speaker{.model = sound_model(random), .in_words = once_in(random, 2)};
    Model& model = speaker.model;
    if (speaker.in_words && once_in(random, 2)) {
        speaker.tokenizer = &sound_tokenizer(random);
        Configuration& c = model.configuration;
        c.src_vocab_size = c.tgt_vocab_size = static_cast<Size>(speaker.tokenizer->size());
        model.parameters = tests::random_parameters(c, random);
        model.source_vocabulary = model.target_vocabulary = speaker.tokenizer->vocabulary();
    } else if (!speaker.in_words && once_in(random, 2)) {
        model.source_vocabulary = model.target_vocabulary = {};
    }
    return speaker;
}

/// A sentence as a list of ids or words, or as a text.
Json sentence(const std::int32_t* first, Size length, const Vocabulary& words, bool in_words, Random& random) {
    Json list = Json::array();
    std::string text;
    for (Size i = 0; i < length; ++i) {
        in_words ? list.push_back(words.word(first[i])) : list.push_back(first[i]);
        text += (i ? " " : "") + (in_words ? words.word(first[i]) : std::to_string(first[i]));
    }
    return once_in(random, 3) ? Json(text) : list;
}

Json json_of(const Speaker& speaker, Random& random) {
    const Batch& batch = speaker.model.batch;
    const auto rows = [&](const IndexTensor& tokens, const Vocabulary& words) {
        Json list = Json::array();
        for (Size i = 0; i < tokens.size(0); ++i)
            list.push_back(sentence(tokens.data() + i * tokens.size(1), tokens.size(1), words, speaker.in_words, random));
        return list;
    };
    Json json{{"src", rows(batch.src, speaker.model.source_vocabulary)}, {"tgt", rows(batch.tgt, speaker.model.target_vocabulary)}};
    if (!once_in(random, 4)) json["labels"] = rows(batch.labels, speaker.model.target_vocabulary);
    return json;
}

/// Makes rows longer, shorter or empty, in one field or in all of them.
void change_rows(Json& batch, Random& random) {
    for (auto& field : batch) {
        if (!once_in(random, 2) || field.empty()) continue;
        Json& row = field[below(random, field.size())];
        if (!row.is_array()) {
            row = any_text(random);
        } else if (once_in(random, 3)) {
            row = Json::array();
        } else if (once_in(random, 2)) {
            row.push_back(below(random, 12));
        } else if (!row.empty()) {
            row[below(random, row.size())] = any_text(random);
        }
    }
}

std::string damaged_batch(const Speaker& speaker, Random& random) {
    Json json = json_of(speaker, random);
    if (once_in(random, 3)) change_rows(json, random);
    return once_in(random, 4) ? json.dump(-1, ' ', false, Json::error_handler_t::replace) : changed_text(json, random);
}

std::string damaged_pairs(const Speaker& speaker, Random& random) {
    std::string text;
    const auto side = [&](const Vocabulary& vocabulary) {
        if (once_in(random, 12)) return any_text(random);
        std::string words;
        for (std::size_t i = below(random, 6) + 1; i > 0; --i)
            words += (words.empty() ? "" : " ") +
                     (vocabulary.empty() ? std::to_string(below(random, 6)) : one_of(vocabulary.words(), random));
        return words;
    };
    for (std::size_t i = below(random, 4) + 1; i > 0; --i)
        text += side(speaker.model.source_vocabulary) + '\t' + side(speaker.model.target_vocabulary) + '\n';
    if (!once_in(random, 3)) change_bytes(text, random);
    return text;
}

/// Checks that every note is one line, as the screen shows it.
void check_notes(const Speaker& speaker, const std::string& name) {
    for (const std::string& note : speaker.notes) check_refusal(note, name);
}

Outcome attempt_file(Random& random, const fs::path& folder) {
    Speaker speaker = any_speaker(random);
    const bool pairs = once_in(random, 3);
    const std::string name = once_in(random, 5) ? "batch" : pairs ? "batch.tsv" : "batch.json";
    write(folder / name, pairs ? damaged_pairs(speaker, random) : damaged_batch(speaker, random));
    const auto use = [&](const Batch& batch) {
        check_notes(speaker, name);
        speaker.model.batch = batch;
        use_model(speaker.model);
    };
    return attempt(
        name, [&] { return read_batch(folder / name, speaker.language()); }, use);
}

/// The batches of a training.
Outcome attempt_batches(Random& random, const fs::path& folder) {
    Speaker speaker = any_speaker(random);
    Json list = Json::array();
    for (std::size_t i = below(random, 3) + 1; i > 0; --i) list.push_back(json_of(speaker, random));
    write(folder / "batches.json", changed_text(once_in(random, 2) ? list : Json{{"batches", list}}, random));
    const auto read = [&] { return batches_from(read_file(folder / "batches.json"), speaker.language(), "batches.json"); };
    const auto use = [&](const std::vector<Batch>& batches) {
        speaker.model.batch = batches.front();
        use_model(speaker.model);
    };
    return attempt("batches.json", read, use);
}

/// The sentence pairs of a training.
Outcome attempt_pairs(Random& random, const fs::path& folder) {
    Speaker speaker = any_speaker(random);
    const TextUnit unit = once_in(random, 2) ? TextUnit::words : TextUnit::characters;
    write(folder / "pairs.tsv", damaged_pairs(speaker, random));
    const std::string text = read_file(folder / "pairs.tsv");
    if (once_in(random, 3)) {
        const auto use = [](const ParallelText& pairs) {
            expect(pairs.lines.size() == pairs.numbers.size(), "lines without numbers");
        };
        return attempt(
            "pairs.tsv", [&] { return parallel_text_from(text, unit, "pairs.tsv"); }, use);
    }
    const auto use = [&](const std::vector<Example>& examples) {
        check_notes(speaker, "pairs.tsv");
        expect(!examples.empty(), "no examples");
    };
    return attempt(
        "pairs.tsv", [&] { return examples_from_tsv(text, unit, speaker.language(), "pairs.tsv"); }, use);
}

Outcome attempt_batch(Random& random, const fs::path& folder) {
    switch (below(random, 6)) {
        case 0:
            return attempt_batches(random, folder);
        case 1:
            return attempt_pairs(random, folder);
        default:
            return attempt_file(random, folder);
    }
}

}  // namespace

const Kind batches_kind{"batches", attempt_batch};

}  // namespace vitrine::fuzz
