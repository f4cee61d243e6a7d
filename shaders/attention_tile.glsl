// The common part of the attention shaders: the product of 64 queries and 64 keys of one head, and the mask. A plane is one head
// of a sentence. In each tile, a thread has the 8 queries from 8·y on and the 4 keys from 4·x on.

#include "attention_softmax.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

layout(location = 0) uniform ivec4 u_shape;    // queries, keys, heads, width of a head in vec4s (padded with zeros)
layout(location = 1) uniform ivec4 u_strides;  // vec4s per plane of queries and context, of keys and values; hidden keys
layout(location = 2) uniform ivec4 u_piece;    // its first plane, first query, queries; mask: 1 causal, 2 by keys, 4 by queries
layout(location = 3) uniform vec2 u_factors;   // the factor of products; the masked score of a hidden key

layout(std430, binding = 0) readonly buffer Queries { vec4 b_query[]; };  // from the piece's first plane on
layout(std430, binding = 1) readonly buffer Keys { vec4 b_key[]; };
layout(std430, binding = 3) readonly buffer Hidden { uint b_hidden[]; };  // keys [sentence, key], then queries; 1: hidden

const int tile = 64;
const int threads = 128;
const int depth = 4;    // part of the width handled at a time, in vec4s
const int stride = 17;  // one more than 16 vec4s, so that rows begin in different banks

shared vec4 s_operands[2 * 16 * stride];

int thread() { return int(gl_LocalInvocationIndex); }

// products[i][j] = query first_query + 8y + i times key first_key + 4x + j; 0 beyond the last query or key.
void multiply_tile(int plane, int first_query, int first_key, out vec4 products[8]) {
    ivec2 place = ivec2(gl_LocalInvocationID.xy);
    for (int i = 0; i < 8; ++i) products[i] = vec4(0);
    for (int start = 0; start < u_shape.w; start += depth) {
        barrier();
        // Half of the threads fetch queries, the other half keys: four rows of one vec4 each, which they transpose.
        int first = thread() % 64 / depth * 4, part = start + thread() % depth;
        bool of_keys = thread() >= 64;
        vec4 rows[4];
        for (int r = 0; r < 4; ++r) {
            int row = (of_keys ? first_key : first_query) + first + r;
            rows[r] = vec4(0);
            if (part < u_shape.w && !of_keys && row < u_shape.x) rows[r] = b_query[plane * u_strides.x + row * u_shape.w + part];
            if (part < u_shape.w && of_keys && row < u_shape.y) rows[r] = b_key[plane * u_strides.y + row * u_shape.w + part];
        }
        int to = ((of_keys ? 16 : 0) + 4 * (thread() % depth)) * stride + first / 4;
        for (int c = 0; c < 4; ++c) s_operands[to + c * stride] = vec4(rows[0][c], rows[1][c], rows[2][c], rows[3][c]);
        barrier();
        for (int i = 0; i < 4 * depth; ++i) {
            vec4 upper = s_operands[i * stride + 2 * place.y], lower = s_operands[i * stride + 2 * place.y + 1];
            vec4 keys = s_operands[(16 + i) * stride + place.x];
            for (int r = 0; r < 4; ++r) {
                products[r] = fma(vec4(upper[r]), keys, products[r]);
                products[4 + r] = fma(vec4(lower[r]), keys, products[4 + r]);
            }
        }
    }
    for (int i = 0; i < 8; ++i) products[i] *= u_factors.x;
}

bool is_hidden(int plane, int query, int key) {
    int sentence = (u_piece.x + plane) / u_shape.z;
    return (u_piece.w & 1) != 0 && key > query || (u_piece.w & 2) != 0 && b_hidden[sentence * u_shape.y + key] != 0u ||
           (u_piece.w & 4) != 0 && b_hidden[u_strides.z + sentence * u_shape.x + query] != 0u;
}
