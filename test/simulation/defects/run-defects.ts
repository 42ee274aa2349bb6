import { spawnSync } from "node:child_process";
import * as z from "zod";
import type { NamedTest } from "../../findings/finding.ts";
import { playTests } from "../../findings/play-tests.ts";
import type { KINDS } from "../history.ts";
import { type Caught, caughtByTest } from "./caught-by-test.ts";
import type { Defect } from "./defect.ts";
import { DEFECTS } from "./defects.ts";
import { inPlantedTree } from "./planted-tree.ts";

/**
 * npm run simulate:defects -- [name...]: each defect of `planted/` is planted into a copy of the
 * tree; the simulator must find a history that shows it (or a world of strangers), among those of
 * the kind that plays what the defect is in. What no history shows (`planted/named.ts`) names its
 * test, of which an expectation must fail there. The tree as it is then plays as many histories of
 * each kind as its longest hunt took, and the named tests, and must violate nothing: otherwise a
 * catch would prove nothing. Ends with 1 when a defect survives, no longer applies, or nothing
 * could be run with it.
 */
const MAX_HISTORIES = 25_000;
/** Each plays as much as a hundred histories. */
const MAX_WORLDS = 400;
type Kind = keyof typeof KINDS | "strangers" | undefined;
const wanted = process.argv.slice(2);
const all = Object.entries(DEFECTS).flatMap(([kind, defects]) =>
  defects.map((defect) => ({ kind, defect })),
);
const chosen = all.filter(({ defect }) => wanted.length === 0 || wanted.includes(defect.name));
const report = z.object({ histories: z.int(), violations: z.array(z.string()) });

const survivors: string[] = [];
const longest = new Map<Kind, number>();
const named: NamedTest[] = [];
for (const { kind, defect } of chosen) {
  const { test, name } = defect;
  const hunted = kind === "mixed" ? undefined : (kind as Kind);
  const { isCaught, text } =
    test === undefined ? byHistories(hunted, defect) : byTest(test, defect);
  if (!isCaught) survivors.push(name);
  console.log(`${name.padEnd(36)} ${text}`);
}
const unknown = wanted.filter((name: string) => !all.some(({ defect }) => defect.name === name));
console.log(`${chosen.length} planted defects, ${chosen.length - survivors.length} caught`);
if (unknown.length > 0) console.log(`no such defect: ${unknown.join(", ")}`);
let isClean = true;
for (const [kind, histories] of longest) {
  const clean = hunt(undefined, histories, kind);
  const text =
    typeof clean === "string"
      ? clean
      : `${clean.histories} histories${kind ? ` (${kind})` : ""}, ${clean.violations[0] ?? "nothing violated"}`;
  console.log(`without a defect: ${text}`);
  if (typeof clean === "string" || clean.violations.length > 0) isClean = false;
}
if (named.length > 0) {
  const played = inPlantedTree(undefined, (tree) => playTests(tree, named));
  if (typeof played === "string") throw new Error(played);
  const wrong = played.filter(({ passed, failed }) => passed === 0 || failed > 0);
  for (const { test, why } of wrong)
    console.log(`without a defect: ${test.file}: ${test.title}: ${why}`);
  console.log(
    `without a defect: ${played.length - wrong.length} of ${played.length} named tests pass`,
  );
  if (wrong.length > 0) isClean = false;
}
if (survivors.length > 0 || unknown.length > 0 || !isClean) process.exitCode = 1;

function byHistories(kind: Kind, defect: Defect): Caught {
  const result = hunt(defect, kind === "strangers" ? MAX_WORLDS : MAX_HISTORIES, kind);
  if (typeof result === "string") return { isCaught: false, text: result };
  const { histories, violations } = result;
  longest.set(kind, Math.max(longest.get(kind) ?? 0, histories));
  const [first] = violations;
  return first === undefined
    ? { isCaught: false, text: `SURVIVED ${histories} histories` }
    : { isCaught: true, text: `caught within ${histories} histories: ${first.split("\n")[0]}` };
}

function byTest(test: NamedTest, defect: Defect): Caught {
  named.push(test);
  const played = inPlantedTree(defect, (tree) => playTests(tree, [test]));
  if (typeof played === "string") return { isCaught: false, text: played };
  return typeof played === "string"
    ? { isCaught: false, text: played }
    : caughtByTest(test, played[0]);
}

function hunt(
  defect: Defect | undefined,
  histories: number,
  kind: Kind,
): z.infer<typeof report> | string {
  return inPlantedTree(defect, (tree) => {
    const hunted = spawnSync(
      process.execPath,
      ["test/simulation/defects/hunt.ts", String(histories), kind ?? ""],
      {
        cwd: tree,
        encoding: "utf8",
      },
    );
    const last = hunted.stdout.trim().split("\n").at(-1) ?? "";
    return hunted.status === 0
      ? report.parse(JSON.parse(last))
      : `DID NOT RUN: ${hunted.stderr.trim().slice(0, 300)}`;
  });
}
