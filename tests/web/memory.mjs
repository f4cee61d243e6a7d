// Opens twenty models in turn: the memory of the page does not grow. One that is too large is refused, and the page lives on.

import { rest, visit } from "./browser.mjs";

const samples = ["translation", "navigation", "by-hand", "two-heads"];

export async function tryMemory(browser, address, say) {
  const problems = [];
  const page = await visit(browser, `${address}?keeps=no`);
  await rest(page);
  const bytes = () => page.evaluate(() => globalThis.vitrine.program.memory());
  const openAll = async () => {
    for (let i = 0; i < 20; ++i) {
      await page.evaluate((name) => {
        globalThis.vitrine.program.call("tell", ["string"], [`sample ${name}`]);
        globalThis.vitrine.wake();
      }, samples[i % samples.length]);
      await rest(page);
    }
    return bytes();
  };
  const first = await openAll(), second = await openAll();
  say(`memory after 20 models: ${(first / 1e6).toFixed(0)} MB, after 40: ${(second / 1e6).toFixed(0)} MB`);
  if (second > first) problems.push(`memory grows: ${first} bytes after 20 models, ${second} after 40`);

  const refused = async (what, sentence) => {
    const { message, model } = await page.evaluate(() => globalThis.vitrine.program.call("state", [], []));
    say(`${what}: ${message}`);
    if (!sentence.test(message) || !model) problems.push(`${what} is refused with '${message}', and open is ${model}`);
  };
  const drop = async (name, more) => {
    const config = { d_model: 4096, nhead: 16, num_encoder_layers: 24, num_decoder_layers: 24, dim_feedforward: 16384,
      src_vocab_size: 60000, tgt_vocab_size: 60000, pad_src: 0, pad_tgt: 0, bos: 1, eos: 2, ...more };
    await page.evaluate((folder, text) => {
      const { program, listener } = globalThis.vitrine;
      program.FS.mkdirTree(folder);
      program.FS.writeFile(`${folder}/config.json`, text);
      listener.tell({ event: "drop", files: [`${folder}/config.json`] });
    }, `/dropped/${name}`, JSON.stringify(config));
    await rest(page);
  };
  await drop("large");
  await refused("a model of billions of weights", /million parameters, more than/);
  await drop("too-large", { num_encoder_layers: 2, num_decoder_layers: 2 });
  await refused("a model whose weights are larger than the memory", /GB are free/);
  await page.evaluate(() => globalThis.vitrine.program.call("tell", ["string"], ["view masks"]));
  await page.evaluate(() => globalThis.vitrine.wake());
  await rest(page);
  const { view } = await page.evaluate(() => globalThis.vitrine.program.call("state", [], []));
  if (view !== "masks") problems.push("the page does not live on after a model that is too large");

  // The sample with a long batch takes most of what there is. Its pictures, which go on coming in, are not waited for.
  const start = Date.now();
  await page.evaluate(() => globalThis.vitrine.program.call("tell", ["string"], ["sample long"]));
  await page.evaluate(() => globalThis.vitrine.wake());
  const model = () => page.evaluate(() => globalThis.vitrine.program.call("state", [], []).model);
  while ((await model()) !== "long" && Date.now() - start < 180_000) await new Promise((resolve) => setTimeout(resolve, 500));
  say(`the sample with a long batch is there after ${((Date.now() - start) / 1000).toFixed(0)} s, with ${((await bytes()) / 1e6).toFixed(0)} MB`);
  if ((await model()) !== "long") problems.push("the sample with a long batch is not there after three minutes");
  await page.close();
  return problems;
}
