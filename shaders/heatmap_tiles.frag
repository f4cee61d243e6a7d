// Colours the pixels of a heatmap whose first block of cells is in one tile. Other blocks of these pixels are in the neighbouring
// tiles on the right and below. Inserted after heatmap_look.glsl. Cells, and blocks of 2^level cells, are counted from the tile's
// first.
uniform sampler2D u_numbers0, u_numbers1, u_numbers2, u_numbers3;  // the tile; to its right, below, and below on the right
uniform sampler2D u_counts0, u_counts1, u_counts2, u_counts3;
uniform ivec4 u_find[4];  // block b is at texel (b + find.xy) >> find.zw, since a coarser tile may replace a missing one
uniform int u_holds[4];   // 0 nothing; 1 cells, 3 blocks of cells; 2 and 4 the same with a mask or with unmasked counts
uniform bool u_exchanged; // columns run downwards in textures
uniform ivec2 u_level;
uniform ivec4 u_cells;    // the tensor's first and last cell: column, row, column, row
uniform vec2 u_shift;     // where the tile's first cell begins, as a fraction of a pixel

in vec2 v_local;

const int side = 256;  // blocks along the side of a tile

struct Block {
    float value, count;
    bool there;
};

Block fetch(sampler2D numbers, sampler2D counts, ivec2 block, int which) {
    ivec2 at = (block + u_find[which].xy) >> u_find[which].zw;
    if (u_exchanged) at = at.yx;
    int holds = u_holds[which];
    if (holds == 0) return Block(0.0, 0.0, false);
    vec2 number = texelFetch(numbers, at, 0).rg;
    float count = holds == 2 || holds == 4 ? texelFetch(counts, at, 0).r : 1.0;
    return Block(u_mean && holds > 2 ? number.g : number.r, count, true);
}

Block block_at(ivec2 block) {
    if (block.x < side) {
        if (block.y < side) return fetch(u_numbers0, u_counts0, block, 0);
        return fetch(u_numbers2, u_counts2, block, 2);
    }
    if (block.y < side) return fetch(u_numbers1, u_counts1, block, 1);
    return fetch(u_numbers3, u_counts3, block, 3);
}

// The strongest of the blocks that share a pixel, or their mean. Masked only if all of their cells are.
Cell shown_of(ivec2 first, ivec2 last) {
    Cell found = Cell(0.0, true);
    float sum = 0.0, count = 0.0;
    bool any_there = false;
    for (int row = first.y; row <= last.y; ++row) {
        for (int column = first.x; column <= last.x; ++column) {
            Block block = block_at(ivec2(column, row));
            any_there = any_there || block.there;
            if (!block.there || block.count == 0.0) continue;
            sum += block.count * block.value;
            count += block.count;
            if (found.masked || strength(block.value) > strength(found.value)) found = Cell(block.value, false);
        }
    }
    if (!any_there) discard;
    if (u_mean && count > 0.0) found.value = sum / count;
    return found;
}

void main() {
    vec2 pixel = floor(v_local) + 0.5 - u_shift;
    ivec2 middle = ivec2(floor(pixel / u_pitch + 0.0001));
    if (any(notEqual(ivec2(floor((pixel + u_gap) / u_pitch + 0.0001)), middle))) discard;
    middle = clamp(middle, u_cells.xy, u_cells.zw);
    ivec2 first = ivec2(floor((pixel - 0.5) / u_pitch + 0.001)), last = ivec2(ceil((pixel + 0.5) / u_pitch - 0.001)) - 1;
    if (u_pitch.x >= 1.0) first.x = last.x = middle.x;
    if (u_pitch.y >= 1.0) first.y = last.y = middle.y;
    first = clamp(first, u_cells.xy, u_cells.zw) >> u_level;
    last = clamp(last, u_cells.xy, u_cells.zw) >> u_level;
    if (any(lessThan(first, ivec2(0))) || any(greaterThanEqual(first, ivec2(side)))) discard;
    Cell cell;
    if (u_pitch.x >= 1.0 && u_pitch.y >= 1.0 && u_holds[0] == 2) {
        Block block = block_at(first);
        cell = Cell(block.count == 0.0 && u_masked == 0 ? 0.0 : block.value, block.count == 0.0);
    } else {
        cell = shown_of(first, last);
    }
    o_colour = look_of(cell, pixel - vec2(middle) * u_pitch);
}
