// The look of a number: its colour, its marks, the lines over masked cells. Inserted before the text of a shader that finds the
// number. cell_colour() in app/render/heatmap/heatmap.cpp computes the same colours on the processor.
uniform vec2 u_pitch;      // from one cell to the next, in pixels of the display
uniform float u_gap;       // the part of it left free between cells
uniform float u_pixel;     // display pixels per logical pixel
uniform int u_scale;       // 0 diverging, 1 sequential, 2 ids
uniform vec3 u_range;      // limit; low, high
uniform float u_curve;     // see HeatmapStyle::curve
uniform int u_masked;      // masked cells: 0 have no number, 1 are hidden by a later step
uniform bool u_mean;       // a pixel shared by many cells shows their mean rather than the strongest
uniform vec4 u_minus, u_zero, u_plus, u_hatch, u_mark;
uniform float u_opacity;

in vec2 v_pixel;
out vec4 o_colour;

struct Cell {
    float value;
    bool masked;
};

// Tests bits, since compilers may assume that no NaN is ever compared.
bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }
bool is_infinite(float x) { return (floatBitsToUint(x) & 0x7fffffffu) == 0x7f800000u; }

float strength(float x) {
    if (is_nan(x)) return uintBitsToFloat(0x7f7fffffu);  // the largest finite number, above all that follow
    return u_scale == 0 ? min(abs(x), 3.4e38) : clamp(x, -3.4e38, 3.4e38);
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

// How much of a pixel is inside, given its distance to an edge in pixels.
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

// A triangle that points up, or down for −∞. In a large cell it is at the edge, to leave the middle to a number.
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

// The colour at a place in a cell. `at`: in pixels from its upper left corner.
vec4 look_of(Cell cell, vec2 at) {
    vec4 colour;
    if (cell.masked && u_masked == 0) {
        colour = mix(u_zero, u_hatch, hatching());
    } else {
        colour = mix(ground(cell.value), u_mark, marks(cell.value, at, u_pitch - u_gap));
        if (cell.masked) colour = mix(colour, u_hatch, 0.7 * hatching());
    }
    colour.a *= u_opacity;
    return colour;
}
