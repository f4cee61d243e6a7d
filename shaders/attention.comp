// Attention of 64 queries to all keys, in one pass over the keys with each row's running maximum and sum. With KEEP, scores and
// masked scores are stored on the way. Without it, nothing is stored whose size grows with queries × keys.
#include "attention_tile.glsl"

layout(location = 4) uniform ivec2 u_storage;  // distance of rows in vec4s; 1: masked scores are stored, too
layout(location = 5) uniform bool u_skip;      // skip tiles of hidden keys, whose weights are 0

layout(std430, binding = 2) readonly buffer Values { vec4 b_value[]; };
layout(std430, binding = 4) writeonly buffer Context { vec4 b_context[]; };  // from the piece's first plane on
layout(std430, binding = 5) writeonly buffer Rows { vec2 b_row[]; };        // [plane, query]: maximum, sum of exponentials
#ifdef KEEP
layout(std430, binding = 6) writeonly buffer Scores { vec4 b_scores[]; };  // the piece's own rows
layout(std430, binding = 7) writeonly buffer Masked { vec4 b_masked[]; };
#endif

#ifdef WIDE
const int parts = 2;  // a head's width of up to 128 is divided into parts of 64
#else
const int parts = 1;
#endif

shared vec4 s_shares[tile * stride];  // [key, query]
shared float s_partial[tile * stride];
shared float s_maximum[tile], s_factor[tile];

void store(int plane, int first_query, int first_key, vec4 scores[8], vec4 masked[8]) {
#ifdef KEEP
    ivec2 place = ivec2(gl_LocalInvocationID.xy);
    int column = first_key / 4 + place.x;
    if (column >= u_storage.x) return;
    for (int i = 0; i < 8; ++i) {
        int query = first_query + 8 * place.y + i;
        if (query >= u_piece.y + u_piece.z) return;
        int at = (plane * u_shape.x + query - u_piece.y) * u_storage.x + column;
        b_scores[at] = scores[i];
        if (u_storage.y != 0) b_masked[at] = masked[i];
    }
#endif
}

// Updates every row's maximum. s_factor is the factor for sums computed with the maximum before.
void raise_maxima(vec4 masked[8]) {
    ivec2 place = ivec2(gl_LocalInvocationID.xy);
    for (int i = 0; i < 8; ++i)
        s_partial[(8 * place.y + i) * stride + place.x] =
            larger(larger(masked[i].x, masked[i].y), larger(masked[i].z, masked[i].w));
    barrier();
    int row = thread();
    if (row < tile) {
        float before = s_maximum[row], now = before;
        for (int i = 0; i < 16; ++i) now = larger(now, s_partial[row * stride + i]);
        s_maximum[row] = now;
        s_factor[row] = exponential(before - (now == -infinity ? 0.0 : now));
    }
    barrier();
}

// context[i] += the weights of 64 keys times their values.
void add_values(int plane, int first_key, inout vec4 context[8 * parts]) {
    ivec2 place = ivec2(gl_LocalInvocationID.xy);
    for (int start = 0; start < tile; start += 16) {
        barrier();
        for (int n = thread(); n < 16 * 16 * parts; n += threads) {
            int row = n / (16 * parts), column = n % (16 * parts), key = first_key + start + row;
            bool inside = key < u_shape.y && column < u_shape.w;
            s_operands[n] = inside ? b_value[plane * u_strides.y + key * u_shape.w + column] : vec4(0);
        }
        barrier();
        for (int key = 0; key < 16; ++key) {
            vec4 upper = s_shares[(start + key) * stride + 2 * place.y];
            vec4 lower = s_shares[(start + key) * stride + 2 * place.y + 1];
            for (int part = 0; part < parts; ++part) {
                vec4 value = s_operands[(key * parts + part) * 16 + place.x];
                for (int r = 0; r < 4; ++r) {
                    context[8 * part + r] = fma(vec4(upper[r]), value, context[8 * part + r]);
                    context[8 * part + 4 + r] = fma(vec4(lower[r]), value, context[8 * part + 4 + r]);
                }
            }
        }
    }
}

void main() {
    ivec2 place = ivec2(gl_LocalInvocationID.xy);
    int plane = int(gl_WorkGroupID.z), end = u_piece.y + u_piece.z;
    int first_query = u_piece.y + tile * int(gl_WorkGroupID.x);
    vec4 context[8 * parts];
    float sums[8];
    for (int i = 0; i < 8 * parts; ++i) context[i] = vec4(0);
    for (int i = 0; i < 8; ++i) sums[i] = 0.0;
    if (thread() < tile) s_maximum[thread()] = -infinity;

    for (int first_key = 0; first_key < u_shape.y; first_key += tile) {
        bool skipped = u_skip && first_key > min(first_query + tile, end) - 1;
#ifndef KEEP
        if (skipped) break;
#endif
        vec4 scores[8], masked[8];
        multiply_tile(plane, first_query, first_key, scores);
        for (int i = 0; i < 8; ++i) {
            int query = min(first_query + 8 * place.y + i, u_shape.x - 1);
            for (int j = 0; j < 4; ++j) {
                int key = first_key + 4 * place.x + j;
                masked[i][j] = key >= u_shape.y ? -infinity : is_hidden(plane, query, key) ? u_factors.y : scores[i][j];
            }
        }
        store(plane, first_query, first_key, scores, masked);
        if (skipped) continue;

        raise_maxima(masked);
        for (int i = 0; i < 8; ++i) {
            float maximum = s_maximum[8 * place.y + i], factor = s_factor[8 * place.y + i];
            if (maximum == -infinity) maximum = 0.0;
            for (int j = 0; j < 4; ++j) {
                bool inside = first_key + 4 * place.x + j < u_shape.y;  // NaN must not continue beyond the last key
                masked[i][j] = inside ? exponential(masked[i][j] - maximum) : 0.0;
            }
            sums[i] = sums[i] * factor + (masked[i].x + masked[i].y) + (masked[i].z + masked[i].w);
            for (int part = 0; part < parts; ++part) context[8 * part + i] *= factor;
        }
        for (int j = 0; j < 4; ++j) {
            int at = (4 * place.x + j) * stride + 2 * place.y;
            s_shares[at] = vec4(masked[0][j], masked[1][j], masked[2][j], masked[3][j]);
            s_shares[at + 1] = vec4(masked[4][j], masked[5][j], masked[6][j], masked[7][j]);
        }
        add_values(plane, first_key, context);
    }

    barrier();
    for (int i = 0; i < 8; ++i) s_partial[(8 * place.y + i) * stride + place.x] = sums[i];
    barrier();
    for (int i = 0; i < 8; ++i) {
        int row = 8 * place.y + i, query = first_query + row;
        if (query >= end) return;
        float sum = 0.0;
        for (int j = 0; j < 16; ++j) sum += s_partial[row * stride + j];
        if (place.x == 0) b_row[(u_piece.x + plane) * u_shape.x + query] = vec2(s_maximum[row], sum);
        for (int part = 0; part < parts; ++part) {
            int column = 16 * part + place.x;
            vec4 total = context[8 * part + i];
            if (column < u_shape.w) b_context[plane * u_strides.x + query * u_shape.w + column] = sum == 0.0 ? total : total / sum;
        }
    }
}
