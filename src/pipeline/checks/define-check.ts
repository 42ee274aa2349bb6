import type { Address } from "viem";
import type { AttemptSwap } from "../../../schemas/calls/attempt.ts";
import type { DelegationRecord } from "../../../schemas/vaults/delegation-record.ts";
import type { GasFees } from "../../fees/plan-fees.ts";
import type { CallContext } from "../../kinds/call-context.ts";
import type { OraclePools } from "../../kinds/chain-facts.ts";
import type { Check, Checked, Judged } from "../../kinds/check.ts";
import type { ExecutionContext } from "../../kinds/execution-context.ts";
import type { NavFigures, NavShieldResult, ShieldFigures } from "../../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../../kinds/plan.ts";
import { allow, type Verdict } from "../../lib/verdict.ts";
import type { NavEffect } from "../../shields/judge-stated-move.ts";
import type { VenuePrices } from "../../shields/venue-value.ts";
import type { OracleWindows } from "../../vaults/judge-oracle-windows.ts";
import type { BuiltSwap } from "../build-swap.ts";
import type { Built } from "../built-swap.ts";
import type { MeasuredCall } from "../facts/measure-call.ts";
import type { pricedBy } from "../facts/priced-by.ts";
import type { SwapValues } from "../facts/read-swap-values.ts";
import type { BroadcastFacts, PreparedCall } from "../prepared-call.ts";
import type { PreBroadcastCheck, Simulation } from "../simulate-call.ts";
import type { RaisedLoss } from "./held-loss.ts";
import type { JudgedCall } from "./judge-call.ts";
import type { JudgedLimits } from "./spend-of-call.ts";

type Given<N extends keyof CheckFacts> = Partial<CheckFacts> & Pick<CheckFacts, N>;

type Declared<N extends keyof CheckFacts> = Pick<CallCheck, "name" | "stage"> & {
  appliesTo?: CallCheck["appliesTo"];
  needs: readonly N[];
  judge(facts: Given<N>): Verdict<Judged<CheckFacts>>;
};

/** Types a check's `judge` by its `needs`. */
export const defineCheck = <N extends keyof CheckFacts>({
  appliesTo,
  ...check
}: Declared<N>): CallCheck => ({
  ...check,
  appliesTo: appliesTo ?? (() => true),
});

/** Gives nothing on. */
export const passed = (verdict: Verdict<unknown>): Verdict<Judged<CheckFacts>> =>
  verdict.ok ? allow({}) : verdict;

/** Gives a read on as the fact `name`. */
export const given = <N extends keyof CheckFacts>(
  name: N,
  read: Verdict<CheckFacts[N]>,
): Verdict<Judged<CheckFacts>> =>
  // Safe: the key is `name`.
  read.ok ? allow({ gives: { [name]: read.value } as Pick<CheckFacts, N> }) : read;

/** Facts by name: read for a stage, or ("Given") by a check for those behind it. */
export type CheckFacts = {
  grantRead: Verdict<string | undefined>;
  // Given.
  granted: string;

  ctx: ExecutionContext;
  plan: SwapPlan | CallPlan;
  decoded: Verdict<JudgedCall>;
  // Given.
  subject: SwapPlan | JudgedCall;
  /** A way out (kinds/protocol.ts, lowersRisk). */
  isExit: boolean;
  needsWindows: boolean;
  priced: ReturnType<typeof pricedBy>;
  /** Tokens whose oracle prices decide. */
  deciding: readonly Address[];
  windows: OracleWindows;
  swapWindowSec: number | null;
  swapShield: ShieldFigures["swapShield"];

  // Read once the call is built.
  written: Verdict<BuiltSwap>;
  stored: CallContext;
  agent: Address | undefined;
  // Given.
  built: Built;

  // Read at the block of the simulation.
  pools: OraclePools;
  prices: VenuePrices;
  simulation: Simulation;
  values: SwapValues | null;
  checked: Checked;
  effectRead: Verdict<NavEffect>;
  spendRead: Verdict<JudgedLimits | undefined>;
  measured: MeasuredCall;
  // Given.
  spend: JudgedLimits | undefined;
  run: { gasUnits: bigint; senderBalanceWei: bigint; senderNonce: number };
  bounded: Extract<Checked, { ok: true }>["value"];
  effect: NavEffect;
  nav: NavFigures | null;
  swap: AttemptSwap | null;

  // For a prepared delegated call.
  call: PreparedCall;
  /** The store's claim of the hour, for a trade in the oracle's own pool. */
  hour: Verdict;
  recorded: DelegationRecord | null;
  signer: Address;
  nonce: number;
  // Given.
  delegation: DelegationRecord;
  fees: GasFees;

  // Answered by the script that writes it down.
  intentWritten: Verdict<unknown>;

  // Read right before sending.
  look: PreBroadcastCheck;
  effectNowRead: Verdict<NavEffect>;
  rechecked: Verdict<unknown> | undefined;
  broadcast: BroadcastFacts;
  // Given.
  effectNow: NavEffect;
  navNow: NavShieldResult | null;
  raised: RaisedLoss;
};

/** A check over the pipeline's facts. */
export type CallCheck = Check<CheckFacts>;
