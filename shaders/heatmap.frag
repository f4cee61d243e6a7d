// Colours the cells of a tensor. Cell (row, column) is element base + row·row_stride + column·column_stride of its texture.
// Inserted after heatmap_look.glsl. HeatmapLayout in app/render/heatmap/heatmap.cpp places cells in the same way on the
// processor.
uniform sampler2D u_cells;
uniform sampler2D u_mask;
uniform ivec4 u_cells_at;  // base, row stride, column stride, width of the texture
uniform ivec4 u_mask_at;   // the same for the mask; width 0: there is none
uniform ivec2 u_count;     // columns, rows

const int most_cells = 32;  // the most cells read for one pixel along each axis

float fetch(sampler2D elements, ivec4 at, ivec2 cell) {
    int element = at.x + cell.y * at.y + cell.x * at.z;
    return texelFetch(elements, ivec2(element % at.w, element / at.w), 0).r;
}

Cell cell_at(ivec2 cell) {
    bool masked = u_mask_at.w > 0 && fetch(u_mask, u_mask_at, cell) == 0.0;
    return Cell(masked && u_masked == 0 ? 0.0 : fetch(u_cells, u_cells_at, cell), masked);
}

// The strongest of the cells that share a pixel, or their mean. Masked only if all of them are.
Cell shown_of(ivec2 first, ivec2 last) {
    Cell found = Cell(0.0, true);
    float sum = 0.0, count = 0.0;
    ivec2 stride = (last - first) / most_cells + 1;
    for (int row = first.y; row <= last.y; row += stride.y) {
        for (int column = first.x; column <= last.x; column += stride.x) {
            Cell cell = cell_at(ivec2(column, row));
            if (cell.masked) continue;
            sum += cell.value;
            count += 1.0;
            if (found.masked || strength(cell.value) > strength(found.value)) found = cell;
        }
    }
    if (u_mean && count > 0.0) found.value = sum / count;
    return found;
}

// The cell at a pixel or, if cells are smaller than pixels, what represents the cells in it.
Cell cell_under(ivec2 middle) {
    ivec2 last_of_all = u_count - 1;
    if (u_pitch.x >= 1.0 && u_pitch.y >= 1.0) return cell_at(clamp(middle, ivec2(0), last_of_all));
    ivec2 first = ivec2(floor((v_pixel - 0.5) / u_pitch + 0.001)), last = ivec2(ceil((v_pixel + 0.5) / u_pitch - 0.001)) - 1;
    if (u_pitch.x >= 1.0) first.x = last.x = middle.x;
    if (u_pitch.y >= 1.0) first.y = last.y = middle.y;
    return shown_of(clamp(first, ivec2(0), last_of_all), clamp(last, ivec2(0), last_of_all));
}

void main() {
    // If a border runs through the middles of pixels, all pixels along it belong to the same cell, as in HeatmapLayout.
    vec2 pixel = floor(v_pixel) + 0.5;
    ivec2 middle = ivec2(floor(pixel / u_pitch + 0.0001));
    if (any(notEqual(ivec2(floor((pixel + u_gap) / u_pitch + 0.0001)), middle))) discard;
    o_colour = look_of(cell_under(middle), v_pixel - vec2(middle) * u_pitch);
}
