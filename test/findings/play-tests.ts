import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as z from "zod";
import { byConfig } from "./by-config.ts";
import type { NamedTest } from "./finding.ts";
import { isTitleOf } from "./is-title-of.ts";

/**
 * `why` is the first line of what went wrong; for a test that never ran, of why its file or its
 * stack did not come up.
 */
export type Played = { test: NamedTest; passed: number; failed: number; why: string };

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/**
 * Runs exactly these tests in the tree at `root`. A test that did not run has neither passed nor
 * failed.
 */
export function playTests(root: string, tests: NamedTest[]): Played[] {
  return [...byConfig(root, tests)].flatMap(([config, named]) => playWith(config, root, named));
}

function playWith(config: string, root: string, tests: NamedTest[]): Played[] {
  const dir = mkdtempSync(join(tmpdir(), "sextant-played-"));
  try {
    const output = join(dir, "report.json");
    const files = [...new Set(tests.map(({ file }) => file))];
    const chosen = [...files, "--testNamePattern", patternOf(tests)];
    const args = [
      "run",
      "--config",
      config,
      ...chosen,
      "--reporter=json",
      `--outputFile=${output}`,
    ];
    const ran = spawnSync(join(root, "node_modules/.bin/vitest"), args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    });
    const text = readReport(output);
    if (text === undefined) throw new Error(`vitest wrote no report: ${ran.stderr}`);
    const { testResults } = report.parse(JSON.parse(text));
    return tests.map((test) => {
      const file = testResults.find(({ name }) => relative(root, name) === test.file);
      const results = (file?.assertionResults ?? []).filter(({ ancestorTitles, title }) =>
        isTitleOf(test.title, [...ancestorTitles, title].join(" > ")),
      );
      const why =
        results.flatMap(({ failureMessages }) => failureMessages ?? [])[0] ||
        file?.message ||
        "not found";
      return {
        test,
        passed: results.filter(({ status }) => status === "passed").length,
        failed: results.filter(({ status }) => status === "failed").length,
        why: why.trim().split("\n")[0] ?? "",
      };
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * vitest matches against the titles joined by a blank; what it lets through besides is not looked
 * at.
 */
function patternOf(tests: NamedTest[]): string {
  const escaped = tests.map(({ title }) =>
    title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" > ", "( > | )"),
  );
  return `(${[...new Set(escaped)].join("|")})$`;
}

function readReport(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
