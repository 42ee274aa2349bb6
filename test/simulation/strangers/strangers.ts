import "../../support/fill-chains.ts";
import { parseArgs } from "node:util";
import { dollars } from "./judge-call.ts";
import { playWorld } from "./play-world.ts";

/**
 * npm run strangers -- [--worlds N] [--seed S]: vaults among strangers, each drawn from a number, S
 * and those after it. Ends with 1 when one of them lost more than its shields and limits allow, or
 * could not get something out.
 *
 * npm run strangers -- --seed S --worlds 1 --trace: that one again, with everything that happens in
 * it.
 */
const { values } = parseArgs({
  options: {
    worlds: { type: "string", default: "1000" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
  },
});
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const worlds = Number(values.worlds);

console.log(`${worlds} worlds from seed ${first}`);
const started = performance.now();
const reached = new Map<string, number>();
const kinds = new Map<string, number>();
let failed = 0;
let most = { seed: first, lostE6: 0n };
for (let seed = first; seed < first + worlds; seed += 1) {
  const result = await playWorld(seed, values.trace ? console.log : undefined);
  for (const one of result.reached) reached.set(one, (reached.get(one) ?? 0) + 1);
  for (const one of result.violations) {
    const kind = one.replaceAll(/\d+ USD/g, "so much");
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  if (result.lostE6 > most.lostE6) most = { seed, lostE6: result.lostE6 };
  if (result.violations.length === 0) continue;
  failed += 1;
  if (failed <= 10) console.log(`seed ${seed}: ${result.violations.join("; ")}`);
}
for (const [what, count] of [...reached].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${count}\t${what}`);
if (kinds.size > 0) console.log("violations:");
for (const [what, count] of [...kinds].sort((a, b) => b[1] - a[1]))
  console.log(`${count}\t${what}`);
const seconds = ((performance.now() - started) / 1_000).toFixed(1);
console.log(
  `the most that one lost by prices, spreads and slippage: ${dollars(most.lostE6)} (seed ` +
    `${most.seed})`,
);
console.log(`${worlds} worlds in ${seconds} s: ${failed} with violations`);
if (failed > 0) process.exitCode = 1;
