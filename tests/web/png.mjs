// Reads PNG pictures of eight bits per channel, as browsers and the program write them.

import { inflateSync } from "node:zlib";

const channels = { 2: 3, 6: 4 };

/// Width, height and the pixels, four bytes each. Throws where the picture is of another kind.
export function pixelsOf(png) {
  const width = png.readUInt32BE(16), height = png.readUInt32BE(20), depth = png[24], kind = png[25], interlaced = png[28];
  const wide = channels[kind];
  if (depth !== 8 || !wide || interlaced) throw new Error(`a PNG of ${depth} bits and kind ${kind}`);
  const data = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at), type = png.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(data)), stride = width * wide;
  const rows = Buffer.alloc(stride * height), rgba = Buffer.alloc(4 * width * height, 255);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; ++x) {
      const value = raw[y * (stride + 1) + 1 + x];
      const left = x >= wide ? rows[y * stride + x - wide] : 0, up = y ? rows[(y - 1) * stride + x] : 0;
      const corner = y && x >= wide ? rows[(y - 1) * stride + x - wide] : 0;
      rows[y * stride + x] = value + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
    }
    for (let x = 0; x < width; ++x) {
      for (let channel = 0; channel < wide; ++channel) rgba[4 * (y * width + x) + channel] = rows[y * stride + x * wide + channel];
    }
  }
  return { width, height, rgba };
}

function paeth(left, up, corner) {
  const estimate = left + up - corner;
  const a = Math.abs(estimate - left), b = Math.abs(estimate - up), c = Math.abs(estimate - corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
