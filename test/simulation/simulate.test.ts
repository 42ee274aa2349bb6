import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { demandedCoverage } from "./demanded-coverage.ts";
import { EXPECTED_COVERAGE } from "./expected-coverage.ts";

const script = join(import.meta.dirname, "simulate.ts");
const simulate = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });

test("behavior: few histories violating nothing succeed, saying what they were too few for", () => {
  const { status, stdout } = simulate("--histories", "200", "--seed", "11");
  expect(stdout).toMatch(/^200 histories in .*: 0 with violations$/m);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^not reached, and too rare to be demanded of so few: .*sent: hole filled/m,
  );
  expect(stdout).not.toContain("never reached");
});

test("behavior: what is demanded grows with the number of histories, up to everything", () => {
  expect(demandedCoverage(200)).toEqual([]);
  const ofTwoThousand = demandedCoverage(2_000);
  expect(ofTwoThousand).toContain("status: completed");
  expect(ofTwoThousand).not.toContain("sent: hole filled");
  expect(demandedCoverage(10_000)).toEqual(expect.arrayContaining(ofTwoThousand));
  expect(demandedCoverage(100_000)).toEqual(EXPECTED_COVERAGE);
});
