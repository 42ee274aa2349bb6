import { describe, expect, test } from "vitest";
import { withoutOwned } from "../../../src/chat/without-owned.ts";

describe("withoutOwned", () => {
  test("default: what is no human's stays as it is, whatever it holds", () => {
    const fields = { token: "USDC", amountIn: "1", chain: undefined, hops: [{ slippage: 1 }] };
    expect(withoutOwned({}, fields)).toEqual(fields);
  });

  test("behavior: what the tool says is a human's goes, though its name says nothing", () => {
    const fields = { token: "USDC", colour: "red", glass: "big" };
    expect(withoutOwned({ humanOwned: ["colour"] }, fields)).toEqual({
      token: "USDC",
      glass: "big",
    });
  });

  test("behavior: a human's name goes, though the tool is silent, and beside what it says", () => {
    const fields = { token: "USDC", slippageBps: 500, colour: "red", auto_execute: true };
    expect(withoutOwned({}, fields)).toEqual({ token: "USDC", colour: "red" });
    expect(withoutOwned({ humanOwned: ["colour"] }, fields)).toEqual({ token: "USDC" });
  });

  test("behavior: a tool's word is for that name alone, not for one that holds it", () => {
    expect(withoutOwned({ humanOwned: ["colour"] }, { colours: 2, colou: 1 })).toEqual({
      colours: 2,
      colou: 1,
    });
  });
});
