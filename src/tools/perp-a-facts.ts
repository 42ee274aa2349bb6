import { encodeGmxCall, type GmxCall } from "../calldata/gmx-call.ts";
import { authorityReads } from "../chain/registry-reads.ts";
import { gmxApi } from "../gmx/gmx.ts";
import { keeperFee } from "../gmx/keeper-fee.ts";
import { type GmxAccount, readGmxAccount } from "../gmx/read-gmx-account.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { callFacts } from "./call-facts.ts";
import { refusalOfAdapter } from "./refusal-of-adapter.ts";
import type { ToolContext } from "./tool.ts";

type PerpAFacts = { account: GmxAccount; facts: CallFacts };

/** One adapter has all the vaults' methods for GMX (docs/facts/gmx.md). */
const CREATE_INCREASE_ORDER = "0x13b4312f";

/**
 * Reads the vault's account. `onChain` never asks GMX's API; `orChain` does without it where it is
 * silent.
 */
export async function perpAFacts(
  ctx: ToolContext,
  { onChain = false, orChain = false } = {},
): Promise<Verdict<PerpAFacts>> {
  const { deps, vault } = ctx;
  const chain = deps.chain(ctx.chainId);
  const [[adapter], facts, account] = await Promise.all([
    chain.rpc.send([
      authorityReads.applicationAdapter(chain.addresses.authority, CREATE_INCREASE_ORDER),
    ]),
    callFacts(ctx),
    readGmxAccount({
      chain,
      gmx: onChain ? undefined : deps.api(gmxApi),
      vault,
      ...(orChain && { orChain }),
    }),
  ]);
  const absent = refusalOfAdapter(ctx, adapter, { venue: "GMX", selector: CREATE_INCREASE_ORDER });
  if (absent !== undefined) return absent;
  if (!facts.ok) return facts;
  return account.ok ? allow({ account: account.value, facts: facts.value }) : account;
}

type Wanted = {
  call: GmxCall;
  description: string;
  lines?: readonly string[];
  suggestions?: string[];
  answer: Record<string, unknown>;
};

/** Plan of a call, with the keeper's fee at the gas price of now where one is paid. */
export function perpAPlan(
  { account, facts }: PerpAFacts,
  { call, description, lines = [], suggestions, answer }: Wanted,
): Verdict<CallPlan> {
  const pays =
    call.kind === "gmxDecrease"
      ? "decrease"
      : call.kind === "gmxIncrease" || call.kind === "gmxUpdate"
        ? "increase"
        : undefined;
  const feeWei =
    pays && keeperFee.gas(account.gas, pays) * (facts.block.baseFeePerGas + facts.tipWei);
  return allow({
    kind: "call",
    data: encodeGmxCall(call),
    expected: call,
    description,
    message: [`${description}.`, ...lines].join("\n"),
    swap: null,
    facts,
    measured: { baseToken: account.baseToken, pools: new Map() },
    ...(suggestions !== undefined && { suggestions }),
    answerData: {
      perpA: { ...answer, ...(feeWei !== undefined && { keeperFeeWei: feeWei.toString() }) },
    },
  });
}
