#include <algorithm>
#include <optional>

#include "core/io/batch_file.h"
#include "core/io/problem.h"
#include "core/io/sentences.h"

namespace vitrine {

namespace {

/// The two sentences of a line, still as text.
struct Pair {
    std::string_view source, target;
};

Pair split_at_tab(std::string_view line, const std::string& where) {
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) fail(where, "no TAB between source and target");
    const Pair pair{line.substr(0, tab), line.substr(tab + 1)};
    if (pair.target.find('\t') != std::string_view::npos) fail(where, "more than one TAB");
    return pair;
}

Sentence sentence_of(std::string_view text, const char* side, WordReader& words, const std::string& where) {
    Sentence sentence;
    for (const auto word : split_at_spaces(text)) sentence.push_back(words.id(word, where));
    if (sentence.empty()) fail(where, std::string("the ") + side + " is empty");
    return sentence;
}

/// The source's own id for one of the target's special tokens, if it has one: where both vocabularies are known the same word's,
/// and where neither is the same id. With only one known nothing says which id would mean it.
std::optional<std::int32_t> in_source(std::int32_t special, const BatchLanguage& language) {
    if (language.source.empty() != language.target.empty()) return std::nullopt;
    if (!language.source.empty()) return language.source.id(language.target.word(special));
    if (special < language.configuration.src_vocab_size) return special;
    return std::nullopt;
}

/// Sentence by sentence, what becomes the batch's three tensors.
struct Columns {
    std::vector<Sentence> src, tgt, labels;
};

/// Takes lines apart, one after the other.
class LineReader {
public:
    explicit LineReader(const BatchLanguage& language) : language_(language), source_(language.source), target_(language.target) {}

    void read(const Pair& pair, const std::string& where) {
        const Configuration& c = language_.configuration;
        Sentence source = sentence_of(pair.source, "source", source_, where);
        if (const auto bos = in_source(c.bos, language_)) source.insert(source.begin(), *bos);
        if (const auto eos = in_source(c.eos, language_)) source.push_back(*eos);
        columns_.src.push_back(std::move(source));

        Sentence target = sentence_of(pair.target, "target", target_, where);
        columns_.labels.push_back(target);
        columns_.labels.back().push_back(c.eos);
        target.insert(target.begin(), c.bos);
        columns_.tgt.push_back(std::move(target));
    }

    const Columns& columns() const { return columns_; }
    void note(const std::string& where) const { note_unknown(source_, target_, language_, where); }

private:
    const BatchLanguage& language_;
    WordReader source_, target_;
    Columns columns_;
};

/// Cuts the next line, without its ending, off the text.
std::string_view next_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

}  // namespace

Batch batch_from_tsv(std::string_view text, const BatchLanguage& language, const std::string& where) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the mark some editors put in front of UTF-8
    LineReader reader(language);
    for (int number = 1; !text.empty(); ++number) {
        const std::string_view line = next_line(text);
        const std::string at = where + ": line " + std::to_string(number);
        if (line.find_first_not_of(" \t") != std::string_view::npos) reader.read(split_at_tab(line, at), at);
    }
    const Columns& columns = reader.columns();
    if (columns.src.empty()) fail(where, "empty, a line 'source TAB target' is expected");
    reader.note(where);

    const Configuration& c = language.configuration;
    Batch batch;
    pad_together(columns.src, c.pad_src, batch.src);
    pad_together(columns.tgt, c.pad_tgt, batch.tgt);
    pad_together(columns.labels, c.pad_tgt, batch.labels);
    within(where, [&] { check(batch, c); });
    return batch;
}

}  // namespace vitrine
