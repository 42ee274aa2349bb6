import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Finding, NamedTest } from "./finding.ts";
import { isTitleOf } from "./is-title-of.ts";
import { listTitles } from "./list-titles.ts";
import { type Played, playTests } from "./play-tests.ts";
import { readFindings } from "./read-findings.ts";
import { treeBefore } from "./tree-before.ts";

/**
 * npm run findings: what running on the real contracts, a hostile review and an outside test suite
 * found, and the tests of each. Ends with 1 where a finding or a named test does not exist. npm run
 * findings -- --run [2 15 ...]: runs those tests on this tree; ends with 1 unless all pass. npm run
 * findings -- --before COMMIT [2 15 ...]: runs them on this tree with the code of COMMIT; ends with
 * 1 if any passes, or if vitest does not start there. Findings 101 to 131: e38294ad, the last
 * commit before their mends.
 */
const root = join(import.meta.dirname, "../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { run: { type: "boolean", default: false }, before: { type: "string" } },
});
const known = readFindings();
const wanted =
  positionals.length === 0
    ? [...new Set(known.map(({ finding }) => finding))]
    : positionals.map(Number);
const findings = known.filter((one) => wanted.includes(one.finding));
const missing = wanted.filter((number) => !findings.some((one) => one.finding === number));
const wrong: string[] =
  missing.length === 0 ? [] : [`no file in test/findings for ${missing.join(", ")}`];

await nameMissingTests();
if (values.before !== undefined) showBefore(values.before);
else if (values.run) showRun();
else showList();

if (wrong.length > 0) {
  console.log(`\n${wrong.join("\n")}`);
  process.exitCode = 1;
}

/** A title that was mistyped would otherwise count as one that does not pass. */
async function nameMissingTests(): Promise<void> {
  const titles = await listTitles(root, [...new Set(testsOf(findings).map(({ file }) => file))]);
  const isThere = ({ file, title }: NamedTest) =>
    titles.get(file)?.some((whole) => isTitleOf(title, whole)) ?? false;
  for (const { finding, tests } of findings) {
    for (const test of tests.filter((one) => !isThere(one)))
      wrong.push(
        `finding ${finding} names a test that does not exist: ${test.file}: ${test.title}`,
      );
  }
}

function showList(): void {
  for (const { finding, says, tests } of findings) {
    console.log(`${String(finding).padStart(2)}  ${says}`);
    for (const { file, title } of tests) console.log(`      ${file}: ${title}`);
  }
  console.log(
    `${wanted.length - missing.length} of ${wanted.length} findings, ` +
      `${testsOf(findings).length} tests`,
  );
}

function showRun(): void {
  show(
    findings,
    playTests(root, testsOf(findings)),
    ({ passed, failed }) => passed > 0 && failed === 0,
  );
}

function showBefore(commit: string): void {
  const byCode = Map.groupBy(findings, ({ code }) => JSON.stringify(code));
  for (const [code, group] of byCode) {
    const tree = treeBefore(root, commit, JSON.parse(code));
    console.log(`\nwith ${JSON.parse(code).join(", ")} of ${commit}:`);
    try {
      // A file that a report does not have says nothing: then vitest itself did not start on that
      // tree.
      show(
        group,
        playTests(tree, testsOf(group)),
        ({ passed, why }) => passed === 0 && why !== "not found",
      );
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  }
}

function show(group: Finding[], played: Played[], isRight: (one: Played) => boolean): void {
  for (const { finding, says, tests } of group) {
    console.log(`${String(finding).padStart(2)}  ${says}`);
    for (const test of tests) {
      const one = played.find((candidate) => candidate.test === test);
      if (one === undefined) throw new Error(`vitest was not asked about ${test.title}`);
      console.log(`      ${outcomeOf(one)}  ${test.file}: ${test.title}`);
      if (!isRight(one))
        wrong.push(`finding ${finding} ${outcomeOf(one)}: ${test.file}: ${test.title}`);
    }
  }
}

function testsOf(some: Finding[]): NamedTest[] {
  return some.flatMap(({ tests }) => tests);
}

function outcomeOf({ passed, failed, why }: Played): string {
  if (failed > 0) return `failed (${why.slice(0, 100)})`;
  return passed > 0 ? "passed" : `did not run (${why.slice(0, 100)})`;
}
