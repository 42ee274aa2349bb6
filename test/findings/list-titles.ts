import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod";

const listed = z.array(z.object({ name: z.string(), file: z.string() }));

/** The whole titles (`describe > test`) of all tests in each file that exists, as vitest collects them; nothing runs. */
export function listTitles(root: string, files: string[]): Map<string, string[]> {
  const present = files.filter((file) => existsSync(join(root, file)));
  const titles = new Map<string, string[]>();
  if (present.length === 0) return titles;
  const dir = mkdtempSync(join(tmpdir(), "sextant-titles-"));
  try {
    const report = join(dir, "titles.json");
    const vitest = join(root, "node_modules/.bin/vitest");
    const ran = spawnSync(vitest, ["list", ...present, `--json=${report}`], { cwd: root, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`vitest list: ${ran.stderr || ran.stdout}`);
    for (const { name, file } of listed.parse(JSON.parse(readFileSync(report, "utf8")))) {
      const path = relative(root, file);
      titles.set(path, [...(titles.get(path) ?? []), name]);
    }
    return titles;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
