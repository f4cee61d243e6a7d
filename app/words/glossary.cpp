#include "app/words/glossary.h"

#include <algorithm>
#include <utility>

#include "core/text/plain_text.h"

namespace vitrine {

std::span<const Term> glossary() {
    static constexpr Term terms[] = {
        {"activation",
         "The bend between the linear maps of the feed-forward, without which two in a row would be one map. ReLU makes negative "
         "numbers 0; GELU and SiLU do so smoothly.",
         "section 3.3", "ReLU GELU SiLU nonlinearity"},
        {"attention",
         "Every word asks all words it may see, itself included, how much they concern it, and takes over a mixture of what they "
         "carry. How much of each is computed anew for every sentence.",
         "section 3.2", "self-attention multi-head dot-product"},
        {"batch",
         "Several sentences that are computed together. The shorter ones are filled up with padding, so that all are equally long.",
         "section 5.1"},
        {"beam search",
         "Several sentences are continued at once; of all their next words those go on that make the likeliest sentences. The best "
         "of the sentences that have ended wins.",
         "section 6.1"},
        {"cache",
         "The keys and values of the words read so far, kept while a sentence is decoded. No word after them can change them, so "
         "that each step computes one row of them anew.",
         "", "KV"},
        {"causal mask",
         "It hides from every word that a decoder reads all words to its right. When a word is predicted, the words after it are "
         "not known yet.",
         "section 3.2.3", "look-ahead future"},
        {"context",
         "What a head brings back for each word: the values of all words, each times its weight, added up. It is what the word has "
         "gathered from the words it attends to.",
         "section 3.2.1"},
        {"cross-attention",
         "The attention between the halves of the model: the target asks, the source answers. Its queries come from the decoder, "
         "its "
         "keys and values from the encoder.",
         "section 3.2.3"},
        {"d_model", "How many numbers stand for one word throughout the model. It is the width of the residual stream.",
         "section 3.1"},
        {"decoder",
         "The half of the model that reads the target as far as it is known and predicts the word after each. It asks the encoder "
         "about the source; in models that have none, it goes on with any text.",
         "section 3.1"},
        {"dropout",
         "In training some numbers, drawn at random, are set to 0 and the others made larger to make up for it. So the model "
         "cannot "
         "rely on any single one.",
         "section 5.4"},
        {"embedding",
         "The row of a learned table that stands for a word. From there on the model computes with these numbers, not with "
         "letters.",
         "section 3.4", "lookup"},
        {"encoder",
         "The half of the model that reads the whole source at once. What it makes of each word, the memory, is what the decoder "
         "asks about; in models that have none, it is the result.",
         "section 3.1"},
        {"entropy",
         "How evenly a row of weights is spread. It is 0 where all of the attention goes to one word, and largest where every word "
         "gets the same.",
         ""},
        {"evenness",
         "The entropy of a head's weights as a share of the highest possible: 0 % is a pointed finger, 100 % looks everywhere "
         "alike. "
         "Only words that may be seen count.",
         ""},
        {"feed-forward",
         "Two linear maps with a bend between them, applied to each word by itself; as a rule it is wider inside than the model "
         "is. A gated one has a third map, whose bent result is multiplied by that of the first.",
         "section 3.3", "FFN MLP position-wise gate GLU SwiGLU"},
        {"gradient", "How much the loss would rise if a number were a little larger. Training uses it to make the loss smaller.",
         "", "backpropagation backward derivative"},
        {"greedy", "Decoding that takes the likeliest word every time. A less likely one might have led to a likelier sentence.",
         ""},
        {"head",
         "One of several attentions that work side by side: each reads the whole of every word, and makes a smaller query, key and "
         "value of its own, though some models let several heads share keys and values. Each can look for something else.",
         "section 3.2.2", "multi-head multihead grouped-query GQA"},
        {"key", "What a word offers to those who ask. A query and a key that point the same way make a high score.",
         "section 3.2.1"},
        {"label", "The right word, with which the prediction is compared: in a decoder the word that comes next. Padding has none.",
         "", "target"},
        {"LayerNorm",
         "It brings the numbers of each word to mean 0 and spread 1, then scales and shifts them by learned amounts. So every "
         "layer meets numbers of the same size.",
         "section 3.1", "layer normalisation normalization"},
        {"logits",
         "A number for each word of the vocabulary: the higher, the likelier the model takes it to be. The softmax turns them "
         "into probabilities.",
         "section 3.4"},
        {"loss",
         "How surprised the model is by the right words: minus the logarithm of the probability it gave them, on average. Training "
         "makes it small.",
         "section 5.4", "cross-entropy smoothing"},
        {"mask",
         "It says which words may be seen by whom. Hidden scores become very low, so that the softmax gives them a weight of 0.",
         "section 3.2.3"},
        {"memory",
         "What the encoder makes of the source: a row of numbers for each of its words. Every layer of the decoder reads it.",
         "section 3.1"},
        {"merge",
         "The contexts of all heads are laid side by side and mixed by the matrix W_O. So what the heads have found comes "
         "together.",
         "section 3.2.2", "concatenate output projection"},
        {"nucleus",
         "As few of the likeliest words as have the share p together (top-p). When words are drawn, the rest of them is left out.",
         "", "sampling"},
        {"padding", "Filler that makes all sentences of a batch equally long. It is no word, and the mask hides it.", ""},
        {"positional encoding",
         "Numbers that stand for a word's place in the sentence, added to its embedding. Without them, or another way to tell "
         "places apart, attention would not know the order of the words.",
         "section 3.5", "sinusoidal"},
        {"probabilities",
         "The shares the softmax makes of the logits: how likely the model takes each word to be. They add up to 1.",
         "section 3.4"},
        {"query", "What a word asks for. It is compared with the key of every word it may see.", "section 3.2.1"},
        {"relative positions",
         "A learned number for each distance between two words, which every head adds to the score. Large distances share one "
         "number, and nothing is added to the embeddings.",
         "", "T5 bias distance bucket"},
        {"residual",
         "What a sublayer has computed is added to what went into it. So numbers pass through the model, and gradients back, even "
         "where a sublayer adds little.",
         "section 3.1", "connection skip"},
        {"RMSNorm",
         "LayerNorm without the mean: it divides the numbers of each word by the root of their mean square, then scales them by "
         "learned amounts. So every layer meets numbers of the same size.",
         "", "root mean square normalisation normalization"},
        {"rotary positions",
         "Each query and each key is turned, two numbers at a time, by angles that grow with its position. So their product "
         "depends on how far apart the two words stand, and nothing is added to the embeddings.",
         "", "RoPE rotation"},
        {"scores",
         "How well each query matches each key: their products, added up and, in the paper and most models, divided by the root of "
         "their width. Each row belongs to one word that asks.",
         "section 3.2.1"},
        {"softmax",
         "It turns a row of numbers into shares that add up to 1, large numbers into large shares. Adding the same to all of them "
         "changes nothing.",
         "section 3.2.1"},
        {"temperature", "What logits are divided by before a word is drawn. Below 1 the likely words gain, above 1 the others do.",
         "", "sampling"},
        {"token",
         "A word, a part of one, or a sign such as <s>, with a number in the vocabulary. It is what the model reads and writes.",
         "section 3.4", "BPE piece <bos> <eos>"},
        {"value", "What a word hands over to those who attend to it. It is multiplied by the weight they give it.",
         "section 3.2.1"},
        {"weights", "The shares of its attention that a word gives to each word it may see. Every row adds up to 1.",
         "section 3.2.1"},
    };
    return terms;
}

const Term* find_term(std::string_view name) {
    const auto found = std::ranges::find(glossary(), name, &Term::name);
    return found == glossary().end() ? nullptr : &*found;
}

namespace {

/// The norm of a model.
std::string_view norm_term(const Configuration& c) { return c.is_rms() ? "RMSNorm" : "LayerNorm"; }

std::string_view term_name(Operation operation, const Configuration& c) {
    switch (operation) {
        case Operation::embedding:
        case Operation::projection_of_embedding:
        case Operation::scaling:
            return "embedding";
        case Operation::positions:  // if nothing is added, the step says why
            return c.is_rotary()                           ? "rotary positions"
                   : c.positions == PositionKind::relative ? "relative positions"
                                                           : "positional encoding";
        case Operation::rotation:
            return "rotary positions";
        case Operation::position_bias:
            return "relative positions";
        case Operation::layer_norm:
            return norm_term(c);
        case Operation::inputs:
        case Operation::projections:
            return "query";
        case Operation::scores:
            return "scores";
        case Operation::mask:
            return "mask";
        case Operation::softmax:
            return "softmax";
        case Operation::context:
            return "context";
        case Operation::merge:
            return "merge";
        case Operation::dropout:
            return "dropout";
        case Operation::residual:
            return "residual";
        case Operation::linear1:
        case Operation::gate:
        case Operation::gating:
        case Operation::linear2:
            return "feed-forward";
        case Operation::activation:
            return "activation";
        case Operation::memory:
            return "memory";
        case Operation::head_linear:
        case Operation::output_scaling:
        case Operation::logits:
            return "logits";
        case Operation::probabilities:
            return "softmax";
        case Operation::predictions:
            return "probabilities";
        case Operation::loss:
            return "loss";
    }
    return {};
}

}  // namespace

const Term* term_of(Operation operation, const Configuration& c) { return find_term(term_name(operation, c)); }

const Term* term_of_tensor(std::string_view path, const Configuration& c) {
    static constexpr std::pair<std::string_view, std::string_view> other_names[] = {{"tokens", "token"},
                                                                                    {"positions", "positional encoding"},
                                                                                    {"key_transposed", "key"},
                                                                                    {"masked_scores", "mask"},
                                                                                    {"residual1", "residual"},
                                                                                    {"residual2", "residual"},
                                                                                    {"residual3", "residual"},
                                                                                    {"rotated_query", "rotary positions"},
                                                                                    {"rotated_key", "rotary positions"},
                                                                                    {"position_bias", "relative positions"},
                                                                                    {"biased_scores", "relative positions"},
                                                                                    {"gate", "feed-forward"},
                                                                                    {"gated", "feed-forward"},
                                                                                    {"gate_activation", "activation"},
                                                                                    {"labels", "label"},
                                                                                    {"linear1", "feed-forward"},
                                                                                    {"linear2", "feed-forward"},
                                                                                    {"activation", "activation"},
                                                                                    {"predictions", "probabilities"},
                                                                                    {"token_loss", "loss"},
                                                                                    {"merged", "merge"}};
    const std::string_view leaf = path.substr(path.rfind('.') + 1);  // npos + 1 is 0: the whole path
    if (leaf == "norm1" || leaf == "norm2" || leaf == "norm3") return find_term(norm_term(c));
    for (const auto& [name, term] : other_names) {
        if (name == leaf) return find_term(term);
    }
    return find_term(leaf);
}

std::vector<std::string> term_note(const Term& term) {
    constexpr std::size_t columns = 64;
    std::vector<std::string> lines{std::string(term.name)};
    std::string row;
    for (std::string_view rest = term.text; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        if (!row.empty() && text_width(row) + 1 + text_width(word) > columns) lines.push_back(std::exchange(row, ""));
        row += (row.empty() ? "" : " ") + std::string(word);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    lines.push_back(row);
    if (!term.section.empty()) lines.push_back("the paper, " + std::string(term.section));
    return lines;
}

}  // namespace vitrine
