// Serves screen readers: gives the current step as text, and the names of the places on the screen as buttons.

export class Reader {
  constructor(said, places, page) {
    this.said = said;
    this.places = places;
    this.page = page;
    this.names = "";
  }

  say(text) {
    this.said.textContent = text;
  }

  /// Lists the places again if they have changed. A button of the list clicks its place.
  look() {
    const places = this.page.program.places().filter((place) => place.focusable && place.width > 0 && place.height > 0);
    const names = places.map((place) => place.name).join("\n");
    if (names === this.names) return;
    this.names = names;
    const focused = document.activeElement?.dataset?.place;
    this.places.replaceChildren(...places.map((place) => this.button(place)));
    if (focused) [...this.places.children].find((button) => button.dataset.place === focused)?.focus();
  }

  button(place) {
    const button = document.createElement("button");
    button.textContent = place.name.replaceAll("/", ", ");
    button.dataset.place = place.name;
    button.tabIndex = -1;
    button.onclick = () => {
      const at = this.page.program.places().find((one) => one.name === place.name);
      if (!at) return;
      const x = at.x + at.width / 2, y = at.y + at.height / 2, time = performance.now() / 1000;
      for (const down of [true, false]) this.page.listener.tell({ event: "mouse", x, y, button: 0, down, time });
    };
    return button;
  }
}
