import { claimDue } from "../../../../src/store/orders/claim-due.ts";
import type { Bench } from "./execution-bench.ts";

/** The bench's one open attempt as a resolver's claim gives it, a minute later. */
export async function listAttempt(bench: Bench) {
  const { deps, keys } = bench;
  bench.pass(60_001);
  const claim = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), limit: 10, leaseMs: 60_000 };
  const batch = await claimDue.run(deps.redis, keys, {
    ...claim,
    chainIds: [bench.chainDeps.chainId],
  });
  const claimed = batch.duplicate ? undefined : batch.attempts[0];
  if (claimed === undefined) throw new Error("no attempt is due");
  return claimed;
}
