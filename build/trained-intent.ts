import { intentExamples, messages, partExamples } from "./intent-examples.ts";
import { trained } from "./logistic-regression.ts";

/** The weights of src/chat/intent, as they are stored: the same messages give the same bytes. */
export function trainedIntent(): string {
  const { seen } = messages();
  const intents = trained(intentExamples(seen), {
    ...{ rounds: 10, rate: 0.25, sparsity: 0.02, leastSeen: 3, mostWeight: 4 },
  });
  const parts = trained(partExamples(seen), {
    ...{ rounds: 10, rate: 0.25, sparsity: 0.1, leastSeen: 4, mostWeight: 4 },
  });
  return `${JSON.stringify({ intents, parts })}\n`;
}
