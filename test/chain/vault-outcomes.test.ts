import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { advanceTime } from "../../local/chain/advance-time.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import { createOutcomeState } from "./create-outcome-state.ts";
import { playOutcomes } from "./play-outcomes.ts";
import { type ObservedOutcome, vaultOutcomes } from "./vault-outcomes.ts";

const FIFTEEN_DAYS_MS = 15 * 86_400_000;

/** The length of createPool's answer was not noted, so it is not compared. */
const comparable = (
  { bytes, ...played }: ObservedOutcome,
  observed: ObservedOutcome,
): ObservedOutcome =>
  observed.bytes === undefined || bytes === undefined ? played : { ...played, bytes };

let chain: RunningChain;
let played: ObservedOutcome[];

beforeAll(async () => {
  chain = await startChain({ startTimestampSec: 1_790_000_000 });
  const state = await createOutcomeState(chain.handle);
  // The staking epoch of 14 days was over when the outcomes were observed, the holders' lock-up of
  // 30 days was not.
  await advanceTime(chain.handle, FIFTEEN_DAYS_MS);
  played = await playOutcomes(chain.handle, state, vaultOutcomes);
});

afterAll(() => chain?.stop());

const targets = ["vault", "vaultETH", "factory", "oracle", "staking", "stakingProxy", "x"];

describe("outcomes observed on the real contracts", () => {
  it.each(targets)("behavior: %s answers every call as the real one did", (target) => {
    const rows = vaultOutcomes.map((observed, index) => ({
      observed,
      here: played[index] as ObservedOutcome,
    }));
    const differing = rows
      .filter(({ observed }) => observed.call.startsWith(`${target}.`))
      .map(({ observed, here }) => ({ observed, here: comparable(here, observed) }))
      .filter(({ observed, here }) => JSON.stringify(observed) !== JSON.stringify(here));
    expect(differing).toEqual([]);
  });

  it("behavior: all 847 are played", () => {
    expect([played.length, new Set(played.map(({ call }) => call)).size]).toEqual([847, 847]);
    expect(
      vaultOutcomes.filter(({ call }) => !targets.some((target) => call.startsWith(`${target}.`))),
    ).toEqual([]);
  });
});
