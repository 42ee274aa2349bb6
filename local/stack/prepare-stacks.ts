import { writeFileSync } from "node:fs";
import { startChain } from "../chain/start-chain.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { createFirstVault } from "./create-first-vault.ts";
import { preparedFiles } from "./prepared-files.ts";

/**
 * Does once, into `dir`, what every stack would otherwise do for itself: bundles the Worker and
 * creates the first vault. Stacks that start now or later take it as `StackOptions.prepared`.
 *
 * @throws Error of the part that did not come about
 */
export async function prepareStacks(dir: string): Promise<void> {
  await Promise.all([bundleWorker(dir), prepareChain(dir)]);
}

async function prepareChain(dir: string): Promise<void> {
  const chain = await startChain();
  try {
    const vault = await createFirstVault(chain.handle);
    writeFileSync(preparedFiles(dir).chain, JSON.stringify({ vault, state: await chain.state() }));
  } finally {
    await chain.stop();
  }
}
