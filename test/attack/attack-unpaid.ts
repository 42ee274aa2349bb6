import { KINDS } from "./kinds.ts";
import { runAttack } from "./run-attack.ts";
import { SOURCES } from "./sources.ts";

/** `npm run attack:unpaid [-- --requests N]`: what a stranger without money can make the service ask of others. */
const at = process.argv.indexOf("--requests");
const requests = at < 0 ? 10_000 : Number(process.argv[at + 1]);
if (!Number.isSafeInteger(requests) || requests <= 0) throw new Error("--requests takes a whole number");

console.log(`${requests} requests of each kind; in brackets the most that README.md, "Limits", allows.`);
console.log("| kind | from | facilitator | RPC | Redis | venue | other | keys left (kB) | answers |");
console.log("|---|---|---|---|---|---|---|---|---|");
let isOver = false;
for (const kind of KINDS) {
  for (const source of SOURCES) {
    const { asked, ceiling, statuses, stored } = await runAttack(kind, source, requests);
    const names = ["facilitator", "rpc", "redis", "venue", "other"] as const;
    isOver ||= names.some((name) => asked[name] > ceiling[name]);
    const cells = names.map((name) => `${asked[name] > ceiling[name] ? "OVER " : ""}${asked[name]} (${ceiling[name]})`);
    const left = `${stored.keys} (${Math.ceil(stored.chars / 1_000)})`;
    const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`);
    console.log(`| ${[kind.name, source.name, ...cells, left, answers.join(", ")].join(" | ")} |`);
  }
}
if (isOver) process.exitCode = 1;
