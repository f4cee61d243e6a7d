// Makes a part of a coarser tile from a finer one. For every two, or two times two, blocks: the strongest number, the mean of
// all, and the number of cells. Masked cells do not count.
uniform sampler2D u_numbers;  // cells, or the strongest and the mean of blocks
uniform sampler2D u_counts;   // the mask of cells, or the number of unmasked cells of blocks
uniform int u_holds;          // 1 cells, 3 blocks of cells; 2 and 4 the same with u_counts
uniform ivec2 u_corner;       // of the part, in the coarser tile
uniform ivec2 u_factor;       // number of blocks that become one: 1 or 2
uniform ivec2 u_size;         // of the finer tile
uniform ivec2 u_block;        // cells in each of its blocks
uniform ivec2 u_left;         // number of cells from the tile's first to the tensor's last
uniform bool u_signed;        // the strongest is the largest number, rather than that with the largest magnitude

layout(location = 0) out vec4 o_numbers;
layout(location = 1) out vec4 o_count;

bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }

float strength(float x) {
    if (is_nan(x)) return uintBitsToFloat(0x7f7fffffu);  // the largest finite number, above all that follow
    return u_signed ? clamp(x, -3.4e38, 3.4e38) : min(abs(x), 3.4e38);
}

float count_of(ivec2 at) {
    if (u_holds == 4) return texelFetch(u_counts, at, 0).r;
    if (u_holds == 2) return texelFetch(u_counts, at, 0).r == 0.0 ? 0.0 : 1.0;
    ivec2 cells = min(u_block, u_left - at * u_block);
    return float(cells.x) * float(cells.y);
}

void main() {
    ivec2 first = (ivec2(gl_FragCoord.xy) - u_corner) * u_factor;
    float strongest = 0.0, sum = 0.0, count = 0.0;
    for (int y = first.y; y < min(first.y + u_factor.y, u_size.y); ++y) {
        for (int x = first.x; x < min(first.x + u_factor.x, u_size.x); ++x) {
            ivec2 at = ivec2(x, y);
            float cells = count_of(at);
            if (cells == 0.0) continue;
            vec2 number = texelFetch(u_numbers, at, 0).rg;
            if (count == 0.0 || strength(number.r) > strength(strongest)) strongest = number.r;
            sum += cells * (u_holds > 2 ? number.g : number.r);
            count += cells;
        }
    }
    o_numbers = vec4(strongest, count > 0.0 ? sum / count : 0.0, 0.0, 1.0);
    o_count = vec4(count, 0.0, 0.0, 1.0);
}
