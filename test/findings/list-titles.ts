import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { byConfig } from "./by-config.ts";

const listed = z.array(z.object({ name: z.string(), file: z.string() }));

/**
 * The whole titles (`describe > test`) of all tests in each file that exists, as vitest collects
 * them; nothing runs.
 *
 * @throws Error with vitest's output when a file cannot be loaded
 */
export async function listTitles(root: string, files: string[]): Promise<Map<string, string[]>> {
  const present = files.filter((file) => existsSync(join(root, file))).map((file) => ({ file }));
  const titles = new Map<string, string[]>();
  const dir = mkdtempSync(join(tmpdir(), "sextant-titles-"));
  try {
    for (const [config, named] of byConfig(root, present)) {
      const report = join(dir, "titles.json");
      const args = [
        "list",
        "--config",
        config,
        ...named.map(({ file }) => file),
        `--json=${report}`,
      ];
      await promisify(execFile)(join(root, "node_modules/.bin/vitest"), args, { cwd: root });
      for (const { name, file } of listed.parse(JSON.parse(readFileSync(report, "utf8")))) {
        const path = relative(root, file);
        titles.set(path, [...(titles.get(path) ?? []), name]);
      }
    }
    return titles;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
