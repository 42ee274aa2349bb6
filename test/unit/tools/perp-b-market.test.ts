import { encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { expect, test } from "vitest";
import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import { allow } from "../../../src/lib/verdict.ts";
import { perpBMarket } from "../../../src/tools/perp-b-market.ts";
import type { ToolContext } from "../../../src/tools/tool.ts";
import { fakeApis } from "../../support/fake-apis.ts";

const INFO = parseAbiParameters("(string, uint32, uint8, uint8, bool)");
const DECIMALS: Record<string, number> = { BTC: 5, ETH: 4, DOGE: 0 };

/**
 * `list`: the names in the order of the venue's HTTP list; `chain`: by their numbers on the chain,
 * null where no node answers.
 */
function contextOf(list: string[], chain: (string | null)[]) {
  const markets = list.map((name, asset) => ({
    ...{ asset, name, szDecimals: 1, maxLeverage: 3, onlyIsolated: false, isDelisted: false },
    ...{ markPriceE8: 1n, oraclePriceE8: 1n, funding: "0" },
  }));
  const send = async (calls: RpcCall<unknown>[]) =>
    calls.map((call) => {
      const [{ data }] = call.params as [{ data: Hex }];
      const name = chain[Number(data)];
      if (name === null) return { ok: false, kind: "unavailable", message: "down" };
      if (name === undefined)
        return { ok: false, kind: "reverted", data: "0x", message: "no such number" };
      return {
        ok: true,
        value: call.read(encodeAbiParameters(INFO, [[name, 1, DECIMALS[name] ?? 0, 25, false]])),
      };
    });
  return {
    deps: {
      api: fakeApis({ hyperliquid: { markets: async () => allow(markets) } }),
      chain: () => ({ rpc: { send } }),
    },
    chainId: 999,
  } as unknown as ToolContext;
}
const numberOf = async (coin: string, list: string[], chain: (string | null)[]) => {
  const found = await perpBMarket(contextOf(list, chain), coin);
  return found.ok ? [found.value.asset, found.value.name, found.value.szDecimals] : found.code;
};

test("default: the number the list gives is that which the chain has under that name", async () => {
  expect(await numberOf("eth-perp", ["BTC", "ETH"], ["BTC", "ETH"])).toEqual([1, "ETH", 4]);
});

test("attack: in a list of another order the name on the chain decides", async () => {
  const chain = ["BTC", "ETH", "DOGE"];
  for (const list of [
    ["ETH", "BTC", "DOGE"],
    ["DOGE", "ETH", "BTC"],
  ]) {
    expect(await numberOf("BTC", list, chain)).toEqual([0, "BTC", 5]);
    expect(await numberOf("ETH", list, chain)).toEqual([1, "ETH", 4]);
  }
});

test("error: a name the chain lacks or has twice, and a chain that does not answer", async () => {
  expect(await numberOf("BTC", ["BTC", "ETH"], ["ETH", "DOGE"])).toBe("perp_market_unknown");
  expect(await numberOf("BTC", ["ETH", "BTC", "DOGE"], ["BTC", "ETH", "BTC"])).toBe(
    "perp_market_unknown",
  );
  expect(await numberOf("BTC", ["BTC", "ETH"], [null, "ETH"])).toBe("rpc_unavailable");
  expect(await numberOf("BTC", ["ETH", "BTC", "DOGE"], ["BTC", "ETH", null])).toBe(
    "rpc_unavailable",
  );
  expect(await numberOf("NOPE", ["BTC"], ["BTC"])).toBe("perp_market_unknown");
});
