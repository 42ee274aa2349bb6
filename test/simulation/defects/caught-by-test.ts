import type { NamedTest } from "../../findings/finding.ts";
import type { Played } from "../../findings/play-tests.ts";

export type Caught = { isCaught: boolean; text: string };

/**
 * Whether a defect's named test caught it: one of its expectations failed. What does not compile,
 * does not start or breaks on its way shows nothing of the defect.
 */
export function caughtByTest(
  { file }: NamedTest,
  played: Omit<Played, "test"> | undefined,
): Caught {
  const { passed, failed, why } = played ?? { passed: 0, failed: 0, why: "not found" };
  if (failed === 0)
    return { isCaught: false, text: passed > 0 ? `SURVIVED ${file}` : `DID NOT RUN: ${why}` };
  const isCaught = why.startsWith("AssertionError");
  return { isCaught, text: `${isCaught ? "caught by" : "BROKE"} ${file}: ${why}` };
}
