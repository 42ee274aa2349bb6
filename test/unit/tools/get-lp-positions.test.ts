import { type Address, toHex, zeroAddress } from "viem";
import { expect, test } from "vitest";
import { createRpc } from "../../../src/chain/rpc.ts";
import { getLpPositions } from "../../../src/tools/get-lp-positions.ts";
import { json, type Posted } from "../chain/http-node.ts";
import { toolBench } from "../pipeline/support/tool-bench.ts";

/** A vault's own limit (docs/facts/uniswap-v4.md): the 64th is UniV4PositionsLimitExceeded. */
const MOST = 63;
const IDS = Array.from({ length: MOST }, (_, index) => 14n + BigInt(index));
/** A token that no table knows. */
const tokenOf = (id: bigint): Address => toHex(id, { size: 20 }).replace("0x00", "0xa0") as Address;
const poolOf = (id: bigint) => ({
  ...{
    currency0: zeroAddress,
    currency1: tokenOf(id),
    fee: 500,
    tickSpacing: 10,
    hooks: zeroAddress,
  },
});

/** Runs it over HTTP against the bench's chain; gives the answer and the calls of each request. */
async function listed(options: Parameters<typeof toolBench>[0]) {
  const { bench, context } = await toolBench(options);
  const posted: number[] = [];
  const node = async (_url: string, init: RequestInit) => {
    const calls: Posted["calls"] = JSON.parse(String(init.body));
    posted.push(calls.length);
    const outcomes = await bench.chainDeps.rpc.send(
      calls.map(({ method, params }) => ({ method, params, read: (result: unknown) => result })),
    );
    return json(
      calls.map(({ id }, index) => {
        const outcome = outcomes[index];
        return outcome?.ok
          ? { jsonrpc: "2.0", id, result: outcome.value }
          : { jsonrpc: "2.0", id, error: { code: 3, message: "execution reverted", data: "0x" } };
      }),
    );
  };
  const rpc = createRpc({
    urls: ["http://node"],
    fetch: node,
    timeoutMs: 5_000,
    spare: { left: 0 },
  });
  const ctx = context();
  const deps = { ...ctx.deps, chain: () => ({ ...bench.chainDeps, rpc }) } as typeof ctx.deps;
  return { answer: await getLpPositions.run({ ...ctx, deps }, {}), posted };
}

test.each([
  ["in one pool", {}],
  ["each in a pool of its own, with a token that no table knows", { poolOf }],
])(
  "behavior: as many positions as a vault may have, %s, take three requests",
  async (_what, pools) => {
    const { answer, posted } = await listed({ positions: IDS, ...pools });
    if (!answer.ok) throw new Error(answer.message);
    expect(answer.value.data?.positions.map(({ tokenId }) => tokenId)).toEqual(IDS.map(String));
    expect(posted).toHaveLength(3);
  },
);
