#include "tests/fuzz/sound.h"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/listing/listing.h"
#include "core/pass/transformer.h"
#include "core/text/tokenizer/bpe_training.h"
#include "core/text/tokenizer/tokenizer_json.h"
#include "core/trace/trace.h"
#include "tests/core/random_models.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/trial.h"
#include "tests/test_data.h"

namespace vitrine::fuzz {

namespace {

Vocabulary words_for(Size count, char first) {
    std::vector<std::string> words{"<pad>", "<s>", "</s>", "<unk>"};
    while (static_cast<Size>(words.size()) < count)
        words.push_back(std::string(1, static_cast<char>(first + words.size() % 26)) + "é");
    return Vocabulary(std::move(words));
}

/// Whether the run filled every tensor of its outline. Only the loss and what it is made of need labels.
bool is_complete(const Trace& trace, bool has_labels) {
    const std::vector<TensorInfo>& named = trace.outline->tensors;
    for (std::size_t i = 0; i < named.size(); ++i) {
        const bool needs_labels = named[i].path == "labels" || named[i].path == "token_loss" || named[i].path == "loss";
        if (!trace.tensors[i].present() && (has_labels || !needs_labels)) return false;
    }
    return !named.empty();
}

Tokenizer trained(std::size_t size, TextRules rules) {
    const std::string corpus = "one two three\nthe théâtre, the others\n12 times 12\n";
    return *train_tokenizer(corpus, {size, {"[PAD]", "[BOS]", "[EOS]", "[UNK]"}, rules});
}

}  // namespace

Model sound_model(Random& random) {
    Model model;
    model.configuration = tests::random_configuration(random);
    const Configuration& c = model.configuration;
    model.parameters = tests::random_parameters(c, random);
    model.batch = tests::random_batch(c, random);
    model.source_vocabulary = words_for(c.src_vocab_size, 'a');
    model.target_vocabulary = words_for(c.tgt_vocab_size, 'A');
    return model;
}

const Tokenizer& sound_tokenizer(Random& random) {
    static const std::array tokenizers{trained(40, {}), trained(60, {.nfkc = false, .leading_space = false}),
                                       trained(70, {.nfkc = true, .leading_space = false}),
                                       tokenizer_from(nlohmann::json::parse(read_file(test_data("goldens/bpe/tokenizer.json"))))};
    return one_of(tokenizers, random);
}

std::string any_text(Random& random) {
    constexpr std::string_view pieces[] = {"the",  " ",          "one two", "é",    "ﬁ",        "\n", "12",
                                           "…",    "[EOS]",      "<pad>",   "\xff", "\xe2\x82", "אב", "e\u0301",
                                           "日本", "\U0001f600", "'s",      "\t ",  "\x01",     "x"};
    std::string text;
    for (std::size_t i = below(random, 12); i > 0; --i) text += one_of(pieces, random);
    return text;
}

bool is_small(const Configuration& c) {
    return parameter_count(c) < 200'000 && c.num_encoder_layers + c.num_decoder_layers <= 40 && c.tgt_vocab_size < 50'000;
}

void use_model(const Model& model) {
    check(model.batch, model.configuration);
    const Pass pass{model.configuration, model.parameters, model.batch};
    Activations activations, slopes;
    forward(pass, activations);
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    expect(is_complete(trace, !model.batch.labels.empty()), "a run without a tensor of its outline");
    expect(!listing(trace, {model.source_vocabulary, model.target_vocabulary, model.batch.labels, &model.batch}).empty(),
           "an empty listing");
    if (model.batch.labels.empty()) return;
    Parameters of_parameters = make_parameters(model.configuration);
    backward(pass, activations, {slopes, of_parameters});
}

nlohmann::ordered_json parsed(const std::string& text) { return nlohmann::ordered_json::parse(text); }

}  // namespace vitrine::fuzz
