// Draws the pixels of one tile of a heatmap, counted from the tile's upper left corner; v_pixel counts from the heatmap's corner.
uniform vec4 u_part;      // left, top, width, height in display pixels
uniform ivec2 u_corner;   // of the tile, from the heatmap's corner
uniform vec2 u_area;      // left, top of the heatmap
uniform vec2 u_viewport;  // width, height

out vec2 v_pixel;
out vec2 v_local;

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    v_local = u_part.xy + corner * u_part.zw;
    v_pixel = v_local + vec2(u_corner);
    vec2 at = (u_area + v_pixel) / u_viewport;
    gl_Position = vec4(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0);
}
