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
  await page.evaluate(() => globalThis.vitrine.program.call("tell", ["string"], ["sample long"]));
  await page.evaluate(() => globalThis.vitrine.wake());
  await rest(page);
  await refused("the sample with a long batch", /GB are free/);

  const large = {
    d_model: 4096, nhead: 16, num_encoder_layers: 24, num_decoder_layers: 24, dim_feedforward: 16384,
    src_vocab_size: 60000, tgt_vocab_size: 60000, pad_src: 0, pad_tgt: 0, bos: 1, eos: 2,
  };
  await page.evaluate((config) => {
    const { program, listener } = globalThis.vitrine;
    program.FS.mkdirTree("/dropped/large");
    program.FS.writeFile("/dropped/large/config.json", config);
    listener.tell({ event: "drop", files: ["/dropped/large/config.json"] });
  }, JSON.stringify(large));
  await rest(page);
  await refused("a model of billions of weights", /million parameters, more than/);
  await page.evaluate(() => globalThis.vitrine.program.call("tell", ["string"], ["view masks"]));
  await page.evaluate(() => globalThis.vitrine.wake());
  await rest(page);
  const { view } = await page.evaluate(() => globalThis.vitrine.program.call("state", [], []));
  if (view !== "masks") problems.push("the page does not live on after a model that is too large");
  await page.close();
  return problems;
}
