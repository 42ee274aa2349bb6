import { expect, test } from "vitest";
import { readMessage } from "../../../src/chat/read-message.ts";
import { onBase } from "./context.ts";
import { MISREADINGS } from "./corpus/misreadings.ts";
import { OFFERS } from "./corpus/offers.ts";
import { corpusOutcome } from "./support/corpus-outcome.ts";

const BRIDGE = "crosschain_transfer";

test.each([
  ["bridge 1000 USDC to arbitrum", { destinationChain: "arbitrum", token: "usdc", amount: "1000" }],
  [
    "please bridge 1k usdc to optimism",
    { destinationChain: "optimism", token: "usdc", amount: "1000" },
  ],
  [
    "Bridge 0.5 WETH from base to arbitrum!",
    { destinationChain: "arbitrum", sourceChain: "base", amount: "0.5" },
  ],
])("default: without a model %s is a card, in every mode", async (text, args) => {
  const outcome = await corpusOutcome(text);
  expect(outcome).toMatchObject({ kind: "ran", calls: [{ tool: BRIDGE, args }] });
  expect(outcome.kind === "ran" && outcome.calls[0]?.card?.join("\n")).toContain(
    "by Across, to the same vault there",
  );
});

test.each([
  ...["bridge 1000 usdc to base", "bridge 1000 usdc to the moon", "bridge 1.000 usdc to arbitrum"],
  ...[
    "don't bridge 1000 usdc to arbitrum",
    "bridge 1000 usdc to arbitrum?",
    "i bridged 1000 usdc to arbitrum",
  ],
  ...[
    "bridge 1000 usdc to arbitrum if it is cheap",
    "bridge 1000 usdc to 0x1111111111111111111111111111111111111111",
  ],
])("default: %s is none", async (text) => {
  expect((await corpusOutcome(text)).kind).not.toBe("ran");
});

test("behavior: no misread sentence is a grammar call; clear bridge words mean that", async () => {
  const clear = OFFERS.find(({ tool }) => tool === BRIDGE)?.clear ?? [];
  expect(clear.length).toBeGreaterThan(0);
  for (const [words, args] of clear) {
    const outcome = await corpusOutcome(words);
    if (outcome.kind !== "ran") continue;
    const [call] = outcome.calls;
    const lower = (all: object) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, String(value).toLowerCase()]),
      );
    expect([call?.tool, lower(call?.args ?? {})], words).toEqual([BRIDGE, lower(args)]);
  }
  for (const { words, tool, args, chainId = 8453 } of MISREADINGS) {
    const reading = readMessage(words, { ...onBase, chainId });
    if (reading.kind === "call" && reading.tool === tool)
      expect(reading.args, words).not.toEqual(args);
  }
});
