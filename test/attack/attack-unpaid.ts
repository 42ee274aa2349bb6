import "../support/fill-chains.ts";
import { parseArgs } from "node:util";
import { KINDS } from "./kinds.ts";
import { runAttack } from "./run-attack.ts";
import { SOURCES } from "./sources.ts";

/**
 * `npm run attack:unpaid -- [--requests N] [--kinds TEXT]`: what a stranger without money can make
 * the service ask of others. Ends with 1 where it is more than docs/api.md, "Limits", allows, or
 * where a kind is refused as malformed. Takes half an hour of one core: the signatures do.
 */
const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    kinds: { type: "string", default: "" },
  },
});
const requests = Number(values.requests);
if (!Number.isSafeInteger(requests) || requests <= 0)
  throw new Error("--requests takes a whole number");
const kinds = KINDS.filter(({ name }) =>
  values.kinds.split("|").some((text) => name.includes(text)),
);

console.log(
  `${requests} requests of each kind; in brackets the most that docs/api.md, "Limits", allows.`,
);
console.log(
  "| kind | from | facilitator | RPC | Redis | venue | other | keys left (kB) | answers |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
let isWrong = false;
for (const kind of kinds) {
  for (const source of SOURCES) {
    const { asked, ceiling, statuses, stored } = await runAttack(kind, source, requests);
    const names = ["facilitator", "rpc", "redis", "venue", "other"] as const;
    // A request that is refused for its form attacks nothing.
    isWrong ||= statuses.has(400) || names.some((name) => asked[name] > ceiling[name]);
    const cells = names.map(
      (name) => `${asked[name] > ceiling[name] ? "OVER " : ""}${asked[name]} (${ceiling[name]})`,
    );
    const left = `${stored.keys} (${Math.ceil(stored.chars / 1_000)})`;
    const answers = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} x ${status}`);
    console.log(`| ${[kind.name, source.name, ...cells, left, answers.join(", ")].join(" | ")} |`);
  }
}
if (isWrong) process.exitCode = 1;
