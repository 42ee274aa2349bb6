import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

/*
 * What a stranger has to touch to add a member. Each patch is a whole change, written
 * after AGENTS.md alone: it is applied to a copy of this tree, compiled, and its own tests run.
 */
const ROOT = join(import.meta.dirname, "../..");

type Walk = {
  /** Folders of the subject; whatever lies there is its own. */
  own: readonly string[];
  /** Files outside them at most: of the service's code, of tests and papers, written by a command. */
  most: { code: number; papers: number; written: number };
};
const WALKS: Readonly<Record<string, Walk>> = {
  "ninth-chain": {
    own: ["src/chains/", "test/unit/chains/"],
    most: { code: 2, papers: 0, written: 0 },
  },
  "third-venue": {
    own: ["src/venues/", "test/unit/venues/"],
    most: { code: 2, papers: 0, written: 0 },
  },
  "order-memo": {
    own: ["test/unit/twap/order-memo.test.ts"],
    most: { code: 5, papers: 1, written: 0 },
  },
  "second-perpetuals": {
    own: ["src/perpetua/", "test/unit/perpetua/"],
    // A tool has a line of its own, and the fence of what an agent signs another (decision D29).
    most: { code: 4, papers: 1, written: 1 },
  },
  "discord-channel": {
    own: ["src/discord/", "functions/discord/", "test/unit/discord/"],
    // The typed client has a line for each public route.
    most: { code: 3, papers: 1, written: 1 },
  },
  "trading-hours-check": {
    own: ["src/pipeline/checks/", "test/unit/pipeline/checks/"],
    // Its hours are a variable, which both papers of variables name.
    most: { code: 2, papers: 2, written: 0 },
  },
};
/** Written by `npm run docs` and `npm run surface`, and by nobody's hand. */
const WRITTEN = ["docs/api.md", "src/discovery/skill.data.json", "test/surface/surface.data.json"];

const HOW_TO_REMAKE =
  "The tree has moved on. Apply it with `git apply --3way`, mend what conflicts, run its tests, " +
  "and write it anew: test/walks/README.md.";

let folder: string;
let copy: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "walks-"));
  copy = join(folder, "tree");
  for (const file of listed(git(ROOT, "ls-files", "-z", "--cached", "--others", EXCLUDED))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  git(copy, "init", "-q");
  writeFileSync(join(copy, ".git/info/exclude"), "/node_modules\n");
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  git(copy, "add", "-A");
});
afterEach(() => {
  git(copy, "checkout-index", "-fa");
  git(copy, "clean", "-fdq");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.entries(WALKS))(
  "default: %s applies, compiles, works and is short",
  async (name, of) => {
    const patch = join(ROOT, `test/walks/${name}.patch`);
    const applied = spawnSync("git", ["apply", patch], { cwd: copy, encoding: "utf8" });
    expect(applied.status, `${name}.patch: ${applied.stderr}${HOW_TO_REMAKE}`).toBe(0);

    const touched = [
      ...listed(git(copy, "diff", "--name-only", "-z")),
      ...listed(git(copy, "ls-files", "-z", "--others", EXCLUDED)),
    ];
    const outside = touched.filter((file) => !of.own.some((own) => file.startsWith(own)));
    const written = outside.filter((file) => WRITTEN.includes(file));
    const code = outside.filter((file) => /^(?:src|schemas|functions)\//.test(file));
    const counted = {
      code: code.filter((file) => !WRITTEN.includes(file)).length,
      papers: outside.length - new Set([...code, ...written]).size,
      written: written.length,
    };
    console.log(`${name}: ${JSON.stringify(counted)}\n${outside.join("\n")}`);
    for (const kind of ["code", "papers", "written"] as const)
      expect(counted[kind], `${kind}: ${outside.join(", ")}`).toBeLessThanOrEqual(of.most[kind]);

    const compiled = await node(
      "typescript-7/bin/tsc",
      "-p",
      ".",
      "--incremental",
      "--tsBuildInfoFile",
      BUILD,
    );
    expect(compiled.status, compiled.said).toBe(0);
    const tests = touched.filter((file) => file.endsWith(".test.ts"));
    expect(tests.length).toBeGreaterThan(0);
    const ran = await node("vitest/vitest.mjs", "run", "--project", "unit", ...tests);
    expect(ran.status, ran.said).toBe(0);
  },
);

const EXCLUDED = "--exclude-standard";
/** Shared by all walks: what one leaves as it is, is not checked again for the next. */
const BUILD = "../walks.tsbuildinfo";

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd, encoding: "utf8", maxBuffer: 1e8 });
const listed = (names: string): string[] => names.split("\0").filter((name) => name !== "");

type Ran = { status: number | null; said: string };

/** Runs a package's program in the copy, without what this run of vitest has set. */
function node(program: string, ...args: string[]): Promise<Ran> {
  const ours = Object.keys(process.env).filter((name) => !/^(?:VITEST|NODE_ENV$|TEST$)/.test(name));
  const env = Object.fromEntries(ours.map((name) => [name, process.env[name]]));
  const path = join(copy, "node_modules", program);
  const child = spawn(process.execPath, [path, ...args], { cwd: copy, env });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => said.push(chunk));
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (status) => done({ status, said: Buffer.concat(said).toString("utf8") }));
  });
}
