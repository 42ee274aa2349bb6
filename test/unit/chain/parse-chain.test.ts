import { expect, test } from "vitest";
import { chainId, everyChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../../src/chain/parse-chain.ts";

test("behavior: the chain of a venue is named only where its tools are meant", () => {
  for (const name of ["hyperevm", "HyperEVM", "999"]) {
    expect(parseChain(name)).toMatchObject({ ok: false, code: "chain_not_supported" });
    expect(parseChain(name, { withVenues: true })).toEqual({ ok: true, value: 999 });
  }
  expect(parseChain("arb", { withVenues: true })).toEqual({ ok: true, value: 42161 });
  expect(parseChain("solana", { withVenues: true })).toMatchObject({
    message: expect.stringContaining("hyperevm (999)"),
  });
  expect(parseChain("solana")).toMatchObject({ message: expect.not.stringContaining("999") });
  expect(chainId.safeParse(999).success).toBe(false);
  expect(everyChainId.safeParse(999).success).toBe(true);
});
