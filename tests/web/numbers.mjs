// Holds every tensor of every sample against the native program's.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fetchSamples } from "./browser.mjs";

/// The tensors of a file of safetensors: name, shape and values.
function tensorsOf(bytes) {
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, 8 + length).toString("utf8"));
  const tensors = new Map();
  for (const [name, entry] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    const { dtype, shape, data_offsets: [from, to] } = entry;
    const data = Uint8Array.from(bytes.subarray(8 + length + from, 8 + length + to)).buffer;
    const values = dtype === "F32" ? new Float32Array(data) : dtype === "I32" ? new Int32Array(data)
      : dtype === "I64" ? new BigInt64Array(data) : new Uint8Array(data);
    tensors.set(name, { dtype, shape, values });
  }
  return tensors;
}

/// Sums round by the largest numbers in them, so two numbers are held against the largest one of their tensor.
const agree = (a, b, dtype, largest) =>
  a === b || Number.isNaN(a) && Number.isNaN(b) || dtype === "F32" && Math.abs(a - b) <= 1e-5 * Math.max(1, largest);

const largestOf = (values) => values.reduce((most, value) => (Math.abs(Number(value)) > most ? Math.abs(Number(value)) : most), 0);

/// The most likely word at every position.
function predictions({ shape, values }) {
  const words = shape[shape.length - 1], found = [];
  for (let at = 0; at < values.length; at += words) {
    const row = values.subarray(at, at + words);
    found.push(row.indexOf(Math.max(...row)));
  }
  return found;
}

/// Compares, and returns the problems and how many tensors and numbers there were.
export async function compareNumbers(page, vitrine, folder, samples) {
  const problems = [];
  let tensors = 0, numbers = 0, largest = 0;
  await fetchSamples(page);
  for (const sample of samples) {
    const file = join(folder, `${sample}.safetensors`);
    execFileSync(vitrine, ["trace", "--sample", sample, "--format", "safetensors", "--out", file]);
    const text = await page.evaluate((name) => {
      const { program } = globalThis.vitrine;
      program.call("save_trace", ["string", "string"], [name, "/trace.safetensors"]);
      const bytes = program.FS.readFile("/trace.safetensors");
      let binary = "";
      for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
      return btoa(binary);
    }, sample);
    const native = tensorsOf(readFileSync(file)), ours = tensorsOf(Buffer.from(text, "base64"));
    for (const [name, expected] of native) {
      const found = ours.get(name);
      if (!found || String(found.shape) !== String(expected.shape) || found.dtype !== expected.dtype) {
        problems.push(`${sample}: ${name} is missing or has another shape`);
        continue;
      }
      tensors += 1;
      numbers += expected.values.length;
      const most = largestOf(expected.values.filter((value) => Number.isFinite(Number(value))));
      for (let i = 0; i < expected.values.length; ++i) {
        const a = found.values[i], b = expected.values[i];
        if (Number.isFinite(a) && Number.isFinite(b)) largest = Math.max(largest, Math.abs(a - b));
        if (agree(a, b, expected.dtype, most)) continue;
        problems.push(`${sample}: ${name}, element ${i}: ${a} here, ${b} natively`);
        break;
      }
    }
    const logits = [native.get("logits"), ours.get("logits")];
    if (logits[0] && String(predictions(logits[0])) !== String(predictions(logits[1]))) problems.push(`${sample}: other predictions`);
    if (ours.size !== native.size) problems.push(`${sample}: ${ours.size} tensors here, ${native.size} natively`);
  }
  return { problems, tensors, numbers, largest };
}
