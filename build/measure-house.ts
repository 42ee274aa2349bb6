import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bytesOf, type House, houseOf, type Source } from "./house.ts";

/**
 * `npm run measure:house` prints the figures of the house from what git tracks, beside those that
 * are kept; `--check` fails where one is worse than kept (part of `npm run check`), `--keep` writes
 * today's down. `--since <commit>` prints how many bytes without blanks each type of commit has
 * added to or taken from `src` without chat: features grow it, and so say nothing of the frame.
 */
const root = process.cwd();
const kept = join(root, "build/house.data.json");
const { values } = parseArgs({
  options: { check: { type: "boolean" }, keep: { type: "boolean" }, since: { type: "string" } },
});

const tracked = execFileSync("git", ["ls-files", "-z", "schemas", "functions", "src"], {
  cwd: root,
  encoding: "utf8",
});
const sources: Source[] = tracked
  .split("\0")
  .filter((path) => /\.(?:ts|json)$/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const house = houseOf(sources);

if (values.keep === true) writeFileSync(kept, `${JSON.stringify(house, null, 2)}\n`);
const before = JSON.parse(readFileSync(kept, "utf8")) as House;
const worse = Object.entries(house).filter(([name, figure]) => figure > (before[name] ?? figure));

if (values.since !== undefined) {
  for (const [type, bytes] of bytesByType(values.since))
    console.log(`${String(bytes).padStart(9)}  ${type}`);
} else if (values.check === true) {
  for (const [name, figure] of worse)
    console.error(`${name}: ${figure}, and ${before[name]} are kept`);
  if (worse.length > 0) process.exit(1);
  console.log("No figure of the house is worse than the one that is kept.");
} else {
  for (const [name, figure] of Object.entries(house)) {
    const was = before[name];
    console.log(`${String(figure).padStart(9)}  ${name}${was === figure ? "" : ` (kept: ${was})`}`);
  }
  console.log(`${String(bytesOf(sources)).padStart(9)}  bytes without blanks of src without chat`);
}

/** By the first word of each commit's subject; merges are left out, and a move counts nothing. */
function bytesByType(since: string): [string, number][] {
  const paths = ["--", "src", ":!src/chat", ":!src/discovery/skill.data.json"];
  const patch = [
    "-c",
    "core.quotePath=off",
    "log",
    "--no-merges",
    "-M",
    "-p",
    "--unified=0",
    "--format=commit %s",
  ];
  const text = execFileSync("git", [...patch, `${since}..HEAD`, ...paths], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  const sums = new Map<string, number>();
  let type = "";
  for (const line of text.split("\n")) {
    const subject = /^commit (\w+)/.exec(line);
    if (subject !== null) type = subject[1] ?? "";
    const sign = /^\+(?!\+\+ )/.test(line) ? 1 : /^-(?!-- )/.test(line) ? -1 : 0;
    if (sign !== 0)
      sums.set(type, (sums.get(type) ?? 0) + sign * line.slice(1).replace(/\s/g, "").length);
  }
  return [...sums].sort(([, a], [, b]) => a - b);
}
