// Draws Dear ImGui's draw lists: triangles in logical pixels, y downwards.
uniform vec4 u_projection;  // scale x, y; offset x, y

layout(location = 0) in vec2 a_position;
layout(location = 1) in vec2 a_texture;
layout(location = 2) in vec4 a_colour;

out vec2 v_texture;
out vec4 v_colour;

void main() {
    v_texture = a_texture;
    v_colour = a_colour;
    gl_Position = vec4(a_position * u_projection.xy + u_projection.zw, 0.0, 1.0);
}
