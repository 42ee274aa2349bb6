import { encodeAbiParameters, stringToHex } from "viem";
import { describe, expect, it } from "vitest";
import { CHAIN_IDS, type ChainId } from "../../../schemas/chains.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import { resolveToken, type TokenCache } from "../../../src/chain/resolve-token.ts";
import { chainOf } from "../../../src/chain-of.ts";
import { createExpiringCache } from "../../../src/lib/expiring-cache.ts";
import { fakeRpc } from "./fake-rpc.ts";

const NATIVE = "0x0000000000000000000000000000000000000000";
const STRANGER = "0x1111111111111111111111111111111111111111";
// Selectors of decimals() and symbol(): docs/facts/vault-contracts.md 2 and EIP-20.
const DECIMALS = `${STRANGER}:0x313ce567`;
const SYMBOL = `${STRANGER}:0x95d89b41`;
const number = (value: number) => ({ result: `0x${value.toString(16).padStart(64, "0")}` });
const text = (value: string) => ({ result: encodeAbiParameters([{ type: "string" }], [value]) });

const resolver = (
  chainId: ChainId,
  answers: Parameters<typeof fakeRpc>[0] = {},
  overrides?: object,
) => {
  const { rpc, batches } = fakeRpc(answers);
  const addresses = chainAddresses(chainId, overrides && JSON.stringify(overrides));
  const cache: TokenCache = createExpiringCache(5_000);
  return {
    batches,
    resolve: (wanted: string, nowMs = 0) =>
      resolveToken({ chainId, addresses, rpc }, cache, nowMs, wanted),
  };
};
const resolved = async (chainId: ChainId, wanted: string, answers = {}) => {
  const { resolve, batches } = resolver(chainId, answers);
  const verdict = await resolve(wanted);
  return { verdict, batches: batches() };
};

describe("symbols", () => {
  it.each(CHAIN_IDS)(
    "default: the coin of chain %i is the zero address and costs no request",
    async (chainId) => {
      const symbol = chainOf(chainId).nativeCoin;
      expect(await resolved(chainId, symbol.toLowerCase())).toEqual({
        verdict: { ok: true, value: { address: NATIVE, symbol, decimals: 18 } },
        batches: 0,
      });
    },
  );

  it.each([
    [8453, "usdc", "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", "USDC", 6],
    [8453, " USDC ", "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", "USDC", 6],
    [8453, "cbbtc", "0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf", "cbBTC", 8],
    [8453, "usdbc", "0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca", "USDbC", 6],
    [10, "usdc.e", "0x7f5c764cbc14f9669b88837ca1490cca17c31607", "USDC.E", 6],
    [56, "usdc", "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d", "USDC", 18],
    [56, "USDT", "0x55d398326f99059ff775485246999027b3197955", "USDT", 18],
    [137, "WBTC", "0x1bfd67037b42cf73acf2047067bd4f2c47d9bfd6", "WBTC", 8],
    [137, "WPOL", "0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270", "WPOL", 18],
    [42161, "SOL", "0x2bcc6d6cdbbdc0a4071e48bb3b969b06b3330c07", "SOL", 9],
    [1, "XAUT", "0x68749665ff8d2d112fa859aa293f07a622782f38", "XAUT", 6],
    [1, "GRG", "0x4fbb350052bca5417566f188eb2ebce5b19bc964", "GRG", 18],
  ] as const)(
    "default: %i %s without a request",
    async (chainId, wanted, address, symbol, decimals) => {
      expect(await resolved(chainId, wanted)).toEqual({
        verdict: { ok: true, value: { address, symbol, decimals } },
        batches: 0,
      });
    },
  );

  it("behavior: ETH on BNB Chain is a token, and its decimals are read", async () => {
    const eth = "0x2170ed0880ac9a755fd29b2688956bd959f933f8";
    expect(await resolved(56, "ETH", { [`${eth}:0x313ce567`]: number(18) })).toEqual({
      verdict: { ok: true, value: { address: eth, symbol: "ETH", decimals: 18 } },
      batches: 1,
    });
  });

  it.each(["XAUT", "", "USDC ", "USD C", "WBTC(bridge list)", "ΕΤΗ", "__proto__", "constructor"])(
    "error: %j on Base",
    async (wanted) => {
      const { verdict, batches } = await resolved(8453, wanted);
      expect(batches).toBe(0);
      if (wanted === "USDC ") expect(verdict.ok).toBe(true);
      else
        expect(verdict).toMatchObject({
          ok: false,
          code: "token_not_found",
          message: expect.stringContaining("contract address"),
        });
    },
  );

  it("error: one spelling of two tokens is ambiguous, two of one token are not", async () => {
    const two = resolver(
      8453,
      {},
      { tokens: { FOO: STRANGER, foo: "0x2222222222222222222222222222222222222222" } },
    );
    expect(await two.resolve("foo")).toMatchObject({ ok: false, code: "token_ambiguous" });
    const coin = resolver(8453, {}, { tokens: { ETH: STRANGER } });
    expect(await coin.resolve("ETH")).toMatchObject({ ok: false, code: "token_ambiguous" });
    const one = resolver(
      8453,
      { [DECIMALS]: number(6) },
      { tokens: { FOO: STRANGER, foo: STRANGER } },
    );
    expect(await one.resolve("foo")).toMatchObject({
      ok: true,
      value: { address: STRANGER, decimals: 6 },
    });
  });

  it("args: tokens of an override resolve", async () => {
    const grg = resolver(8453, { [DECIMALS]: number(18) }, { tokens: { GRG: STRANGER } });
    expect(await grg.resolve("grg")).toEqual({
      ok: true,
      value: { address: STRANGER, symbol: "GRG", decimals: 18 },
    });
  });
});

describe("addresses", () => {
  it("default: a listed one is known, whatever its case", async () => {
    const known = {
      ok: true,
      value: { address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", symbol: "USDC", decimals: 6 },
    };
    for (const wanted of [
      "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    ]) {
      expect(await resolved(8453, wanted)).toEqual({ verdict: known, batches: 0 });
    }
  });

  it.each([NATIVE, "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"])(
    "default: %s is the coin",
    async (wanted) => {
      expect((await resolved(8453, wanted)).verdict).toEqual({
        ok: true,
        value: { address: NATIVE, symbol: "ETH", decimals: 18 },
      });
    },
  );

  it("error: a failing checksum", async () => {
    const { verdict, batches } = await resolved(8453, "0x833589FCD6eDb6E08f4c7C32D4f71b54bdA02913");
    expect(verdict).toMatchObject({ ok: false, code: "invalid_request" });
    expect(batches).toBe(0);
  });

  it("default: any other is read in one request and remembered for a day", async () => {
    const { resolve, batches } = resolver(8453, { [DECIMALS]: number(12), [SYMBOL]: text("FOO") });
    const foo = { ok: true, value: { address: STRANGER, symbol: "FOO", decimals: 12 } };
    expect(await resolve(STRANGER)).toEqual(foo);
    expect(await resolve(STRANGER, 86_399_999)).toEqual(foo);
    expect(batches()).toBe(1);
    expect(await resolve(STRANGER, 86_400_000)).toEqual(foo);
    expect(batches()).toBe(2);
  });

  const SHORT = "0x1111..1111";
  it.each([
    ["bytes32", { result: stringToHex("MKR", { size: 32 }) }, "MKR"],
    ["missing", { revert: "0x" as const }, SHORT],
    ["empty", text(""), SHORT],
    ["unreadable", { result: "0x1234" }, SHORT],
    [
      "a string that claims to be endless",
      { result: `0x${"20".padStart(64, "0")}${"f".repeat(64)}${"0".repeat(64)}` },
      SHORT,
    ],
    ["control and bidirectional characters", text("A\u202e\u0000\u200bB\n"), "A B"],
    ["longer than 32", text("x".repeat(500)), `${"x".repeat(31)}…`],
    ["the name of a listed token", text("USDC"), `USDC (${SHORT})`],
    ["the name of the coin", text("eth"), `eth (${SHORT})`],
    ["a full-width look-alike", text("ＵＳＤＣ"), `USDC (${SHORT})`],
  ])("behavior: symbol() is %s", async (_name, answer, symbol) => {
    const { verdict } = await resolved(8453, STRANGER, {
      [DECIMALS]: number(18),
      [SYMBOL]: answer,
    });
    expect(verdict).toEqual({ ok: true, value: { address: STRANGER, symbol, decimals: 18 } });
  });

  it("behavior: decimals up to 36, no more", async () => {
    expect(
      (await resolved(8453, STRANGER, { [DECIMALS]: number(36), [SYMBOL]: text("A") })).verdict.ok,
    ).toBe(true);
    expect(
      (await resolved(8453, STRANGER, { [DECIMALS]: number(37), [SYMBOL]: text("A") })).verdict,
    ).toMatchObject({
      ok: false,
      code: "token_not_found",
    });
  });

  it.each([
    ["reverts", { revert: "0x" as const }],
    ["nothing lives there", { result: "0x" }],
    ["is a huge number", { result: `0x${"f".repeat(64)}` }],
    ["is a string", text("18")],
  ])("error: decimals() %s", async (_name, answer) => {
    const { resolve, batches } = resolver(8453, { [DECIMALS]: answer, [SYMBOL]: text("A") });
    expect(await resolve(STRANGER)).toMatchObject({ ok: false, code: "token_not_found" });
    await resolve(STRANGER);
    expect(batches(), "a refusal is never remembered").toBe(2);
  });

  it("error: a node that does not answer is not a missing token", async () => {
    expect(
      (await resolved(8453, STRANGER, { [DECIMALS]: { unavailable: true } })).verdict,
    ).toMatchObject({
      ok: false,
      code: "rpc_unavailable",
    });
  });

  it("behavior: a symbol that could not be read is asked for again", async () => {
    const { resolve, batches } = resolver(8453, {
      [DECIMALS]: number(18),
      [SYMBOL]: { unavailable: true },
    });
    expect(await resolve(STRANGER)).toMatchObject({ ok: true, value: { symbol: SHORT } });
    await resolve(STRANGER);
    expect(batches()).toBe(2);
  });
});
