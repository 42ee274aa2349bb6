import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { plainCommand } from "../../../src/chat/plain-command.ts";
import { readMessage } from "../../../src/chat/read-message.ts";
import type { FastPathReading } from "../../../src/chat/run-turn.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { onBase } from "./context.ts";
import { everywhere, NOW } from "./measure/judge-message.ts";

const read = (words: string) => readMessage(words, { ...onBase, tokens: everywhere, nowMs: NOW });
const toolOf = (name: string) => TOOLS.find((one) => one.name === name)!;
const commandOf = (name: string, args: Record<string, unknown>, reads = read) =>
  plainCommand({ tool: toolOf(name), args, chainId: 8453 }, reads);

type Line = { call: { tool: string; args: Record<string, unknown> } | null };
/** What people asked for, written by others: each write without a share of what is held. */
const CALLS = readFileSync(join(import.meta.dirname, "measure/open/commands.jsonl"), "utf8")
  .split("\n")
  .flatMap((line): Line[] => (line === "" ? [] : [JSON.parse(line)]))
  .flatMap(({ call }) => (call === null || toolOf(call.tool).effect === "read" ? [] : [call]))
  .filter(({ args }) => !JSON.stringify(args).includes("share"));

// By hand, from the documented phrases.
test.each<[string, Record<string, unknown>, string]>([
  ["build_vault_swap", { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" }, "sell 1 ETH for USDC"],
  [
    "build_vault_swap",
    { tokenIn: "USDC", tokenOut: "ETH", amountOut: "0.5", dex: "0x" },
    "buy 0.5 ETH with USDC on 0x",
  ],
  [
    "create_twap_order",
    {
      ...{ side: "sell", sellToken: "ETH", buyToken: "USDC", totalAmount: "1" },
      ...{ sliceCount: 5, sliceAmount: "0.2", intervalMinutes: 10, autoExecute: true },
    },
    "sell 1 ETH for USDC in slices of 0.2 every 10 minutes automatically",
  ],
  [
    "create_trigger_order",
    {
      type: "stop",
      side: "sell",
      sellToken: "ETH",
      buyToken: "USDC",
      totalAmount: "1",
      price: "2300",
    },
    "stop loss: sell 1 ETH for USDC if ETH drops below 2300",
  ],
  ["cancel_twap_order", { id: 3 }, "cancel order 3"],
  ["freeze_vault", {}, "freeze the vault"],
])("default: %s %j is %s", (name, args, words) => {
  expect(commandOf(name, args)).toBe(words);
});

test("behavior: a call on another chain than the words are read on names its chain", () => {
  const of = (chainId: 10 | 8453) =>
    plainCommand({ tool: toolOf("cancel_twap_order"), args: { id: 3 }, chainId, on: 8453 }, read);
  expect([of(10), of(8453)]).toEqual(["cancel order 3 on optimism", "cancel order 3"]);
});

test("behavior: nearly all that people ask for has a plain command", () => {
  const missing = CALLS.filter(({ tool, args }) => commandOf(tool, args) === undefined);
  expect(CALLS.length).toBeGreaterThan(250);
  expect(
    missing.length / CALLS.length,
    missing.map((call) => JSON.stringify(call)).join("\n"),
  ).toBeLessThan(0.04);
});

describe("attack: words that are read as anything else are not given", () => {
  const SELL = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
  const of = (args: Record<string, unknown>, more: object = {}): FastPathReading => ({
    ...{ kind: "call", tool: "build_vault_swap", args: { ...SELL, ...args } },
    ...more,
  });
  test.each<[string, FastPathReading, boolean]>([
    ["the same", of({}), true],
    ["another amount", of({ amountIn: "10" }), false],
    ["another token", of({ tokenOut: "DAI" }), false],
    ["a venue more", of({ dex: "0x" }), false],
    ["another chain", of({ chain: "optimism" }), false],
    ["another chain beside the call", of({}, { chainId: 10 }), false],
    ["another tool", { kind: "call", tool: "get_swap_quote", args: SELL }, false],
    [
      "a share of what is held",
      of({}, { share: { argument: "amountIn", token: "ETH", percent: "50" } }),
      false,
    ],
    ["nothing", { kind: "pass" }, false],
  ])("%s", (_, reading, isGiven) => {
    expect(commandOf("build_vault_swap", SELL, () => reading as never) !== undefined).toBe(isGiven);
  });
});
