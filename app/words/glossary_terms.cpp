#include "app/words/glossary.h"

namespace vitrine {

std::span<const Term> glossary() {
    static constexpr Term terms[] = {
        {"activation",
         "The nonlinear function between the two linear maps of the feed-forward network; without it, the two would amount to a "
         "single linear map. ReLU sets negative values to 0; GELU and SiLU are smooth versions of it.",
         "section 3.3", "ReLU GELU SiLU nonlinearity"},
        {"attention",
         "For each token, a sum of the values of the tokens it may attend to, weighted by how well its query matches their keys: "
         "softmax(QKᵀ/√d)·V. In self-attention these are tokens of its own sequence, itself included; in cross-attention they are "
         "those of the source.",
         "section 3.2", "self-attention multi-head dot-product"},
        {"autoregressive",
         "Generating one token at a time, each predicted from all tokens before it and then read like them. The causal mask makes "
         "training match this: no position sees a later one.",
         "section 3", "auto-regressive next-token decoding generation"},
        {"batch",
         "Several sentences that are computed together. The shorter ones are filled up with padding, so that all have the same "
         "length.",
         "section 5.1"},
        {"beam search",
         "Decoding that continues several partial sentences, the beams, at once: at every step only the likeliest continuations "
         "are kept. Of the sentences that have ended, the one with the best score wins.",
         "section 6.1"},
        {"BLEU",
         "How well generated translations match reference translations, from 0 to 100: the geometric mean of the n-gram precisions "
         "for n = 1 to 4, times a penalty for translations that are too short. The command vitrine evaluate computes it with "
         "--beams.",
         "section 6.1", "metric machine translation evaluation n-gram"},
        {"causal mask",
         "It hides from every token of the decoder's input all tokens after it. So no prediction can use the tokens that it is to "
         "predict.",
         "section 3.2.3", "look-ahead future"},
        {"context",
         "The output of a head for each token: the sum of the values of all tokens it attends to, each multiplied by its attention "
         "weight.",
         "section 3.2.1"},
        {"cross-attention",
         "The attention that connects the two stacks: its queries come from the decoder, its keys and values from the output of "
         "the encoder.",
         "section 3.2.3"},
        {"d_model",
         "The dimension of the vectors that stand for tokens throughout the model. It is the width of the residual stream.",
         "section 3.1"},
        {"decoder",
         "The stack that reads the target so far and predicts the next token at every position. In an encoder-decoder model its "
         "cross-attention also reads the source; a decoder alone continues any text.",
         "section 3.1"},
        {"dropout",
         "In training some values, drawn at random, are set to 0 and the others scaled up to make up for it. So the model cannot "
         "rely on any single one.",
         "section 5.4"},
        {"embedding",
         "The vector that stands for a token: its row of a learned table. From there on the model computes with this vector, not "
         "with letters.",
         "section 3.4", "lookup"},
        {"encoder",
         "The stack that reads the whole source at once. Its output, the memory, is what the cross-attention of the decoder reads; "
         "in an encoder alone, it is the result.",
         "section 3.1"},
        {"entropy",
         "How evenly a row of attention weights is distributed: −Σ w · ln w. It is 0 where one token gets all of the weight, and "
         "largest where all tokens get the same.",
         ""},
        {"evenness",
         "The entropy of a head's attention weights, divided by the largest possible entropy: 0 where one token gets all of the "
         "weight, 1 where all tokens get the same. Only tokens that may be attended to count.",
         ""},
        {"feed-forward",
         "Two linear maps with an activation between them, applied at every position separately; as a rule it is wider inside than "
         "the model is. A gated one has a third linear map, the gate, whose activation is multiplied by the result of the first.",
         "section 3.3", "FFN MLP position-wise gate GLU SwiGLU"},
        {"gradient",
         "How much the loss would rise if a number were a little larger: ∂loss/∂x. Training uses it to make the loss smaller.", "",
         "backpropagation backward derivative"},
        {"greedy",
         "Decoding that takes the likeliest token at every step. A less likely token might have led to a likelier sentence.", "",
         "argmax decoding"},
        {"head",
         "One of several attentions that run in parallel: each makes smaller queries, keys and values of its own, so that each can "
         "attend to something else. In some models several heads share keys and values.",
         "section 3.2.2", "multi-head multihead grouped-query GQA"},
        {"induction head",
         "A head that, where a token has occurred before, attends to the token that followed it then, and so can continue a "
         "repeated sequence (Olsson et al., 2022). The view Attention measures how closely each head does this.",
         "", "in-context learning"},
        {"key", "What a token offers to queries. A query and a key that point in the same direction give a high score.",
         "section 3.2.1"},
        {"KV cache",
         "The keys and values of the tokens read so far, kept while a sentence is generated. No later token can change them, so "
         "that each step computes only those of its new token.",
         "", "key-value cache past"},
        {"label", "The correct token, with which the prediction is compared: in a decoder the next token. Padding has none.", "",
         "target"},
        {"label smoothing",
         "In training the label is to get the probability 1 − ε instead of 1, and ε is spread evenly over the whole vocabulary: "
         "loss = −(1 − ε) · ln p[label] − ε/V · Σ ln p[v]. It keeps the model from becoming too certain.",
         "section 5.4"},
        {"LayerNorm",
         "It brings the vector of each token to mean 0 and standard deviation 1, then applies a learned gain and bias to each "
         "dimension. So every layer reads numbers of about the same size.",
         "section 3.1", "layer normalisation normalization"},
        {"learning rate",
         "How far each step of a training moves the parameters, against their gradients. Too small, it makes training take long; "
         "too large, and the loss no longer falls.",
         "section 5.3", "lr step size optimizer"},
        {"logits",
         "One number for each token of the vocabulary, at every position: the higher, the likelier the model takes that token to "
         "be. The softmax turns them into probabilities.",
         "section 3.4"},
        {"loss",
         "How surprised the model is by the correct tokens: the mean of −ln p[label] over all labels, the cross-entropy. Training "
         "makes it small.",
         "section 5.4", "cross-entropy"},
        {"mask",
         "It says which queries may attend to which keys. Hidden scores become −∞ or very low, so that the softmax gives them a "
         "weight of 0.",
         "section 3.2.3"},
        {"memory",
         "The output of the encoder: a vector for each token of the source. Every layer of the decoder reads it through its "
         "cross-attention.",
         "section 3.1"},
        {"merge",
         "The contexts of all heads are concatenated and mixed by the matrix W_O. So what the heads have found comes together.",
         "section 3.2.2", "concatenate output projection"},
        {"padding", "Filler tokens that make all sentences of a batch equally long. The mask hides them, and they have no label.",
         ""},
        {"positional encoding",
         "A vector that stands for a position in the sentence, added to the embedding of the token there. Without it, or another "
         "way to tell positions apart, attention would not know the order of the tokens.",
         "section 3.5", "sinusoidal"},
        {"probabilities",
         "What the softmax makes of the logits: how likely the model takes each token of the vocabulary to be. They add up to 1.",
         "section 3.4"},
        {"query", "What a token looks for. It is compared with the key of every token it may attend to.", "section 3.2.1"},
        {"relative positions",
         "A learned number for each distance between two tokens, added to their score; every head has numbers of its own. Large "
         "distances share one number, and nothing is added to the embeddings.",
         "", "T5 bias distance bucket"},
        {"residual",
         "The result of a sublayer is added to its input. So values pass through the model, and gradients back, even where a "
         "sublayer adds little.",
         "section 3.1", "connection skip"},
        {"RMSNorm",
         "LayerNorm without the mean: it divides the vector of each token by its root mean square, then applies a learned gain to "
         "each dimension. So every layer reads numbers of about the same size.",
         "", "root mean square normalisation normalization"},
        {"rotary positions",
         "Each query and each key is rotated, two dimensions at a time, by angles that grow with its position. So their product "
         "depends on the distance between the two tokens, and nothing is added to the embeddings.",
         "", "RoPE rotation"},
        {"scores",
         "How well each query matches each key: their dot product, which the paper and most models divide by the square root of "
         "its dimension. Each row belongs to one query.",
         "section 3.2.1"},
        {"softmax",
         "It turns a row of scores into weights, or logits into probabilities: exp(x[i]) / Σ exp(x[j]). Its results are positive "
         "and add up to 1, larger scores get more, and it can be differentiated; adding the same number to the whole row changes "
         "nothing.",
         "section 3.2.1"},
        {"teacher forcing",
         "In training the decoder reads the correct target, shifted by one position, instead of the tokens that it has predicted "
         "itself. So the predictions at all positions are trained in one pass.",
         "section 3.1", "shifted right exposure bias"},
        {"temperature",
         "What logits are divided by before a token is drawn. Below 1 the likely tokens gain, above 1 the others do.", "",
         "sampling"},
        {"token",
         "A word, a piece of a word or a sign such as <s>, with an id in the vocabulary. It is what the model reads and writes.",
         "section 3.4", "BPE piece <bos> <eos>"},
        {"top-k", "Sampling from the k likeliest tokens alone. All others are left out before one is drawn.", "", "top_k sampling"},
        {"top-p",
         "Sampling from the nucleus alone: the fewest of the likeliest tokens whose probabilities add up to at least p. All others "
         "are left out before one is drawn.",
         "", "top_p nucleus sampling"},
        {"value", "What a token hands over to the tokens that attend to it, multiplied by their attention weights.",
         "section 3.2.1"},
        {"warm-up",
         "The first steps of a training, in which the learning rate rises. In the paper it rises in proportion to the step t and "
         "then falls with its square root: 1/√D · min(1/√t, t/warmup^1.5).",
         "section 5.3", "warmup schedule noam"},
        {"weight tying",
         "One matrix has several roles: it is the embedding of the source, that of the target and the linear map that makes the "
         "logits. The paper ties all three; tied parameters are counted once.",
         "section 3.4", "shared tied parameters"},
        {"weights",
         "The attention weights: how much of each token's value goes into the context of the token that attends. Every row adds up "
         "to 1.",
         "section 3.2.1"},
    };
    return terms;
}

}  // namespace vitrine
