// The summary of a square of cells: mean, sum of squared distances to it, and smallest and largest of the finite cells, and how
// many cells are finite, NaN, infinite and zero.
uniform sampler2D u_cells;
uniform ivec2 u_size;    // in cells of the texture
uniform ivec2 u_corner;  // where this texture's squares begin in the target
const int side = 32;

layout(location = 0) out vec4 o_spread;
layout(location = 1) out vec4 o_counts;

// Tests bits, since compilers may assume that no NaN or infinity is ever compared.
bool is_finite(float x) { return (floatBitsToUint(x) & 0x7fffffffu) < 0x7f800000u; }
bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) - u_corner) * side, end = min(first + side, u_size);
    vec4 counts = vec4(0.0);
    float sum = 0.0, smallest = 0.0, largest = 0.0;
    for (int y = first.y; y < end.y; ++y) {
        float row = 0.0;
        for (int x = first.x; x < end.x; ++x) {
            float cell = texelFetch(u_cells, ivec2(x, y), 0).r;
            if (is_finite(cell)) {
                smallest = counts.x == 0.0 ? cell : min(smallest, cell);
                largest = counts.x == 0.0 ? cell : max(largest, cell);
                row += cell;
                counts += vec4(1.0, 0.0, 0.0, cell == 0.0 ? 1.0 : 0.0);
            } else {
                counts += is_nan(cell) ? vec4(0.0, 1.0, 0.0, 0.0) : vec4(0.0, 0.0, 1.0, 0.0);
            }
        }
        sum += row;
    }
    float mean = counts.x > 0.0 ? sum / counts.x : 0.0, squares = 0.0;
    for (int y = first.y; y < end.y; ++y) {
        for (int x = first.x; x < end.x; ++x) {
            float cell = texelFetch(u_cells, ivec2(x, y), 0).r;
            if (is_finite(cell)) squares += (cell - mean) * (cell - mean);
        }
    }
    o_spread = vec4(mean, squares, smallest, largest);
    o_counts = counts;
}
