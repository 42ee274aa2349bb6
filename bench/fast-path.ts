import "../test/support/fill-chains.ts";
import { fastPath } from "../src/chat/fast-path/fast-path.ts";
import { readCommand } from "../src/chat/fast-path/read-command.ts";
import { dropCourtesy, splitLexemes } from "../src/chat/fast-path/split-lexemes.ts";
import { ACCEPTED } from "../test/unit/chat/accepted-phrasings.ts";
import { onBase } from "../test/unit/chat/context.ts";
import { PASSED } from "../test/unit/chat/passed-phrasings.ts";
import { machine } from "./lib/machine.ts";
import { row } from "./lib/row.ts";

/**
 * CPU of the fast path (decision D55: under 3 ms, linear on 100 kB), alone in Node: `npm run
 * bench:fast-path`.
 */
const ROUNDS = 200;
/** The grammar's own words without end, in the order in which they are most nearly a command. */
const HOSTILE = "0.2 at a time , every 10 minutes , for USDC , in 5 slices , ";
const SIZES = [12_500, 25_000, 50_000, 100_000];

console.log(machine());
const messages = [...ACCEPTED, ...PASSED]
  .map(([text]) => text)
  .filter((text) => text.length <= 500);
// On the clock: one call is shorter than the kernel's unit of CPU, and a thread's CPU is never more
// than the time it took.
const cold = messages.map((text) => clockUs(() => fastPath(text, onBase)));
console.log(row("message", "us"));
console.log(row("---", "---"));
console.log(row("the very first of a process, on the clock", cold[0]?.toFixed(0) ?? ""));
console.log(
  row(
    `the dearest of ${messages.length}, each for its first time, on the clock`,
    Math.max(...cold).toFixed(0),
  ),
);
const warm = cpuUs(() => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const text of messages) fastPath(text, onBase);
});
console.log(row("the mean, warm, CPU", (warm / ROUNDS / messages.length).toFixed(1)));

console.log(row("hostile bytes", "CPU us as it stands", "CPU us without the limit of length"));
console.log(row("---", "---", "---"));
for (const size of SIZES) {
  const text = `sell 1 ETH ${HOSTILE.repeat(Math.ceil(size / HOSTILE.length))}`.slice(0, size);
  const whole = () => {
    const lexemes = splitLexemes(text);
    if (typeof lexemes !== "string") readCommand(dropCourtesy(lexemes), onBase);
  };
  whole();
  console.log(row(size, meanUs(() => fastPath(text, onBase)).toFixed(1), meanUs(whole).toFixed(0)));
}

function clockUs(run: () => unknown): number {
  const before = performance.now();
  run();
  return (performance.now() - before) * 1_000;
}

function cpuUs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function meanUs(run: () => unknown): number {
  return (
    cpuUs(() => {
      for (let round = 0; round < ROUNDS; round += 1) run();
    }) / ROUNDS
  );
}
