import { join } from "node:path";

/**
 * What prepare-stacks.ts leaves in its folder: `worker` is a WorkerBundle, `chain` a PreparedChain,
 * as JSON.
 */
export const preparedFiles = (dir: string) => ({
  worker: join(dir, "worker.json"),
  chain: join(dir, "chain.json"),
});
