#include "core/import/mapping.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// "12 zeros", "encoder.qkv.weight[0:32]".
std::string piece_text(const Piece& piece) {
    if (piece.kind == Piece::Kind::zeros) return std::to_string(piece.rows) + " zeros";
    if (piece.kind == Piece::Kind::waves) return std::to_string(piece.rows) + " rows of sines and cosines";
    if (piece.heads > 1) return piece.tensor + " for each of " + std::to_string(piece.heads) + " heads";
    if (piece.rows < 0) return piece.tensor;
    return piece.tensor + "[" + std::to_string(piece.first) + ":" + std::to_string(piece.first + piece.rows) + "]";
}

/// The length of the common beginning of all texts, up to a dot.
std::size_t common_begin(const std::vector<std::string>& texts) {
    std::size_t length = texts.front().size();
    for (const std::string& text : texts) {
        const auto differing = std::mismatch(text.begin(), text.end(), texts.front().begin(), texts.front().end());
        length = std::min(length, static_cast<std::size_t>(differing.first - text.begin()));
    }
    const auto dot = texts.front().substr(0, length).rfind('.');
    return dot == std::string::npos ? 0 : dot + 1;
}

/// The length of the common end of all texts, from a dot on.
std::size_t common_end(const std::vector<std::string>& texts, std::size_t begin) {
    std::size_t length = texts.front().size() - begin;
    for (const std::string& text : texts) {
        const auto differing = std::mismatch(text.rbegin(), text.rend() - static_cast<std::ptrdiff_t>(begin),
                                             texts.front().rbegin(), texts.front().rend() - static_cast<std::ptrdiff_t>(begin));
        length = std::min(length, static_cast<std::size_t>(differing.first - text.rbegin()));
    }
    const std::string end = texts.front().substr(texts.front().size() - length);
    const auto dot = end.find('.');
    return dot == std::string::npos ? 0 : end.size() - dot;
}

/// The tensors that the entries are made of.
std::set<std::string> used_tensors(const Mapping& mapping) {
    std::set<std::string> used;
    for (const MappingEntry& entry : mapping.entries) {
        for (const Piece& piece : entry.pieces) {
            if (piece.kind == Piece::Kind::tensor) used.insert(piece.tensor);
        }
    }
    return used;
}

MappingEntry* find_entry(std::vector<MappingEntry>& entries, const std::string& parameter) {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const MappingEntry& entry) { return entry.parameter == parameter; });
    return found == entries.end() ? nullptr : &*found;
}

/// Removes a parameter from what is wanted, because it has been found. Its sentence is removed when nothing in it is wanted any
/// more.
void take_off_wanted(Mapping& mapping, const std::string& parameter) {
    const MappingEntry* wanted = find_entry(mapping.wanted, parameter);
    if (!wanted) return;
    const std::string sentence = wanted->reason;
    mapping.wanted.erase(mapping.wanted.begin() + (wanted - mapping.wanted.data()));
    const bool more = std::any_of(mapping.wanted.begin(), mapping.wanted.end(),
                                  [&](const MappingEntry& entry) { return entry.reason == sentence; });
    if (!more) mapping.missing.erase(std::find(mapping.missing.begin(), mapping.missing.end(), sentence));
}

/// The table of the target's tokens, which may be the source's; null if it is still wanted.
const MappingEntry* target_table(Mapping& mapping) {
    for (const char* parameter : {"tgt_embedding.weight", "src_embedding.weight"}) {
        if (find_entry(mapping.wanted, parameter)) return nullptr;
        if (const MappingEntry* table = find_entry(mapping.entries, parameter)) return table;
    }
    return nullptr;
}

/// Makes the parts of the output that the file lacks, a bias of zeros or a wanted matrix, as long as the target's vocabulary,
/// whichever table that now is.
void fit_output(Mapping& mapping, const ForeignWeights& weights) {
    const MappingEntry* table = target_table(mapping);
    const ForeignTensor* tensor = table && table->pieces.size() == 1 ? weights.find(table->pieces[0].tensor) : nullptr;
    if (!tensor) return;
    if (MappingEntry* matrix = find_entry(mapping.wanted, "fc_out.weight")) matrix->pieces[0].rows = tensor->count();
    MappingEntry* bias = find_entry(mapping.entries, "fc_out.bias");
    if (bias && bias->pieces.size() == 1 && bias->pieces[0].kind == Piece::Kind::zeros)
        bias->pieces[0].rows = rows_of(table->pieces[0], *tensor);
}

}  // namespace

std::string_view name(Certainty certainty) {
    constexpr std::string_view names[] = {"sure", "guessed", "from the mapping"};
    return names[static_cast<std::size_t>(certainty)];
}

std::string pieces_text(const std::vector<Piece>& pieces) {
    if (pieces.empty()) return "nothing";
    std::vector<std::string> texts;
    for (const Piece& piece : pieces) texts.push_back(piece_text(piece));
    const std::size_t begin = common_begin(texts), end = common_end(texts, begin);
    const bool shortens = texts.size() > 1 && begin > 0;
    constexpr std::size_t most = 4;  // an attention with a matrix for each head has many
    std::string text = shortens ? texts.front().substr(0, begin) + "{" : "";
    for (std::size_t i = 0; i < texts.size() && i < most; ++i) {
        if (i > 0) text += shortens ? ", " : " + ";
        text += shortens ? texts[i].substr(begin, texts[i].size() - begin - end) : texts[i];
    }
    if (texts.size() > most) text += ", … " + std::to_string(texts.size()) + " in all";
    return shortens ? text + "}" + texts.front().substr(texts.front().size() - end) : text;
}

Size rows_of(const Piece& piece, const ForeignTensor& tensor) {
    if (piece.rows >= 0) return piece.rows;
    return tensor.rank() == 0 ? 1 : tensor.shape[static_cast<std::size_t>(piece.axes.empty() ? 0 : piece.axes[0])] - piece.first;
}

void list_left(Mapping& mapping, const ForeignWeights& weights, const std::vector<LeftTensor>& proposed) {
    const std::set<std::string> used = used_tensors(mapping);
    std::map<std::string, const LeftTensor*> known;  // tensors that are known not to be weights
    for (const LeftTensor& left : proposed)
        if (!left.weight) known.emplace(left.name, &left);
    mapping.left.clear();
    for (const auto& [name, tensor] : weights.tensors) {
        if (used.count(name) > 0) continue;
        const auto found = known.find(name);
        mapping.left.push_back(found != known.end() ? *found->second : LeftTensor{name, "the mapping does not use it", true});
    }
}

void correct(Mapping& mapping, const std::vector<MappingEntry>& corrections, const ForeignWeights& weights) {
    if (corrections.empty()) return;
    const std::set<std::string> before = used_tensors(mapping);
    for (const MappingEntry& correction : corrections) {
        if (MappingEntry* entry = find_entry(mapping.entries, correction.parameter)) {
            *entry = correction;
        } else {
            mapping.entries.push_back(correction);
        }
        take_off_wanted(mapping, correction.parameter);
    }
    fit_output(mapping, weights);
    const std::set<std::string> now = used_tensors(mapping);
    const auto is_used = [&](const LeftTensor& left) { return now.count(left.name) > 0; };
    mapping.left.erase(std::remove_if(mapping.left.begin(), mapping.left.end(), is_used), mapping.left.end());
    for (const std::string& name : now) {
        const auto names_it = [&](const std::string& sentence) { return sentence.starts_with(in_quotes(name) + " "); };
        mapping.unfitting.erase(std::remove_if(mapping.unfitting.begin(), mapping.unfitting.end(), names_it),
                                mapping.unfitting.end());
    }
    for (const std::string& name : before) {
        if (now.count(name) == 0) mapping.left.push_back({name, "something else was chosen instead", true});
    }
}

}  // namespace vitrine
