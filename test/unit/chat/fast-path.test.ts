import { describe, expect, it } from "vitest";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { findTool } from "../../../src/tables/find-tool.ts";
import { ACCEPTED } from "./accepted-phrasings.ts";
import { onBase } from "./context.ts";
import { PASSED } from "./passed-phrasings.ts";

describe("fast path: what it reads", () => {
  it.each(ACCEPTED)("default: %j", (text, tool, args, chainId) => {
    // As JSON, which drops what a table entry sets to undefined: an argument that is absent must be
    // absent.
    const { note: _, ...call } = { note: "", ...fastPath(text, onBase) };
    expect(call).toStrictEqual(JSON.parse(JSON.stringify({ kind: "call", tool, args, chainId })));
  });

  it.each([
    ["sell 1 ETH for USDC 0.2 at a time every 10 minutes", false, true],
    ["sell 1 ETH 0.2 at a time every 10 minutes", true, true],
    ["sell 1 ETH 0.2 at a time every 10 minutes automatically", true, false],
    ["sell 1 ETH for USDC 0.2 at a time every 10 minutes automatically", false, false],
  ])("behavior: %j says what it left open", (text, saysToken, saysMode) => {
    const result = fastPath(text, onBase);
    if (result.kind !== "call" || !("note" in result)) throw new Error("no note");
    expect(result.note.includes("For USDC, as no other token was named.")).toBe(saysToken);
    expect(result.note.includes("Each slice is a notification for you to sign.")).toBe(saysMode);
  });

  it.each(ACCEPTED)("behavior: %j is a call that its tool's own schema takes", (text) => {
    const result = fastPath(text, onBase);
    if (result.kind !== "call") throw new Error(result.reason);
    const tool = findTool(result.tool);
    if (!tool.ok) throw new Error(tool.message);
    expect(tool.value.name).toBe(result.tool);
    expect(tool.value.input.safeParse(result.args).error).toBeUndefined();
  });

  it.each([
    ["0.2 at a time every 4 minutes", "intervalMinutes"],
    ["0.2 at a time every 0 minutes", "intervalMinutes"],
    ["0.2 at a time every 43201 minutes", "intervalMinutes"],
    ["in 1001 slices every 10 minutes", "sliceCount"],
  ])("behavior: figures that no order can have are its tool's to refuse: %s", (slices, field) => {
    const result = fastPath(`sell 1 ETH for USDC ${slices}`, onBase);
    if (result.kind !== "call") throw new Error(result.reason);
    const tool = findTool(result.tool);
    if (!tool.ok) throw new Error(tool.message);
    expect(tool.value.input.safeParse(result.args).error?.issues.map(({ path }) => path)).toEqual([
      [field],
    ]);
  });

  it("behavior: every tool that the fast path may call is called by some phrasing", () => {
    expect([...new Set(ACCEPTED.map(([, tool]) => tool))].sort()).toEqual([
      "build_vault_swap",
      "cancel_twap_order",
      "create_twap_order",
      "disable_swap_shield",
      "enable_swap_shield",
      "freeze_vault",
      "get_swap_quote",
      "list_twap_orders",
      "pause_twap_order",
      "resume_twap_order",
      "revoke_delegation",
      "setup_delegation",
      "switch_chain",
    ]);
  });
});

describe("fast path: what it leaves to the model", () => {
  it.each(PASSED.map(([text, reason]) => [shown(text), reason, text] as const))(
    "default: %s passes: %s",
    (_shown, reason, text) => {
      expect(fastPath(text, onBase)).toEqual({ kind: "pass", reason });
    },
  );
});

describe("fast path: the request's chain", () => {
  it("behavior: tokens are those of the chain that is named, else of the request's", () => {
    const swapToArb = {
      kind: "call",
      tool: "build_vault_swap",
      args: { tokenIn: "USDC", tokenOut: "ARB", amountIn: "5" },
    };
    expect(fastPath("swap 5 USDC to ARB", { ...onBase, chainId: 42161 })).toEqual(swapToArb);
    expect(fastPath("swap 5 USDC to ARB", onBase)).toEqual({
      kind: "pass",
      reason: "unknown_token",
    });
    const elsewhere = fastPath("swap 5 USDC to ARB on base", { ...onBase, chainId: 42161 });
    expect(elsewhere).toEqual({ kind: "pass", reason: "unknown_token" });
  });

  it("behavior: two tokens of one symbol are one too many", () => {
    const address = "0x1111111111111111111111111111111111111111";
    const tokens = () => [...onBase.tokens(8453), { symbol: "usdc", address } as const];
    expect(fastPath("swap 1 ETH for USDC", { ...onBase, tokens })).toEqual({
      kind: "pass",
      reason: "unknown_token",
    });
  });

  it("boundary: 500 characters are read, 501 are not", () => {
    const text = "list twap orders";
    expect(fastPath(text.padEnd(500), onBase)).toMatchObject({ kind: "call" });
    expect(fastPath(text.padEnd(501), onBase)).toEqual({ kind: "pass", reason: "too_long" });
  });
});

/** A test's name: short, and every unusual character as its code. */
function shown(text: string): string {
  const ascii = JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16)}`,
  );
  return ascii.length > 90 ? `${ascii.slice(0, 60)}... (${text.length})` : ascii;
}
