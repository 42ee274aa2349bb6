import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest beside others, by the list that a run ends with: begun last they would
 * run on alone.
 */
const LONGEST = [
  "test/routes/bad-input.test.ts",
  "test/local/stack.test.ts",
  "test/flows/telegram.test.ts",
  "test/flows/pace-with-confirmations.test.ts",
  "test/flows/chat-model.test.ts",
  "test/runtime/snippets.test.ts",
  "test/runtime/plain-wrangler.test.ts",
  "test/unit/store/tick-trips.test.ts",
  "test/unit/payment/strangers.test.ts",
  "test/unit/telegram/handle-update.test.ts",
  "test/unit/store/shards.test.ts",
];

/**
 * vitest's own order (what took long before, else what is large) knows nothing on a fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
