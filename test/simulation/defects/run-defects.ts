import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { KINDS } from "../history.ts";

/**
 * npm run simulate:defects -- [name...]: each patch of this folder is a defect planted into a copy of the tree; the simulator
 * must find a history that shows it (or a world of strangers), among those of the kind that plays what the defect is in. The tree as it is then plays as many
 * histories of each kind as its longest hunt took, and must violate nothing: otherwise a catch would prove nothing. Ends with 1 when
 * a defect survives or no longer applies.
 */
const MAX_HISTORIES = 25_000;
/** Each plays as much as a hundred histories. */
const MAX_WORLDS = 400;
type Kind = keyof typeof KINDS | "strangers" | undefined;
/** By the beginnings of the patches' names (README.md); all kinds, mixed, for every other. */
const KIND_OF: readonly [RegExp, NonNullable<Kind>][] = [
  [/^stranger-/, "strangers"],
  [/^nav-sync-/, "syncing"],
  [/^limit-/, "limited"],
  [/^trigger-/, "triggered"],
  [/^(price|gas|random|catches-up|skipped|edit|starts|trades-after|expires-without|end-not|shortage)-/, "optioned"],
];
const root = join(import.meta.dirname, "../../..");
const wanted = process.argv.slice(2);
const patches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".patch"))
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace(/\.patch$/, "")));
const report = z.object({ histories: z.int(), violations: z.array(z.string()) });

const survivors: string[] = [];
const longest = new Map<Kind, number>();
for (const patch of patches) {
  const name = patch.replace(/\.patch$/, "");
  const kind = KIND_OF.find(([beginning]) => beginning.test(name))?.[1];
  const result = hunt(
    readFileSync(join(import.meta.dirname, patch), "utf8"),
    kind === "strangers" ? MAX_WORLDS : MAX_HISTORIES,
    kind,
  );
  if (typeof result !== "string") longest.set(kind, Math.max(longest.get(kind) ?? 0, result.histories));
  const isCaught = typeof result !== "string" && result.violations.length > 0;
  if (!isCaught) survivors.push(name);
  const text =
    typeof result === "string"
      ? result
      : isCaught
        ? `caught within ${result.histories} histories: ${result.violations[0]?.split("\n")[0]}`
        : `SURVIVED ${result.histories} histories`;
  console.log(`${name.padEnd(36)} ${text}`);
}
console.log(`${patches.length} planted defects, ${patches.length - survivors.length} caught`);
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
if (survivors.length > 0 || !isClean) process.exitCode = 1;

function hunt(patch: string | undefined, histories: number, kind: Kind): z.infer<typeof report> | string {
  const tree = mkdtempSync(join(tmpdir(), "sextant-defect-"));
  try {
    for (const part of ["src", "schemas", "test/simulation", "test/support", "package.json"])
      cpSync(join(root, part), join(tree, part), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    // Outside of any repository: the patch is applied to the files as they are.
    if (patch !== undefined) {
      const applied = spawnSync("git", ["apply", "--recount", "-"], {
        cwd: tree,
        input: patch,
        encoding: "utf8",
        env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
      });
      if (applied.status !== 0) return `DOES NOT APPLY: ${applied.stderr.trim().split("\n")[0]}`;
    }
    const hunted = spawnSync(process.execPath, ["test/simulation/defects/hunt.ts", String(histories), kind ?? ""], {
      cwd: tree,
      encoding: "utf8",
    });
    const last = hunted.stdout.trim().split("\n").at(-1) ?? "";
    return hunted.status === 0 ? report.parse(JSON.parse(last)) : `DID NOT RUN: ${hunted.stderr.trim().slice(0, 300)}`;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
