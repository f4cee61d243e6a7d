// Translates what the reader does into the program's events, which docs/WEB.md lists.

/// Keys whose names differ from KeyboardEvent.key in lower case.
const names = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", PageUp: "pageup", PageDown: "pagedown",
  " ": "space", ContextMenu: "menu",
};
const modifierKeys = new Set(["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock"]);

/// The program's name for a key: what is written on the key, whatever Shift makes of it.
function keyName(event) {
  if (names[event.key]) return names[event.key];
  const digit = /^Digit(\d)$/.exec(event.code);
  if (digit) return digit[1];
  return event.key.toLowerCase();
}

/// Chords that are left to the browser. app/base/browser.h lists those of them that the program would otherwise use.
const kept = /^(ctrl\+[tnwqr0-9=+-]|ctrl\+shift\+[tnwcij]|f5|f11|f12|ctrl\+tab|ctrl\+shift\+tab)$/;

const held = (event) => ({ ctrl: event.ctrlKey, shift: event.shiftKey, alt: event.altKey, meta: event.metaKey });

/// The browser reports a wheel's movement in pixels, lines or pages; the program counts notches.
const pixelsPerNotch = 100, linesPerNotch = 3;

export class Listener {
  /// `wake` is called whenever something has to be drawn.
  constructor(canvas, typing, wake) {
    this.canvas = canvas;
    this.typing = typing;
    this.wake = wake;
    this.events = [];
    this.altAlone = false;
    this.writes = false;  // whether typed characters go into a text
    this.listen();
  }

  take() {
    return this.events.splice(0);
  }

  tell(event) {
    this.events.push(event);
    this.wake();
  }

  place(event) {
    const area = this.canvas.getBoundingClientRect();
    return { x: event.clientX - area.left, y: event.clientY - area.top, time: event.timeStamp / 1000, ...held(event) };
  }

  listen() {
    const { canvas, typing } = this;
    const on = (target, name, function_, options) => target.addEventListener(name, function_, options);
    on(canvas, "pointermove", (event) => this.move(event));
    on(canvas, "pointerdown", (event) => this.press(event, true));
    on(canvas, "pointerup", (event) => this.press(event, false));
    on(canvas, "pointercancel", (event) => this.press(event, false, true));
    on(canvas, "pointerleave", (event) => {
      if (event.pointerType !== "touch") this.tell({ event: "mouse", inside: false, ...this.place(event) });
    });
    on(canvas, "contextmenu", (event) => event.preventDefault());
    on(canvas, "wheel", (event) => this.turn(event), { passive: false });
    for (const target of [canvas, typing]) {
      on(target, "keydown", (event) => this.key(event));
      on(target, "keyup", (event) => this.keyUp(event));
    }
    const type = (event) => {
      if (event.isComposing) return;  // the input method is still composing a word
      if (typing.value) this.tell({ event: "text", text: typing.value });
      typing.value = "";
    };
    on(typing, "input", type);
    on(typing, "compositionend", () => type({ isComposing: false }));
    on(window, "paste", (event) => {
      event.preventDefault();
      this.tell({ event: "key", key: "v", ctrl: true, clipboard: event.clipboardData.getData("text/plain") });
    });
  }

  move(event) {
    if (event.pointerType === "touch") return this.touch(event, "move");
    for (const one of event.getCoalescedEvents?.().slice(-1) ?? [event]) this.tell({ event: "mouse", ...this.place(one) });
  }

  press(event, down, cancelled = false) {
    if (down) this.canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") return this.touch(event, down ? "begin" : cancelled ? "cancel" : "end");
    if (down && document.activeElement !== this.typing) this.canvas.focus({ preventScroll: true });
    event.preventDefault();
    const button = [0, 2, 1][event.button];  // the browser numbers the middle button between the others
    if (button !== undefined) this.tell({ event: "mouse", button, down, ...this.place(event) });
  }

  touch(event, phase) {
    event.preventDefault();
    // Only within a touch may a page ask for the keyboard on the screen.
    if (phase === "end" && this.writes) this.typing.focus({ preventScroll: true });
    this.tell({ event: "touch", phase, finger: event.pointerId, ...this.place(event) });
  }

  turn(event) {
    event.preventDefault();
    const unit = [pixelsPerNotch, linesPerNotch, 1][event.deltaMode];
    this.tell({ event: "wheel", across: -event.deltaX / unit, notches: -event.deltaY / unit, ...this.place(event) });
  }

  key(event) {
    if (event.isComposing || event.key === "Process" || event.key === "Dead" || event.key === "Unidentified") return;
    this.altAlone = event.key === "Alt";
    if (modifierKeys.has(event.key)) return this.tell({ event: "modifiers", ...held(event) });
    const command = event.ctrlKey || event.metaKey;
    if (kept.test(`${command ? "ctrl+" : ""}${event.shiftKey && command ? "shift+" : ""}${event.key.toLowerCase()}`)) return;
    if (command && event.key.toLowerCase() === "v") return;  // the text to paste comes with the event "paste"
    const writes = event.key.length === 1 && !command && !event.altKey;
    this.tell({ event: "key", key: keyName(event), ...held(event) });
    if (writes && event.target !== this.typing) this.tell({ event: "text", text: event.key });
    if (!(writes && event.target === this.typing)) event.preventDefault();
  }

  keyUp(event) {
    if (event.key === "Alt" && this.altAlone) {
      this.tell({ event: "key", key: "alt" });
      event.preventDefault();
    }
    this.altAlone = false;
    if (modifierKeys.has(event.key)) this.tell({ event: "modifiers", ...held(event) });
  }
}
