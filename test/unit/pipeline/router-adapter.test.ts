import { type Address, type Hex, pad, zeroAddress } from "viem";
import { expect, test } from "vitest";
import type { RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { knownRouterVersion } from "../../../src/venues/known-router-version.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

// The version of the router follows from its adapter's code; what nobody knows is refused.

const MOVED: Address = `0x${"a1".repeat(20)}`;
const ROUTER: Address = `0x${"b2".repeat(20)}`;
const POSITIONS: Address = `0x${"c3".repeat(20)}`;

/**
 * Code as solc writes it: immutables are the operands of PUSH32 (0x7f). The last push's bytes only
 * look like one.
 */
const codeOf = (self: Address, { router = ROUTER, positions = POSITIONS, more = "" } = {}): Hex =>
  `0x6080604052${[self, router, self, positions].map((one) => `7f${pad(one).slice(2)}50`).join("")}617f7f50${more}00`;

/** A build of a Uniswap swap where the authority maps execute() to `adapter`. */
async function built(
  bench: Bench,
  adapter: Address | "silent",
  codes: Record<Address, Hex | "silent"> = {},
): Promise<string> {
  bench.answer("getApplicationAdapter", adapter === "silent" ? adapter : { result: pad(adapter) });
  bench.answer("eth_getCode", ({ params: [who] }) => {
    const code = codes[who as Address] ?? "0x";
    return code === "silent" ? code : { result: code };
  });
  const quote = bench.quote();
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const facts = await readSwapFacts(bench.chainDeps, {
    vault: bench.vault,
    agent: undefined,
    tokenIn,
    tokenOut,
    mode,
    amountBase,
  });
  if (!facts.ok) throw new Error(facts.message);
  const plan = { kind: "swap" as const, quote, facts: facts.value, toleranceBps: 500 };
  const outcome = await carryOut(bench.context({ executionMode: "manual" }), plan, {
    kind: "call",
  });
  return outcome.status === "refused" ? outcome.refusal.code : outcome.status;
}
const codesAsked = (bench: Bench) => bench.names().filter((name) => name === "eth_getCode").length;

test("default: the adapter of the table is asked nothing more", async () => {
  const bench = await executionBench();
  expect(await built(bench, bench.chainDeps.addresses.uniswapRouterAdapterUr20)).toBe("unsigned");
  expect(codesAsked(bench)).toBe(0);
});

test("error: an adapter that cannot be read is not taken for 2.0", async () => {
  expect(await built(await executionBench(), "silent")).toBe("rpc_unavailable");
});

test("error: no adapter at all, and an unknown one, build nothing", async () => {
  const bench = await executionBench();
  const known = bench.chainDeps.addresses.uniswapRouterAdapterUr20;
  expect(await built(bench, `0x${"00".repeat(20)}`)).toBe("no_route");
  expect(await built(bench, MOVED)).toBe("no_route");
  expect(await built(bench, MOVED, { [MOVED]: "0x6001", [known]: codeOf(known) })).toBe("no_route");
  expect(await built(bench, MOVED, { [MOVED]: "silent", [known]: codeOf(known) })).toBe(
    "rpc_unavailable",
  );
  expect(await built(bench, MOVED, { [MOVED]: codeOf(MOVED), [known]: "silent" })).toBe(
    "rpc_unavailable",
  );
});

test("behavior: the same code at another address is one version, read once", async () => {
  const bench = await executionBench();
  const known = bench.chainDeps.addresses.uniswapRouterAdapterUr20;
  const codes = { [MOVED]: codeOf(MOVED), [known]: codeOf(known) };
  expect(await built(bench, MOVED, codes)).toBe("unsigned");
  expect(codesAsked(bench)).toBe(2);
  expect(await built(bench, MOVED, codes)).toBe("unsigned");
  expect(codesAsked(bench)).toBe(2);
  bench.pass(3_600_000);
  expect(await built(bench, MOVED, codes)).toBe("unsigned");
  expect(codesAsked(bench)).toBe(4);
});

test.each<[string, (known: Address) => Hex]>([
  ["the same source on another router", () => codeOf(MOVED, { router: `0x${"d4".repeat(20)}` })],
  [
    "the same source on another position manager",
    () => codeOf(MOVED, { positions: `0x${"d4".repeat(20)}` }),
  ],
  ["one byte more", () => codeOf(MOVED, { more: "5b" })],
  ["the known one's own address kept inside", (known) => codeOf(known)],
])("error: %s is another adapter", async (_what, code) => {
  const bench = await executionBench();
  const known = bench.chainDeps.addresses.uniswapRouterAdapterUr20;
  expect(await built(bench, MOVED, { [MOVED]: code(known), [known]: codeOf(known) })).toBe(
    "no_route",
  );
});

const versionOf = (bench: Bench, adapter: RpcOutcome<Address>) =>
  knownRouterVersion({ deps: bench.deps, chainId: 8453 }, adapter);

test("error: names the adapter that is not known, and what to do instead", async () => {
  const bench = await executionBench();
  const known = bench.chainDeps.addresses.uniswapRouterAdapterUr20;
  bench.answer("eth_getCode", ({ params: [who] }) => ({
    result: who === known ? codeOf(known) : "0x6001",
  }));
  const refused = {
    ok: false,
    code: "no_route",
    message:
      "This chain's vaults run Uniswap through an adapter that this service does not know. " +
      "Nothing was built: use dex 0x.",
  };
  expect(await versionOf(bench, { ok: true, value: MOVED })).toEqual({
    ...refused,
    details: { adapter: MOVED },
  });
  const none = { ...refused, details: { adapter: null } };
  expect(await versionOf(bench, { ok: true, value: zeroAddress })).toEqual(none);
  expect(
    await versionOf(bench, { ok: false, kind: "reverted", data: "0x", message: "reverted" }),
  ).toEqual(none);
});

test("behavior: what is remembered of one adapter says nothing of another", async () => {
  const bench = await executionBench();
  const known = bench.chainDeps.addresses.uniswapRouterAdapterUr20;
  const other: Address = `0x${"e5".repeat(20)}`;
  bench.answer("eth_getCode", ({ params: [who] }) => ({
    result: who === other ? "0x6001" : codeOf(who as Address),
  }));
  expect(await versionOf(bench, { ok: true, value: MOVED })).toEqual({ ok: true, value: "2.0" });
  expect(await versionOf(bench, { ok: true, value: other })).toMatchObject({ code: "no_route" });
  expect(known).not.toBe(other);
});

test("behavior: of two adapters the code is compared with both; unread decides none", async () => {
  const bench = await executionBench();
  const { addresses } = bench.chainDeps;
  const newer: Address = `0x${"21".repeat(20)}`;
  addresses.uniswapRouterAdapterUr21 = newer;
  const codes = (unread?: Address) =>
    bench.answer("eth_getCode", ({ params: [who] }) => {
      if (who === unread) return "silent";
      return {
        result: codeOf(
          who as Address,
          who === addresses.uniswapRouterAdapterUr20 ? { more: "5b" } : {},
        ),
      };
    });
  codes(addresses.uniswapRouterAdapterUr20);
  expect(await versionOf(bench, { ok: true, value: MOVED })).toMatchObject({
    code: "rpc_unavailable",
  });
  codes(newer);
  expect(await versionOf(bench, { ok: true, value: MOVED })).toMatchObject({
    code: "rpc_unavailable",
  });
  codes();
  expect(await versionOf(bench, { ok: true, value: MOVED })).toEqual({ ok: true, value: "2.1.2" });
  addresses.uniswapRouterAdapterUr21 = null;
});

test("behavior: concurrent reads of one call are one, what failed is read anew", async () => {
  const bench = await executionBench();
  bench.answer("eth_getCode", "silent");
  const adapter: RpcOutcome<Address> = { ok: true, value: MOVED };
  const both = await Promise.all([versionOf(bench, adapter), versionOf(bench, adapter)]);
  expect(both.map((one) => !one.ok && one.code)).toEqual(["rpc_unavailable", "rpc_unavailable"]);
  // The adapter's code and the known one's.
  expect(codesAsked(bench)).toBe(2);
  await versionOf(bench, adapter);
  expect(codesAsked(bench)).toBe(4);
});
