#include "app/views/glossary/links.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace vitrine {

namespace {

struct ViewsAbout {
    std::string_view term;
    std::vector<View> views;
};

/// The views about each term, in the order of the glossary.
const std::vector<ViewsAbout>& views_of_terms() {
    static const std::vector<ViewsAbout> list{{"activation", {View::map}},
                                              {"attention", {View::attention}},
                                              {"autoregressive", {View::generate, View::masks}},
                                              {"batch", {View::map, View::train}},
                                              {"beam search", {View::generate}},
                                              {"BLEU", {View::generate}},
                                              {"causal mask", {View::masks}},
                                              {"context", {View::attention}},
                                              {"cross-attention", {View::attention, View::masks}},
                                              {"d_model", {View::train}},
                                              {"decoder", {View::map}},
                                              {"dropout", {View::train}},
                                              {"embedding", {View::map, View::tensors}},
                                              {"encoder", {View::map}},
                                              {"entropy", {View::attention}},
                                              {"evenness", {View::attention}},
                                              {"feed-forward", {View::map}},
                                              {"gradient", {View::tensors, View::train}},
                                              {"greedy", {View::generate}},
                                              {"head", {View::attention, View::design}},
                                              {"induction head", {View::attention}},
                                              {"key", {View::attention}},
                                              {"KV cache", {View::generate}},
                                              {"label", {View::map, View::train}},
                                              {"label smoothing", {View::train}},
                                              {"LayerNorm", {View::map, View::design}},
                                              {"learning rate", {View::train}},
                                              {"logits", {View::map, View::generate}},
                                              {"loss", {View::map, View::train}},
                                              {"mask", {View::masks}},
                                              {"memory", {View::map}},
                                              {"merge", {View::map}},
                                              {"padding", {View::masks}},
                                              {"positional encoding", {View::positions, View::design}},
                                              {"probabilities", {View::map, View::generate}},
                                              {"query", {View::attention}},
                                              {"relative positions", {View::positions, View::design}},
                                              {"residual", {View::map, View::design}},
                                              {"RMSNorm", {View::map, View::design}},
                                              {"rotary positions", {View::positions, View::design}},
                                              {"scores", {View::attention, View::masks}},
                                              {"softmax", {View::attention, View::generate}},
                                              {"teacher forcing", {View::map, View::train}},
                                              {"temperature", {View::generate}},
                                              {"token", {View::tokens}},
                                              {"top-k", {View::generate}},
                                              {"top-p", {View::generate}},
                                              {"value", {View::attention}},
                                              {"warm-up", {View::train}},
                                              {"weight tying", {View::map, View::tensors}},
                                              {"weights", {View::attention}}};
    return list;
}

}  // namespace

std::span<const View> views_about(const Term& term) {
    const auto found = std::ranges::find(views_of_terms(), term.name, &ViewsAbout::term);
    return found == views_of_terms().end() ? std::span<const View>() : found->views;
}

namespace {

bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; }

bool same(char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b)); }

/// The length of a word if the text begins with it as a whole word; 0: it does not.
std::size_t length_of(std::string_view word, std::string_view text) {
    const bool ends = text.size() == word.size() || (text.size() > word.size() && !is_in_word(text[word.size()]));
    return ends && std::ranges::equal(word, text.substr(0, word.size()), same) ? word.size() : 0;
}

/// The forms of a term in texts: "query", "querys", "queries".
std::array<std::string, 3> forms_of(const Term& term) {
    const std::string name(term.name);
    return {name, name + "s", name.substr(0, name.size() - 1) + "ies"};
}

/// Whether a title contains the term as a word, or after a hyphen: "Self-attention".
bool names_term(std::string_view title, const Term& term) {
    for (std::size_t place = 0; place < title.size(); ++place) {
        if (place > 0 && std::isalnum(static_cast<unsigned char>(title[place - 1]))) continue;
        for (const std::string& form : forms_of(term)) {
            if (length_of(form, title.substr(place)) > 0) return true;
        }
    }
    return false;
}

/// The view that shows a tensor best: the masks view for masks, the attention view for tensors of each head, and the map for all
/// others.
View view_of(const Run& run, const TensorInfo& info) {
    if (info.path.ends_with(".mask")) return View::masks;
    return run.find(info.path).layout.find(Axis::head) >= 0 ? View::attention : View::map;
}

RunLink link_to(const Run& run, const Block& block, const TensorInfo& info) {
    return {.anchor = "glossary/link/tensor/" + info.path,
            .section = block.section,
            .block = block.title,
            .name = info.path.substr(info.path.rfind('.') + 1),  // npos + 1 is 0, so all of it if there is no dot
            .path = info.path,
            .role = info.role,
            .view = view_of(run, info)};
}

void add_links_of(const Run& run, const Block& block, const Step& step, const Term& term, std::vector<RunLink>& links) {
    const std::size_t before = links.size();
    const Configuration& c = run.outline().model.configuration;
    for (const std::string& path : step.outputs) {
        if (run.find(path).present() && term_of_tensor(path, c) == &term)
            links.push_back(link_to(run, block, *run.outline().find(path)));
    }
    const bool is_about = term_of(step.operation, c) == &term || names_term(step.title, term);
    if (links.size() > before || !is_about || !run.find(step.result).present()) return;
    RunLink link = link_to(run, block, *run.outline().find(step.result));
    link.anchor = "glossary/link/step/" + step.id;
    link.name = step.title;
    link.is_step = true;
    if (link.block == link.name) link.block.clear();
    links.push_back(std::move(link));
}

/// Links to the results of the blocks named after the term, and of the last block in each section named after it.
std::vector<RunLink> links_to_blocks(const Run& run, const Term& term) {
    std::vector<RunLink> links;
    const std::vector<Block>& blocks = run.outline().blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Block& block = blocks[i];
        const bool ends_section = i + 1 == blocks.size() || blocks[i + 1].section != block.section;
        const bool named = names_term(block.title, term) || (ends_section && names_term(block.section, term));
        if (named && run.find(block.output).present()) links.push_back(link_to(run, block, *run.outline().find(block.output)));
    }
    return links;
}

}  // namespace

std::vector<RunLink> links_into_run(const Run& run, const Term& term) {
    std::vector<RunLink> links;
    for (const Block& block : run.outline().blocks) {
        for (int step = block.first_step; step < block.first_step + block.step_count && step <= run.last_step(); ++step)
            add_links_of(run, block, run.outline().steps[static_cast<std::size_t>(step)], term, links);
    }
    return links.empty() ? links_to_blocks(run, term) : links;
}

namespace {

/// The longest term that a text begins with, in singular or plural; its length is 0 if there is none.
Mention mention_at(std::string_view text) {
    Mention longest;
    for (const Term& term : glossary()) {
        for (const std::string& form : forms_of(term)) {
            if (const std::size_t length = length_of(form, text); length > longest.last) longest = {0, length, &term};
        }
    }
    return longest;
}

}  // namespace

std::vector<Mention> mentions(const Term& term) {
    std::vector<Mention> found;
    for (std::size_t place = 0; place < term.text.size(); ++place) {
        if (place > 0 && is_in_word(term.text[place - 1])) continue;
        const Mention here = mention_at(term.text.substr(place));
        if (here.last == 0) continue;
        const bool again = here.term == &term || std::ranges::count(found, here.term, &Mention::term) > 0;
        if (!again) found.push_back({place, place + here.last, here.term});
        place += here.last - 1;
    }
    return found;
}

}  // namespace vitrine
