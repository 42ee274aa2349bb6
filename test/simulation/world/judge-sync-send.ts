import { larger, smaller } from "../../../src/lib/integers.ts";
import { navOf } from "../chain/nav-of.ts";
import type { DepositCall } from "../chain/read-deposit.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import { sentBySync } from "../invariants/sent-by-sync.ts";
import type { AskedSync, Measured, Sight } from "./create-world.ts";
import type { Ledger, Prepared } from "./ledger.ts";
import type { Lie } from "./lie-of-node.ts";
import type { Activity } from "./scheduler.ts";

type Given = {
  chain: SimChain;
  other: SimChain | undefined;
  ledger: Ledger;
  syncOf(prepared: Prepared): AskedSync | undefined;
  sync: AskedSync;
  deposit: DepositCall;
  prepared: Prepared;
  activity: Activity;
  /** Attempts that a reorg took out of their block. */
  takenBack: ReadonlyMap<string, number>;
  measured: ReadonlyMap<string, Measured>;
  lies: ReadonlySet<Lie>;
};

const DAY_MS = 24 * 60 * 60_000;
/** Within this time what was sent is filled, or paid back (docs/facts/across.md). */
const FILL_MS = 10 * 60_000;

/**
 * What a NAV sync may give to a node, by what was asked for and by the chain: USDC to the second
 * chain, as a sync, no more than the cap of a run, than what is left of any 24 hours, and not while
 * the last one may still be on its way. The texts of what is wrong.
 */
export function judgeSyncSend(given: Given): string[] {
  const { chain, other, ledger, syncOf, sync, deposit, prepared, takenBack } = given;
  const { inputToken, inputAmountBase, outputAmountBase, destinationChainId, opType } = deposit;
  const before = sentBySync({ chain, ledger, syncOf }, sync).filter(
    (one) => one.prepared !== prepared && !ledger.forgottenHashes.has(one.tx.hash),
  );
  // What a reorg took back is mined again later than anybody could have known: that it was is
  // noticed elsewhere (judge-reorgs.ts).
  const inPlace = before.filter((one) => !takenBack.has(one.prepared.attemptId));
  const inDay = inPlace.filter(({ atMs }) => atMs > prepared.atMs - DAY_MS);
  const already = inDay.reduce((sum, one) => sum + one.amountBase, 0n);
  const lastMs = Math.max(0, ...inPlace.map(({ atMs }) => atMs));
  return [
    ...(inputToken === simTokens(chain.chainId).usdc
      ? []
      : [`a sync of another token than USDC: ${inputToken}`]),
    ...(destinationChainId === other?.chainId ? [] : [`a sync to chain ${destinationChainId}`]),
    ...(opType === 1 ? [] : ["a NAV sync that is no sync"]),
    ...(outputAmountBase <= inputAmountBase && outputAmountBase * 100n >= inputAmountBase * 95n
      ? []
      : [`a sync of ${inputAmountBase} that pays out ${outputAmountBase}`]),
    ...(inputAmountBase <= sync.perRunBase
      ? []
      : [`a sync of ${inputAmountBase}, more than the cap of a run`]),
    ...(already + inputAmountBase <= sync.perDayBase
      ? []
      : [`a sync of ${inputAmountBase} after ${already} in 24 hours, more than the cap of a day`]),
    ...judgeNavs(given),
    ...(prepared.atMs - lastMs >= FILL_MS
      ? []
      : ["a sync while the last one may still be on its way"]),
  ];
}

/** As every sync of a history is created. */
const THRESHOLD_BPS = 200n;
/**
 * Of an operator who has set nothing (decision D47 and the settings' own table in docs/api.md): 1%
 * of what the vault is worth.
 */
const TOLERANCE_BPS = 100n;
const WHOLE_BPS = 10_000n;

/**
 * By the chains' own figures: it moves no more than the operator's sync tolerance, and NAVs were
 * further apart than the threshold at some time since the run began. A node that lies or lags shows
 * other figures, by which nothing is judged.
 */
function judgeNavs({ chain, other, sync, deposit, activity, measured, lies }: Given): string[] {
  const { built, looked } = measured.get(`${activity.id}/${sync.vault}`) ?? {};
  const isBlurred = lies.has("wrong NAV") || activity.faults.some(({ kind }) => kind === "stale");
  if (other === undefined || looked === undefined || isBlurred) return [];
  const total = navOf(chain.chainId, looked.state, sync.vault).total;
  const since = (of: SimChain) => {
    const started =
      of.head() - Math.ceil((of.timeOf(of.head()) - activity.startedMs) / of.shape.blockMs) - 2;
    return [of.stateAt(started), of.stateAt(of.head())].map(
      (state) => navOf(of.chainId, state, sync.vault).unit,
    );
  };
  const here = [
    ...since(chain),
    ...[built, looked].flatMap((sight) =>
      sight === undefined ? [] : [unitAt(chain, sync, sight)],
    ),
  ];
  const [high, low] = [here.reduce(larger), since(other).reduce(smaller)];
  return [
    ...(deposit.inputAmountBase * WHOLE_BPS <= total * TOLERANCE_BPS
      ? []
      : [`a sync of ${deposit.inputAmountBase}, more than the tolerance of a vault of ${total}`]),
    ...((high - low) * WHOLE_BPS > low * THRESHOLD_BPS
      ? []
      : [`a sync although NAVs were ${high} and ${low}`]),
  ];
}

const unitAt = ({ chainId }: SimChain, { vault }: AskedSync, { state }: Sight): bigint =>
  navOf(chainId, state, vault).unit;
