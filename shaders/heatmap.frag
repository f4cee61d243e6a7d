// Colours the cells of a tensor. Cell (row, column) is element base + row·row_stride + column·column_stride of its texture.
// app/render/heatmap.cpp has the same colours and places on the processor: cell_colour and HeatmapLayout.
uniform sampler2D u_cells;
uniform sampler2D u_mask;
uniform ivec4 u_cells_at;  // base, row stride, column stride, width of the texture
uniform ivec4 u_mask_at;   // the same; width 0: nothing is masked
uniform ivec2 u_count;     // columns, rows
uniform vec2 u_pitch;      // from one cell to the next, in pixels of the display
uniform float u_gap;       // of which this is left free
uniform float u_pixel;     // pixels of the display per logical pixel
uniform int u_scale;       // 0 diverging, 1 sequential, 2 ids
uniform vec3 u_range;      // limit; low, high
uniform float u_curve;     // of the sequential scale
uniform int u_masked;      // what the mask hides: 0 has no number, 1 is hidden by a later step
uniform vec4 u_minus, u_zero, u_plus, u_hatch, u_mark;
uniform float u_opacity;

in vec2 v_pixel;
out vec4 o_colour;

const int most_cells = 32;  // looked at per axis, for one pixel

struct Cell {
    float value;
    bool masked;
};

float fetch(sampler2D elements, ivec4 at, ivec2 cell) {
    int element = at.x + cell.y * at.y + cell.x * at.z;
    return texelFetch(elements, ivec2(element % at.w, element / at.w), 0).r;
}

// By their bits: compilers may assume that a comparison never meets these.
bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }
bool is_infinite(float x) { return (floatBitsToUint(x) & 0x7fffffffu) == 0x7f800000u; }

float strength(float x) {
    if (is_nan(x)) return 3.5e38;
    return u_scale == 0 ? min(abs(x), 3.4e38) : clamp(x, -3.4e38, 3.4e38);
}

Cell cell_at(ivec2 cell) {
    bool masked = u_mask_at.w > 0 && fetch(u_mask, u_mask_at, cell) == 0.0;
    return Cell(masked && u_masked == 0 ? 0.0 : fetch(u_cells, u_cells_at, cell), masked);
}

// The strongest of the cells that share a pixel; masked only where all of them are.
Cell strongest_of(ivec2 first, ivec2 last) {
    Cell found = Cell(0.0, true);
    ivec2 stride = (last - first) / most_cells + 1;
    for (int row = first.y; row <= last.y; row += stride.y) {
        for (int column = first.x; column <= last.x; column += stride.x) {
            Cell cell = cell_at(ivec2(column, row));
            if (!cell.masked && (found.masked || strength(cell.value) > strength(found.value))) found = cell;
        }
    }
    return found;
}

// The cell under a pixel, or the strongest under it where they are smaller.
Cell cell_under(ivec2 middle) {
    ivec2 last_of_all = u_count - 1;
    if (u_pitch.x >= 1.0 && u_pitch.y >= 1.0) return cell_at(clamp(middle, ivec2(0), last_of_all));
    ivec2 first = ivec2(floor((v_pixel - 0.5) / u_pitch + 0.001)), last = ivec2(ceil((v_pixel + 0.5) / u_pitch - 0.001)) - 1;
    if (u_pitch.x >= 1.0) first.x = last.x = middle.x;
    if (u_pitch.y >= 1.0) first.y = last.y = middle.y;
    return strongest_of(clamp(first, ivec2(0), last_of_all), clamp(last, ivec2(0), last_of_all));
}

vec4 ground(float x) {
    if (u_scale == 2 || is_nan(x)) return u_zero;
    if (u_scale == 1) {
        float amount = u_range.z > u_range.y ? clamp((x - u_range.y) / (u_range.z - u_range.y), 0.0, 1.0) : 0.0;
        return mix(u_zero, u_plus, pow(amount, u_curve));
    }
    float amount = u_range.x > 0.0 ? clamp(x / u_range.x, -1.0, 1.0) : clamp(x * 1e38, -1.0, 1.0);
    return mix(u_zero, amount < 0.0 ? u_minus : u_plus, abs(amount));
}

bool beyond_scale(float x) {
    if (u_scale == 0) return abs(x) > u_range.x;
    return u_scale == 1 && (x < u_range.y || x > u_range.z);
}

// How much of a pixel lies inside, given its distance to an edge, in pixels.
float inside(float distance) { return clamp(0.5 + distance, 0.0, 1.0); }

float hatching() {
    float period = 5.0 * u_pixel;
    float across = abs(mod(v_pixel.x + v_pixel.y, period) - 2.0 * u_pixel) / sqrt(2.0);
    return inside(0.5 * u_pixel - across);
}

float cross_mark(vec2 at, vec2 size) {
    float down = abs(at.x * size.y - at.y * size.x), up = abs(at.x * size.y + at.y * size.x - size.x * size.y);
    return inside(0.6 * u_pixel - min(down, up) / length(size));
}

// A triangle with its point up, or down for −∞; at the edge of a large cell, to leave its middle to a number.
float infinity_mark(vec2 at, vec2 size, bool negative) {
    float smaller = min(size.x, size.y);
    bool large = smaller >= 20.0 * u_pixel;
    float height = large ? 5.0 * u_pixel : 0.5 * smaller;
    float from_top = negative ? size.y - at.y : at.y;
    float from_point = from_top - (large ? 2.0 * u_pixel : (size.y - height) / 2.0);
    float across = abs(at.x - size.x / 2.0);
    return inside(min(height - from_point, (from_point - across / 0.7) * 0.6));
}

float corner_mark(vec2 at, vec2 size) {
    float leg = min(5.0 * u_pixel, 0.35 * min(size.x, size.y));
    return inside((leg - (size.x - at.x) - at.y) / sqrt(2.0));
}

float marks(float x, vec2 at, vec2 size) {
    float smaller = min(size.x, size.y) / u_pixel;
    if (is_nan(x)) return smaller < 5.0 ? 1.0 : cross_mark(at, size) * (smaller < 20.0 ? 1.0 : 0.5);
    if (is_infinite(x)) return smaller < 5.0 ? 0.0 : infinity_mark(at, size, x < 0.0);
    return smaller >= 8.0 && beyond_scale(x) ? corner_mark(at, size) : 0.0;
}

void main() {
    // Where a border runs through the middle of a pixel, all pixels along it belong to the same cell, as HeatmapLayout has it.
    vec2 pixel = floor(v_pixel) + 0.5;
    ivec2 middle = ivec2(floor(pixel / u_pitch + 0.0001));
    if (any(notEqual(ivec2(floor((pixel + u_gap) / u_pitch + 0.0001)), middle))) discard;
    Cell cell = cell_under(middle);
    vec2 size = u_pitch - u_gap;
    if (cell.masked && u_masked == 0) {
        o_colour = mix(u_zero, u_hatch, hatching());
    } else {
        o_colour = mix(ground(cell.value), u_mark, marks(cell.value, v_pixel - vec2(middle) * u_pitch, size));
        if (cell.masked) o_colour = mix(o_colour, u_hatch, 0.7 * hatching());
    }
    o_colour.a *= u_opacity;
}
