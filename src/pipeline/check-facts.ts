import type { Address } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { DelegationRecord } from "../../schemas/delegation-record.ts";
import type { GasFees } from "../fees/plan-fees.ts";
import type { CallContext } from "../kinds/call-context.ts";
import type { OraclePools } from "../kinds/chain-facts.ts";
import type { Check, Checked } from "../kinds/check.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { NavFigures, NavShieldResult, ShieldFigures } from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { NavEffect } from "../shields/judge-stated-move.ts";
import type { VenuePrices } from "../shields/venue-value.ts";
import type { OracleWindows } from "../vaults/judge-oracle-windows.ts";
import type { Built, BuiltSwap } from "./build-swap.ts";
import type { RaisedLoss } from "./held-loss.ts";
import type { JudgedCall } from "./judge-call.ts";
import type { MeasuredCall } from "./measure-call.ts";
import type { BroadcastFacts, PreparedCall } from "./prepared-call.ts";
import type { pricedBy } from "./priced-by.ts";
import type { SwapValues } from "./read-swap-values.ts";
import type { PreBroadcastCheck } from "./simulate-at-broadcast.ts";
import type { Simulation } from "./simulate-call.ts";
import type { JudgedLimits } from "./spend-of-call.ts";

/** By name: what was read for a stage, and what a check gives to those behind it. */
export type CheckFacts = {
  ctx: ExecutionContext;
  plan: SwapPlan | CallPlan;
  /** Of a call of the vault's own: what its bytes were found to be. */
  decoded: Verdict<JudgedCall>;
  /** Given: what is prepared. */
  subject: SwapPlan | JudgedCall;
  /** A way out (kinds/call-rule.ts, lowersRisk). */
  isExit: boolean;
  /** It may not be sent where the oracle's prices are means over too short a time. */
  needsWindows: boolean;
  priced: ReturnType<typeof pricedBy>;
  /** Tokens whose oracle prices decide. */
  deciding: readonly Address[];
  /** Over how long those prices are means; of a way out nothing has to be known of it. */
  windows: OracleWindows;
  /** Of a swap's own two tokens, told with its shield. */
  swapWindowSec: number | null;
  swapShield: ShieldFigures["swapShield"];

  // Read once the call is built.
  /** Of a swap: what its venue wrote, as it was read back. */
  written: Verdict<BuiltSwap>;
  stored: CallContext;
  agent: Address | undefined;
  /** Given. */
  built: Built;

  // Read at the block of the simulation.
  /** The oracle's pools, all that decide. */
  pools: OraclePools;
  prices: VenuePrices;
  simulation: Simulation;
  values: SwapValues | null;
  /** What the call's own check says, over what it reads by itself. */
  checked: Checked;
  /** What it moves to another chain, and what counts against the limits: read, and refused where it could not be. */
  effectRead: Verdict<NavEffect>;
  spendRead: Verdict<JudgedLimits | undefined>;
  /** What the NAV is held against, here and right before it is sent. */
  measured: MeasuredCall;
  /** Given. */
  spend: JudgedLimits | undefined;
  run: { gasUnits: bigint; senderBalanceWei: bigint; senderNonce: number };
  bounded: Extract<Checked, { ok: true }>["value"];
  effect: NavEffect;
  nav: NavFigures | null;
  swap: AttemptSwap | null;

  // Of a delegated call that is prepared.
  call: PreparedCall;
  /** Of a trade in the oracle's own pool: whether its hour is free, claimed in the store. */
  hour: Verdict;
  /** The vault's delegation; null: there is none. */
  recorded: DelegationRecord | null;
  /** The address of the record's key. */
  signer: Address;
  nonce: number;
  /** Given. */
  delegation: DelegationRecord;
  fees: GasFees;

  // Answered by the script that writes it down.
  intentWritten: Verdict<unknown>;

  // Read right before it is sent.
  look: PreBroadcastCheck;
  effectNowRead: Verdict<NavEffect>;
  /** The call's own check once more; undefined: that does not bound it. */
  rechecked: Verdict<unknown> | undefined;
  broadcast: BroadcastFacts;
  /** Given. */
  effectNow: NavEffect;
  navNow: NavShieldResult | null;
  /** What the loss budget says to a loss that is larger than what it holds. */
  raised: RaisedLoss;
};

/** A check of what a call must pass. */
export type CallCheck = Check<CheckFacts>;
