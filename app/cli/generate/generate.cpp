/// vitrine generate: decodes source sentences to the model's own target sentences.

#include "core/decode/generate.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "app/cli/commands.h"
#include "app/cli/common/model_options.h"
#include "app/cli/common/output.h"
#include "app/cli/common/run_options.h"
#include "app/cli/generate/options.h"
#include "app/cli/generate/source.h"
#include "app/cli/generate/text.h"
#include "core/export/generation_json.h"
#include "core/files/problem.h"
#include "core/io/open_model.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

struct GenerateCommand {
    explicit GenerateCommand(CommandLine& command) : model(command, ModelParts::weights) {}

    ModelOptions model;
    std::vector<std::string> texts;
    std::optional<std::string> tokens;
    GenerateOptions how;
    bool json = false, steps = false;
};

Model decodable(const ModelRequest& request) {
    Model model = open_without_random_batch(request);
    require_transformer(model.configuration, model.name, "no decoder, and nothing to generate");
    if (!model.configuration.has_decoder()) throw Error(model.name + ": the model is an encoder alone, which cannot generate");
    if (!model.configuration.logits)
        throw Error(model.name + ": the folder has no weights for the logits, so nothing is predicted");
    return model;
}

/// The text with every tab and line break replaced by a space.
std::string in_one_line(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return c == '\t' || (c >= '\n' && c <= '\r'); }, ' ');
    return text;
}

/// Decodes with one model, one sentence after the other.
class Generator {
public:
    Generator(const GenerateCommand& command, const ModelRequest& request, const DecodeOptions& options)
        : command_(command),
          options_(options),
          folder_(request.folder),
          model_(decodable(request)),
          decoder_({model_.configuration, model_.parameters}),
          reading_(source_text(model_, request.folder)),
          writing_(target_text(model_, request.folder)) {
        check_room();
        const Size size = model_.configuration.tgt_vocab_size;
        options_.first = begin_of(command.how, model_.target_vocabulary, size);
        options_.rules = model_.rules;
        if (model_.configuration.has_encoder() && first_token(options_, model_.configuration) == no_token)
            throw Error(model_.name +
                        ": the model has no beginning ('bos' is null); --begin says with which token a sentence begins");
        vitrine::check(options_, model_.configuration);
        say_notes(model_);
    }
    Generator(const Generator&) = delete;  // members refer to model_
    Generator& operator=(const Generator&) = delete;

    void decode_text(std::string_view text, const std::string& where) {
        require_tokenizer(model_, folder_, where, "--tokens gives ids");
        const bool is_taken_whole = reading_.framing == Framing::by_tokenizer;
        decode(source_from_text(is_taken_whole ? std::string(text) : in_one_line(std::string(text)), model_, reading_, where),
               where);
    }
    void decode_ids(std::string_view ids, const std::string& where) { decode(source_from_ids(ids, model_, where), where); }

    /// Writes an empty result for an empty line, so that results and input lines correspond.
    void skip() {
        output_.write(command_.json ? "[]\n" : "\n");
        output_.finish();
    }

private:
    /// The check is also made in core, but here the message names the option.
    void check_room() const {
        const Configuration& c = model_.configuration;
        if (c.positions != PositionKind::learned || options_.max_new_tokens <= c.max_positions) return;
        throw Error(fmt::format("--max-new-tokens: {}, but the model has learned positions for only {} tokens",
                                options_.max_new_tokens, c.max_positions));
    }

    /// Writes a sentence's result to standard output before the next sentence is read.
    void decode(const Sentence& source, const std::string& where) {
        const Generation generation = within(where, [&] { return decoder_.decode(source, options_); });
        command_.json ? output_.write(result_of(generation)) : output_.say(result_of(generation));
        output_.finish();
        if (!generation.cache_refusal.empty() && !std::exchange(refusal_said_, true)) {
            say_note("without the cache: " + generation.cache_refusal);
        }
        for (const std::string& note :
             {note_of_length(generation, writing_, model_.configuration), note_of_better(generation, writing_)}) {
            if (!note.empty()) say_note(where + ": " + note);
        }
    }

    std::string result_of(const Generation& generation) const {
        if (!command_.json) return command_.steps ? steps_text(generation, writing_) : sentences_text(generation, writing_);
        const auto detail = command_.steps ? GenerationDetail::steps : GenerationDetail::sentences;
        return generation_json(generation, writing_, detail).dump() + '\n';
    }

    const GenerateCommand& command_;
    DecodeOptions options_;
    const std::optional<std::filesystem::path> folder_;
    const Model model_;
    Decoder decoder_;
    const SourceText reading_;
    const TargetText writing_;
    Output output_{{}};
    bool refusal_said_ = false;
};

/// Decodes every line of standard input.
void decode_lines(Generator& generator) {
    if (isatty(STDIN_FILENO) == 1) messages() << "vitrine: one sentence on each line, Ctrl-D ends\n";
    std::string line;
    int number = 0, sentences = 0;
    while (std::getline(std::cin, line)) {
        std::string_view text = number++ == 0 ? without_byte_order_mark(line) : line;
        if (text.ends_with('\r')) text.remove_suffix(1);
        if (text.find_first_not_of(" \t\n\v\f\r") == std::string::npos) {
            generator.skip();
            continue;
        }
        generator.decode_text(text, "line " + std::to_string(number));
        ++sentences;
    }
    if (sentences == 0) throw Error("standard input has no sentence; --text \"…\" or --tokens \"2 4 5 3\" gives one here");
}

void run(const GenerateCommand& command) {
    if (!command.texts.empty() && command.tokens)
        throw Error("--text and --tokens each give the source sentence: give only one of them");
    const DecodeOptions options = decode_options(command.how);
    ModelRequest request = command.model.request();
    request.initialisation.seed = command.how.seed;
    Generator generator(command, request, options);
    if (command.tokens) return generator.decode_ids(in_one_line(*command.tokens), "--tokens");
    if (command.texts.empty()) return decode_lines(generator);
    int number = 0;
    for (const std::string& text : command.texts) {
        ++number;
        generator.decode_text(text, command.texts.size() == 1 ? "--text" : fmt::format("--text {}", number));
    }
}

}  // namespace

void add_generate(CommandLine& program) {
    CommandLine& command = program.add_subcommand("generate", "Generate: the target sentence that a model produces for a source");
    const auto options = std::make_shared<GenerateCommand>(command);
    command
        .add_option("--text", options->texts,
                    "The source sentence, or the prompt for a decoder alone; repeat it for each further one; without it, every "
                    "line of standard input is one")
        .one_value_at_a_time()
        .type_name("TEXT")
        .may_be_empty();
    command.add_option("--tokens", options->tokens, "The same as ids, exactly as the model reads them").type_name("IDS");
    command.add_flag("--json", options->json,
                     "An array for each source, best first: {tokens, text, log_probability, score, finished}");
    command.add_flag("--steps", options->steps, "Show for every token what the alternatives were and why it was chosen");
    add_options(command, options->how);
    add_threads(command);
    add_quiet(command);
    command.footer(
        "A text is turned into a source like the model's own sentences: between the tokens for beginning and end if those "
        "have\nthem, or with what its tokenizer puts around a text. Options that belong to one strategy select it: --beams 4 "
        "selects a\nbeam search, --temperature 0.8 selects sampling.\n\n"
        "Examples:\n"
        "  vitrine generate --sample translation --text 'I am a student'\n"
        "  vitrine generate --sample translation --text 'She is a nurse' --beams 3 --n-best 3 --json\n"
        "  vitrine generate --model gpt2 --text 'The black cat' --text 'I am' --max-new-tokens 8\n"
        "  vitrine generate --model my-model --temperature 0.8 --top-k 5 --seed 7 --steps <sentences.txt");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
