/// vitrine train-tokenizer: learns a byte-level BPE from a corpus, and saves it as tokenizer.json.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/base/interrupt.h"
#include "app/cli/commands.h"
#include "app/cli/common/numbers.h"
#include "app/cli/common/output.h"
#include "app/cli/common/progress.h"
#include "app/cli/common/quantities.h"
#include "app/cli/common/run_options.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"
#include "core/text/tokenizer/bpe_training.h"
#include "core/text/tokenizer/tokenizer_json.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;

struct TrainTokenizerCommand {
    std::string corpus, out;
    std::uint64_t vocabulary_size = 0;
    std::string special = "[PAD],[BOS],[EOS],[UNK]";
    bool overwrite = false;
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Reports progress on standard error: on a terminal in a line that is overwritten, otherwise in an occasional line.
class Told {
public:
    Told() : terminal_(stderr_is_terminal()) {}
    ~Told() { clear(); }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;

    void operator()(const BpeTrainingProgress& progress) {
        if (seconds_since(told_) < (terminal_ ? 0.1 : 2)) return;
        told_ = Clock::now();
        const bool reading = progress.stage == BpeTrainingProgress::Stage::reading;
        const auto done = static_cast<Size>(progress.done), of = static_cast<Size>(progress.of);
        const std::string text = reading ? fmt::format("read {} of {}", rounded_bytes(done), rounded_bytes(of))
                                         : fmt::format("merge {} of {}", grouped(done), grouped(of));
        if (terminal_) {
            messages() << '\r' << text << "\033[K" << std::flush;
            stands_ = true;
        } else {
            messages() << text << '\n';
        }
    }

    void clear() {
        if (stands_) messages() << "\r\033[K" << std::flush;
        stands_ = false;
    }

private:
    bool terminal_, stands_ = false;
    Clock::time_point told_ = Clock::now();
};

/// The names in a list, without the spaces around them.
std::vector<std::string> special_tokens(std::string_view list) {
    const std::string where = "--special";
    std::vector<std::string> tokens;
    for (const std::string& part : split_at_commas(list)) {
        const std::size_t first = std::min(part.find_first_not_of(' '), part.size());
        const std::string token = part.substr(first, part.find_last_not_of(' ') + 1 - first);
        if (token.empty()) fail(where, "a special token is empty");
        if (with_replacements(token) != token) fail(where, "the special token " + in_quotes(token) + " is no UTF-8");
        if (std::ranges::find(tokens, token) != tokens.end())
            fail(where, "the special token " + in_quotes(token) + " is there twice");
        tokens.push_back(token);
    }
    return tokens;
}

BpeTrainingOptions training_options(const TrainTokenizerCommand& command) {
    BpeTrainingOptions options;
    options.vocabulary_size = static_cast<std::size_t>(command.vocabulary_size);
    if (!command.special.empty()) options.special = special_tokens(command.special);
    return options;
}

void refuse_to_replace(const TrainTokenizerCommand& command) {
    std::error_code none;
    if (command.overwrite || command.out == standard_output || !fs::is_regular_file(command.out, none)) return;
    fail(command.out, "is there already: --overwrite replaces it");
}

std::string summary(const TrainTokenizerCommand& command, const Tokenizer& tokenizer, std::size_t corpus_size, double seconds) {
    const auto count = [](std::size_t number) { return grouped(static_cast<Size>(number)); };
    return fmt::format("{}: {} tokens, {} of them special, by {} merges; learned from {} in {:.2f} s\n", command.out,
                       count(tokenizer.size()), count(tokenizer.added().size()), count(tokenizer.bpe().merges().size()),
                       rounded_bytes(static_cast<Size>(corpus_size)), seconds);
}

void run(const TrainTokenizerCommand& command) {
    refuse_to_replace(command);
    const BpeTrainingOptions options = training_options(command);
    const std::string content = read_file(command.corpus);
    const std::string_view corpus = without_byte_order_mark(content);
    OutputFile file(command.out);  // opened first, so that an unwritable file is reported before anything is learned
    const Clock::time_point start = Clock::now();
    const Interrupt interrupt;
    Told told;
    const auto watch = [&](const BpeTrainingProgress& progress) {
        told(progress);
        return interrupt.signal() == 0;
    };
    const auto tokenizer = within(command.corpus, [&] { return train_tokenizer(corpus, options, watch); });
    told.clear();
    if (!tokenizer) throw Ended(command.out + " was not written: stopped before the end", 128 + interrupt.signal());
    file.write(tokenizer_text(*tokenizer));
    file.commit();
    if (tokenizer->size() < command.vocabulary_size) {
        say_note(fmt::format("{} has no more pairs to merge: {} tokens instead of {}", command.corpus, tokenizer->size(),
                             command.vocabulary_size));
    }
    write_summary(summary(command, *tokenizer, content.size(), seconds_since(start)), command.out);
}

}  // namespace

void add_train_tokenizer(CommandLine& program) {
    CommandLine& command = program.add_subcommand("train-tokenizer", "Learn subwords from a text: a byte-level BPE");
    const auto options = std::make_shared<TrainTokenizerCommand>();
    command.add_option("--corpus", options->corpus, "The file to learn from; every line is a text").required().reads_file();
    command.add_option("--vocab-size", options->vocabulary_size, "The size of the vocabulary, including special tokens")
        .required()
        .type_name("N")
        .check(whole_number(1));
    command.add_option("--special", options->special, "The first tokens (default [PAD],[BOS],[EOS],[UNK]; '' for none)")
        .type_name("LIST")
        .may_be_empty();
    command.add_option("--out", options->out, "The tokenizer.json to write").required().writes_file();
    command.add_flag("--overwrite", options->overwrite, "Replace a file that is there already");
    add_quiet(command, "No progress, no notes and no summary, errors only");
    command.footer(
        "The merges are those of Hugging Face's tokenizers: NFKC, words cut as GPT-2 does, the bytes of the corpus as alphabet.\n"
        "Ctrl-C stops, and nothing is written.\n\n"
        "Example:\n"
        "  vitrine train-tokenizer --corpus sentences.txt --vocab-size 1000 --out tokenizer.json");
    command.callback([options] { run(*options); });
}

}  // namespace vitrine
