import { describe, expect, test } from "vitest";
import { readUnderway } from "../../../src/bridge/look-at-deposit.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import type { Deps } from "../../../src/deps.ts";

/*
 * Finding 107: what a vault sent is found by its own events, which nobody else can emit at its
 * address.
 */
const VAULT = `0x${"aa".repeat(20)}` as const;
const hashOf = (byte: string) => `0x${byte.repeat(32)}` as const;
const log = (transactionHash: string, address: string = VAULT) => ({ address, transactionHash });

function reading(logs: unknown, block = 12_000) {
  const asked: { method: string; params: readonly unknown[] }[][] = [];
  const send = async (calls: readonly RpcCall<unknown>[]): Promise<RpcOutcome<unknown>[]> => {
    asked.push(calls.map(({ method, params }) => ({ method, params })));
    return calls.map((call) => {
      const answer: Record<string, unknown> = {
        eth_getBlockByNumber: {
          ...{
            number: `0x${block.toString(16)}`,
            timestamp: "0x1",
            baseFeePerGas: "0x1",
            gasLimit: "0x1",
          },
          hash: hashOf("01"),
        },
        eth_getLogs: logs,
        eth_getTransactionReceipt: null,
      };
      try {
        if (answer[call.method] === undefined) throw new Error("refused");
        return { ok: true, value: call.read(answer[call.method]) };
      } catch (error) {
        return { ok: false, kind: "unavailable", message: String(error) };
      }
    });
  };
  const deps = {
    env: { rpcUrls: {} },
    chain: () => ({ addresses: chainAddresses(8453), rpc: { send } }),
  };
  // Safe: it takes no more of its deps than this.
  return { asked, read: () => readUnderway(deps as unknown as Deps, VAULT, [8453]) };
}

describe("readUnderway", () => {
  test("default: unsent is two requests over vault events of the last 5,000 blocks", async () => {
    const { asked, read } = reading([]);
    expect(await read()).toEqual({ deposits: [], unread: [] });
    expect(asked.map((calls) => calls.map(({ method }) => method))).toEqual([
      ["eth_getBlockByNumber"],
      ["eth_getLogs"],
    ]);
    expect(asked[1]?.[0]?.params).toMatchObject([
      { address: VAULT, fromBlock: "0x1b58", toBlock: "latest" },
    ]);
  });

  test("behavior: the newest three transactions are looked at, each once", async () => {
    const sent = ["01", "02", "02", "03", "04"].map((byte) => log(hashOf(byte)));
    const { asked, read } = reading(sent, 100);
    await read();
    const looked = asked.flat().filter(({ method }) => method === "eth_getTransactionReceipt");
    expect(looked.map(({ params }) => params[0])).toEqual([
      hashOf("04"),
      hashOf("03"),
      hashOf("02"),
    ]);
    expect(asked[1]?.[0]?.params).toMatchObject([{ fromBlock: "0x0" }]);
  });

  test.each([
    ["the node lists no logs", undefined],
    ["a log is another account's", [log(hashOf("01"), `0x${"bb".repeat(20)}`)]],
  ])("error: %s: not known, which is not nothing", async (_what, logs) => {
    expect(await reading(logs).read()).toEqual({ deposits: [], unread: [8453] });
  });
});
