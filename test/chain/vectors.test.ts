import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import { type Vector, vectorFile } from "../support/vectors.ts";
import { createVectorState, delegateAsInVectors } from "./create-vector-state.ts";
import { observedPlay, type Play, playVector } from "./play-vector.ts";

const noStaking = "GRG staking is not on the local chain";

/** Vectors that are not played at all. */
const notPlayed: Record<string, string> = {
  "stake.stake": noStaking,
  "stake.undelegate": noStaking,
  "stake.unstake-same-epoch": noStaking,
  "stake.unstake-still-delegated": noStaking,
  "stake.withdraw-rewards": noStaking,
  "stake.too-much": noStaking,
  "stake.endEpoch-too-early": noStaking,
  "refusal.agent-stake-undelegated": noStaking,
};

type Part = { reason: string; of(play: Play): unknown };

const quote: Part = {
  reason: "the second word is a gas estimate, which depends on the pool's past; the amount is compared",
  of: ({ ok, data }) => ({ ok, amount: data.slice(0, 66) }),
};
const createdPool: Part = {
  reason: "a new vault's address depends on the real proxy's creation code; the pool id and the event are compared",
  of: ({ data, events, ...rest }) => ({
    ...rest,
    poolId: data.slice(66),
    events: events?.map(({ address, topics }) => ({ address, topics })),
  }),
};

/** Vectors of which a part cannot come out the same, and what is compared of them. */
const playedInPart: Record<string, Part> = {
  "read.quoter.exact-in-1-eth": quote,
  "read.quoter.exact-in-5000-usdc": quote,
  "read.quoter.exact-out-2000-usdc": quote,
  "factory.create-usdc": createdPool,
  "factory.create-native": createdPool,
};

const played = (state: Vector["state"]) => vectorFile.vectors.filter((v) => v.state === state && !(v.id in notPlayed));

let chain: RunningChain;
let snapshot: `0x${string}`;

beforeAll(async () => {
  chain = await startChain({ startTimestampSec: vectorFile.chain.states.base.timestamp - 600 });
  await createVectorState(chain.handle);
  snapshot = await chainClient(chain.handle).snapshot();
}, 60_000);

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

describe("the lists of exceptions", () => {
  it("args: name only vectors that exist", () => {
    const ids = vectorFile.vectors.map((v) => v.id);
    const listed = [...Object.keys(notPlayed), ...Object.keys(playedInPart)];
    expect(listed.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("behavior: every other vector is played, 193 of 201, 188 of them compared whole", () => {
    const count = played("base").length + played("delegated").length;
    expect([vectorFile.vectors.length, count, count - Object.keys(playedInPart).length]).toEqual([201, 193, 188]);
  });
});

async function expectSame(id: string): Promise<void> {
  const vector = vectorFile.vectors.find((v) => v.id === id);
  if (!vector) throw new Error(`no vector ${id}`);
  const part = playedInPart[id]?.of ?? ((play: Play) => play);
  expect(part(await playVector(chain.handle, vector))).toEqual(part(observedPlay(vector)));
}
