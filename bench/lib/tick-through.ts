import type { createTicker } from "../../local/stack/create-ticker.ts";
import { putDue } from "../../test/support/put-due.ts";
import type { TestStack, TestVault } from "../../test/support/test-stack.ts";

/** One slice of every vault, by as many deliveries as it takes; seconds of the deliveries alone. */
export async function tickThrough(
  stack: TestStack,
  deliver: ReturnType<typeof createTicker>,
  vaults: readonly TestVault[],
): Promise<number> {
  for (const { address, owner } of vaults)
    await putDue(
      stack.stack.redis.command,
      "sx:local:",
      { vault: address, operator: owner, id: 1 },
      0,
    );
  const startedMs = performance.now();
  for (let executed = 0; executed < vaults.length; ) {
    const [delivery] = await deliver();
    const summary = JSON.parse(delivery!.body) as { executed: number; slices: number };
    if (summary.executed === 0 || summary.executed !== summary.slices)
      throw new Error(`not executed: ${delivery!.body}`);
    executed += summary.executed;
  }
  return (performance.now() - startedMs) / 1_000;
}
