import type { Address } from "viem";
import { expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { saveVaultLimits } from "../../../src/store/vaults/save-vault-limits.ts";
import { dryRunBench, type ToolCall } from "../calls/support/dry-run-bench.ts";

/**
 * By the words: USDC, USDT, DAI, forms of BTC and ETH of each chain's table; the coin's own
 * wrapped form is known as such.
 */
test.each<[ChainId, string]>([
  [1, "WETH USDC USDT DAI WBTC"],
  [10, "WETH USDC USDT DAI WBTC"],
  [56, "ETH WETH USDT USDC DAI"],
  [130, "WETH USDC"],
  [137, "WETH USDC USDT WBTC"],
  [8453, "WETH USDC DAI USDT cbBTC"],
  [42161, "WETH USDC USDT DAI WBTC"],
  [999, "USDC"],
])("default: chain %i marks %s as deep, and no other token", (chainId, symbols) => {
  const deep = chainAddresses(chainId).tokens.filter((token) => (token as { deep?: true }).deep);
  expect(deep.map(({ symbol }) => symbol).sort()).toEqual(symbols.split(" ").sort());
});

const STRANGERS_COIN: Address = `0x${"4e".repeat(20)}`;
/**
 * The simulated chain trades USDC, the base token, and WETH: here the latter is a stranger's, with
 * an oracle's price all the same.
 */
async function strangersToken(mode: "autonomous" | "confirm" = "autonomous") {
  const bench = await dryRunBench();
  const { addresses } = bench.bench.chainDeps;
  const token = bench.tokens.weth;
  Object.assign(addresses, {
    wrappedNative: STRANGERS_COIN,
    tokens: addresses.tokens.filter(({ address }) => address !== token),
  });
  const { operator, vault, tokens } = bench;
  await bench.store(saveSetting, { operator, field: "execMode", value: mode });
  const swap = (
    amountIn = "2000",
    executionMode: ToolCall["executionMode"] = "delegated",
  ): ToolCall => ({
    name: "build_vault_swap",
    args: { tokenIn: tokens.usdc, tokenOut: token, amountIn, dex: "uniswap" },
    executionMode,
  });
  let version = 0;
  const limit = async (more: object) => {
    version += 1;
    const baseToken = { address: tokens.usdc, symbol: "USDC", decimals: 6 };
    const saved = await bench.store(saveVaultLimits, {
      ...{
        operator,
        vault,
        chainId: 8453,
        baseKey: tokens.usdc,
        messageHash: `0x${version}e` as const,
      },
      limits: { version, baseToken, perToken: [], tokens: "listed", ...more },
    });
    expect(saved).toEqual({ ok: true });
  };
  return {
    ...bench,
    token,
    swap,
    limit,
    name: (maxPerDay: string) => limit({ named: [{ token, maxPerDay }] }),
  };
}

test("security: agent wallets buy no stranger's token; the refusal says what to sign", async () => {
  const bench = await strangersToken();
  const refused = await bench.write(bench.swap());
  expect(refused).toMatchObject({
    ok: false,
    code: "token_not_allowed",
    details: { token: bench.token },
  });
  expect(refused).toHaveProperty(
    "message",
    expect.stringContaining(
      `Action: loosen_limits 8453 ${bench.vault} token ${bench.token} <maxPerDay>`,
    ),
  );
  expect([bench.signed, bench.bench.sent]).toEqual([[], []]);
});

test("behavior: it is sold and the base token bought without anybody naming anything", async () => {
  const bench = await strangersToken();
  const { usdc } = bench.tokens;
  const sold = { tokenIn: bench.token, tokenOut: usdc, amountIn: "0.5", dex: "uniswap" };
  expect(await bench.write({ ...bench.swap(), args: sold })).toMatchObject({ ok: true });
});

test("behavior: an owner's unsigned swap is warned of it by its address, not refused", async () => {
  const bench = await strangersToken();
  const built = await bench.write(bench.swap("2000", "manual"));
  expect(built).toMatchObject({
    ok: true,
    result: {
      data: { warnings: [{ code: "token_not_allowed", details: { token: bench.token } }] },
    },
  });
  expect(built).toHaveProperty(
    "result.message",
    expect.stringMatching(new RegExp(`Warning: this buys ${bench.token}`)),
  );
});

test("security: named, it is bought to its amount a day, two calls at once as well", async () => {
  const bench = await strangersToken();
  await bench.name("3999999999");
  const both = await Promise.all(["R-1", "R-2"].map((id) => bench.write(bench.swap(), id)));
  expect(both.map((one) => (one.ok ? "bought" : one.code)).sort()).toEqual([
    "bought",
    "limit_exceeded",
  ]);
  expect(both.find((one) => !one.ok)).toMatchObject({
    details: { limit: "maxPerTokenPerDay", allowed: "3999.999999", used: "2000", wanted: "2000" },
  });
  expect(bench.bench.sent).toHaveLength(1);
});

test("behavior: a list of tokens lets nothing be bought that has to be named besides", async () => {
  const bench = await strangersToken();
  await bench.limit({ tokens: [bench.token] });
  expect(await bench.write(bench.swap())).toMatchObject({ code: "token_not_allowed" });
  await bench.limit({ tokens: [], named: [{ token: bench.token, maxPerDay: "9000000000" }] });
  expect(await bench.write(bench.swap())).toMatchObject({
    code: "token_not_allowed",
    details: { allowed: [] },
  });
});

test("behavior: in confirm mode the card warns; its approval lets the call pass once", async () => {
  const bench = await strangersToken("confirm");
  const offered = await bench.write(bench.swap());
  if (!offered.ok || offered.result.operationId === undefined)
    throw new Error("nothing waits for approval");
  expect(offered.result.message).toMatch(
    new RegExp(`Warning: this buys ${bench.token}, which is not among`),
  );
  expect(bench.bench.sent).toEqual([]);
  expect(await bench.decide(offered.result.operationId, false)).toMatchObject({ ok: true });
  expect(bench.bench.sent).toHaveLength(1);
  // What is asked next waits for a card of its own.
  const next = await bench.write(bench.swap("100"));
  expect(next).toMatchObject({ ok: true, result: { operationId: expect.any(String) } });
  expect(bench.bench.sent).toHaveLength(1);
});

const order = (
  bench: { tokens: { usdc: Address }; token: Address },
  autoExecute = true,
): ToolCall => ({
  name: "create_twap_order",
  args: {
    ...{ side: "sell", sellToken: bench.tokens.usdc, buyToken: bench.token, totalAmount: "4000" },
    ...{ sliceCount: 4, intervalMinutes: 10, dex: "uniswap", autoExecute },
  },
  executionMode: "delegated",
});

test("security: an order buying it is refused at creation, with the amount to sign", async () => {
  const bench = await strangersToken();
  const refused = await bench.write(order(bench));
  // 4,000 USDC and a tenth.
  const line = `loosen_limits 8453 ${bench.vault} token ${bench.token} 4500`;
  expect(refused).toMatchObject({
    ok: false,
    code: "token_not_allowed",
    details: { token: bench.token },
  });
  expect(refused).toHaveProperty("message", expect.stringContaining(line));
  await bench.name("4500000000");
  expect(await bench.write(order(bench))).toMatchObject({ ok: true });
  expect(await bench.write(order(bench, false))).toMatchObject({ ok: true });
});

test.each(["create_twap_order", "create_trigger_order"])(
  "behavior: %s on a card that shows the token's address and the warning is named by its approval, slice by slice",
  async (name) => {
    const bench = await strangersToken();
    const call = order(bench);
    const { sliceCount, intervalMinutes, ...args } = call.args;
    const trigger = { ...args, type: "limit", price: "0.0001", priceOf: "sellToken" };
    const proposed = await bench.propose(
      name === "create_twap_order" ? call : { ...call, name, args: trigger },
    );
    if (!proposed.ok || proposed.result.operationId === undefined)
      throw new Error(JSON.stringify(proposed));
    expect(proposed.result.message).toMatch(
      new RegExp(`Warning: this buys ${bench.token}, which is not among`),
    );
    expect(await bench.decide(proposed.result.operationId, false)).toMatchObject({ ok: true });
    const stored = Object.values(bench.everything().stored).find((one) =>
      JSON.stringify(one).includes("namedByCard"),
    );
    expect(JSON.stringify(stored)).toContain(bench.token);
  },
);
