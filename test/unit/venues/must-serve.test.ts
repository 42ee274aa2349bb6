import { expect, test } from "vitest";
import { TABLES } from "../../../src/tables.ts";
import { mustServe } from "../../../src/venues/parse-venue.ts";

test("default: the service's venues serve every chain that callers may name", () => {
  for (const venue of Object.values(TABLES.venues))
    for (const chainId of [1, 10, 56, 130, 137, 8453, 42161] as const)
      expect(mustServe(venue, chainId).ok).toBe(true);
});

test("error: another chain is refused by its name", () => {
  expect(mustServe({ id: "uniswap", chains: [1] }, 8453)).toEqual({
    ok: false,
    code: "chain_not_supported",
    message: "uniswap does not trade on base. Leave dex out, or name another one.",
    details: { venue: "uniswap", chainId: 8453 },
  });
});
