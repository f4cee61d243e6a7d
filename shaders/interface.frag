// Glyphs and soft edges come from one texture. Plain shapes use its white pixel.
uniform sampler2D u_texture;

in vec2 v_texture;
in vec4 v_colour;

out vec4 o_colour;

void main() {
    o_colour = v_colour * texture(u_texture, v_texture);
}
