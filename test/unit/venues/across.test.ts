import { expect, test } from "vitest";
import { createAcross } from "../../../src/venues/across.ts";
import { venueServer } from "./venue-server.ts";

const USDC = { here: `0x${"11".repeat(20)}`, there: `0x${"22".repeat(20)}` } as const;

/*
 * docs/facts/across.md 4: what Across refuses by a code of its own, and what the caller is told of
 * it.
 */
test.each([
  ["SIMULATION_ERROR", "bridge_destination_unready", "the vault there did not take it in"],
  ["AMOUNT_TOO_LOW", "bridge_amount_too_low", "Send more"],
  ["ROUTE_NOT_ENABLED", "bridge_pair_unsupported", "does not carry this token"],
])("error: %s is %s", async (code, ours, says) => {
  const { url, asked } = await venueServer({
    status: 400,
    body: { code, message: "<b>theirs</b>" },
  });
  const across = createAcross({ baseUrl: url, fetch, timeoutMs: 5_000 });
  const refused = await across.quote({
    ...{
      inputToken: USDC.here,
      outputToken: USDC.there,
      originChainId: 8453,
      destinationChainId: 42161,
    },
    amountBase: 1_000_000n,
  });
  expect(refused).toEqual({ ok: false, code: ours, message: expect.stringContaining(says) });
  expect(JSON.stringify(refused)).not.toContain("theirs");
  expect(asked).toHaveLength(1);
});
