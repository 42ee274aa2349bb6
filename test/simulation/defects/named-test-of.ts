import { type NamedTest, namedTest } from "../../findings/finding.ts";

/**
 * The test that a planted defect is caught by, where no history shows it: the patch begins with `Test: <file>: <title>`.
 *
 * @throws Error where the line is written otherwise
 */
export function namedTestOf(patch: string): NamedTest | undefined {
  const [first = ""] = patch.split("\n", 1);
  if (!first.startsWith("Test:")) return undefined;
  const [, file, title] = /^Test: (\S+\.test\.ts): (.+)$/.exec(first) ?? [];
  return namedTest.parse({ file, title });
}
