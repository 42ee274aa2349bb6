import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import { vectorNamed } from "../support/vector-named.ts";
import { type Vector, vectorFile } from "../support/vectors.ts";
import { createVectorState } from "./create-vector-state.ts";
import { delegateAsInVectors } from "./delegate-as-in-vectors.ts";
import { observedPlay, type Play } from "./observed-play.ts";
import { playVector } from "./play-vector.ts";

type Part = { reason: string; of(play: Play): unknown };

const quote: Part = {
  reason:
    "the second word is a gas estimate, which depends on the pool's past; the amount is compared",
  of: ({ ok, data }) => ({ ok, amount: data.slice(0, 66) }),
};
const createdPool: Part = {
  reason:
    "a new vault's address depends on the real proxy's creation code; the pool id and the " +
    "event are compared",
  of: ({ data, events, ...rest }) => ({
    ...rest,
    poolId: data.slice(66),
    events: events?.map(({ address, topics }) => ({ address, topics })),
  }),
};

/**
 * The only exceptions: vectors of which a part cannot come out the same, and what is compared of
 * them.
 */
const playedInPart: Record<string, Part> = {
  "read.quoter.exact-in-1-eth": quote,
  "read.quoter.exact-in-5000-usdc": quote,
  "read.quoter.exact-out-2000-usdc": quote,
  "factory.create-usdc": createdPool,
  "factory.create-native": createdPool,
};

const played = (state: Vector["state"]) => vectorFile.vectors.filter((v) => v.state === state);

let chain: RunningChain;
let snapshot: `0x${string}`;

beforeAll(async () => {
  chain = await startChain({ startTimestampSec: vectorFile.chain.states.base.timestamp - 600 });
  await createVectorState(chain.handle);
  snapshot = await chainClient(chain.handle).snapshot();
});

afterAll(() => chain?.stop());

beforeEach(async () => {
  const client = chainClient(chain.handle);
  await client.revert({ id: snapshot });
  snapshot = await client.snapshot();
});

describe("vectors of the base state", () => {
  it.each(played("base"))("behavior: $id", ({ id }) => expectSame(id));
});

describe("vectors of the delegated state", () => {
  beforeEach(() => delegateAsInVectors(chain.handle));
  it.each(played("delegated"))("behavior: $id", ({ id }) => expectSame(id));
});

describe("completeness", () => {
  it("behavior: all 201 vectors are played, 196 of them compared whole", () => {
    const ids = [...played("base"), ...played("delegated")].map((v) => v.id);
    const whole = ids.filter((id) => !(id in playedInPart));
    expect([vectorFile.vectors.length, new Set(ids).size, whole.length]).toEqual([201, 201, 196]);
  });

  it("args: the exceptions name only vectors that exist", () => {
    const ids = vectorFile.vectors.map((v) => v.id);
    expect(Object.keys(playedInPart).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("args: roles, tokens and pools of the handle are those of the vectors", () => {
    const { roles, tokens, v4Pools } = vectorFile.addresses;
    const { addresses, pools } = chain.handle;
    for (const [role, address] of Object.entries(addresses))
      expect(roles[role] ?? address).toBe(address);
    for (const [symbol, address] of Object.entries(chain.handle.tokens))
      expect(tokens[symbol]?.address).toBe(address);
    const keys = Object.entries(pools.v4).map(([name, { sqrtPriceX96: _, ...key }]) => [name, key]);
    expect(Object.fromEntries(keys)).toEqual(v4Pools);
  });
});

async function expectSame(id: string): Promise<void> {
  const vector = vectorNamed(id);
  const part = playedInPart[id]?.of ?? ((play: Play) => play);
  expect(part(await playVector(chain.handle, vector))).toEqual(part(observedPlay(vector)));
}
