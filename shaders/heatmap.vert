// Draws one quad per heatmap. v_pixel counts display pixels from the quad's upper left corner.
uniform vec4 u_area;      // left, top, width, height in display pixels
uniform vec2 u_viewport;  // width, height

out vec2 v_pixel;

void main() {
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    v_pixel = corner * u_area.zw;
    vec2 at = (u_area.xy + v_pixel) / u_viewport;
    gl_Position = vec4(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.0, 1.0);
}
