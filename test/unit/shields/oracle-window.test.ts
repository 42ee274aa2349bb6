import { describe, expect, test } from "vitest";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { oracleWindow } from "../../../src/shields/oracle-window.ts";

describe("oracleWindow", () => {
  test.each([
    [8453, 0, 0],
    [8453, 1, 0],
    [8453, 2, 1],
    [8453, 300, 299],
    [8453, 301, 300],
    [8453, 65_535, 300],
    [1, 2, 8],
    [1, 38, 296],
    [1, 39, 300],
  ] as const)("args: chain %i, %i slots: %i s", (chainId, slots, sec) => {
    expect(oracleWindow.sec(chainId, slots)).toBe(sec);
  });

  test.each(CHAIN_IDS)(
    "behavior: on chain %i the slots that are asked for are just enough",
    (chainId) => {
      const slots = oracleWindow.slotsNeeded(chainId);
      expect(oracleWindow.sec(chainId, slots)).toBe(300);
      expect(oracleWindow.sec(chainId, slots - 1)).toBeLessThan(300);
    },
  );
});
