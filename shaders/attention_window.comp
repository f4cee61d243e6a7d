// Recomputes a window of scores, masked scores or weights from queries, keys and the stored maximum and sum of each row.
#include "attention_tile.glsl"

layout(location = 4) uniform ivec4 u_window;  // first key, number of keys, where to write; 0 scores, 1 masked scores, 2 weights

layout(std430, binding = 5) readonly buffer Rows { vec2 b_row[]; };  // [plane, query]: maximum, sum of exponentials
layout(std430, binding = 7) writeonly buffer Cells { float b_cells[]; };

void main() {
    ivec2 place = ivec2(gl_LocalInvocationID.xy);
    int first_query = u_piece.y + tile * int(gl_WorkGroupID.x), end = u_piece.y + u_piece.z;
    int first_key = u_window.x + tile * int(gl_WorkGroupID.y), last_key = u_window.x + u_window.y - 1;
    vec4 scores[8];
    multiply_tile(0, first_query, first_key, scores);
    for (int i = 0; i < 8; ++i) {
        int query = first_query + 8 * place.y + i;
        for (int j = 0; j < 4; ++j) {
            int key = first_key + 4 * place.x + j;
            if (query >= end || key > last_key) continue;
            float cell = scores[i][j];
            if (u_window.w >= 1 && is_hidden(0, query, key)) cell = u_factors.y;
            if (u_window.w == 2) cell = weight_of(cell, b_row[u_piece.x * u_shape.x + query]);
            b_cells[u_window.z + (query - u_piece.y) * u_window.y + key - u_window.x] = cell;
        }
    }
}
