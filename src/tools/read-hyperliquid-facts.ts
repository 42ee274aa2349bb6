import { HYPERLIQUID_WIRE, type HyperliquidCall } from "../calldata/hyperliquid-call.ts";
import { accountReads } from "../chain/account-reads.ts";
import { authorityReads } from "../chain/registry-reads.ts";
import { coreReads } from "../hyperliquid/core-reads.ts";
import { encodeCall } from "../hyperliquid/encode-call.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import type { CallPlan } from "../kinds/plan.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { callFacts } from "./call-facts.ts";
import { refusalOfAdapter } from "./refusal-of-adapter.ts";
import type { ToolContext } from "./tool.ts";

type HyperliquidFacts = {
  facts: CallFacts;
  /** The venue has an account of the vault. */
  exists: boolean;
  /** On chain 999, 6 decimals, and in the spot account, 8. */
  usdcBase: bigint;
  spotE8: bigint;
};

/**
 * Reads in one request. Refuses with adapter_absent, rpc_unavailable, and perp_action_forbidden for
 * an action before the first deposit, which the core would drop in silence.
 */
export async function readHyperliquidFacts(
  ctx: ToolContext,
  method: "deposit" | "sendRawAction",
): Promise<Verdict<HyperliquidFacts>> {
  const { vault } = ctx;
  const chain = ctx.deps.chain(ctx.chainId);
  const { authority, usdc } = chain.addresses;
  const selector = HYPERLIQUID_WIRE.selectors[method];
  const [facts, [adapter, exists, usdcBase, spotE8]] = await Promise.all([
    callFacts(ctx),
    chain.rpc.send([
      authorityReads.applicationAdapter(authority, selector),
      coreReads.exists(vault),
      accountReads.balance(usdc, vault),
      coreReads.spotUsdcE8(vault),
    ]),
  ]);
  const absent = refusalOfAdapter(ctx, adapter, { venue: "Hyperliquid", selector });
  if (absent !== undefined) return absent;
  if (!facts.ok) return facts;
  if (!adapter.ok || !exists.ok || !usdcBase.ok || !spotE8.ok)
    return refuse(
      "rpc_unavailable",
      "The venue could not be read from its chain. Nothing was built; please try again.",
    );
  if (!exists.value && method === "sendRawAction")
    return refuse(
      "perp_action_forbidden",
      "The vault has no account at Hyperliquid yet, so its actions would be dropped. Deposit " +
        "USDC there first.",
      { vault },
    );
  return allow({
    facts: facts.value,
    exists: exists.value,
    usdcBase: usdcBase.value,
    spotE8: spotE8.value,
  });
}

type Told = {
  description: string;
  lines: readonly string[];
  suggestions?: string[];
  data: Record<string, unknown>;
};

/** Plan whose effect comes later and elsewhere: every answer says that mined is not taken up. */
export function hyperliquidPlan(
  call: HyperliquidCall,
  { facts }: HyperliquidFacts,
  { description, lines, suggestions, data }: Told,
): Verdict<CallPlan> {
  const answerData = {
    perpB: { action: call.kind.slice(2, 3).toLowerCase() + call.kind.slice(3), ...data },
  };
  return allow({
    kind: "call",
    data: encodeCall(call),
    expected: call,
    description,
    message: [`${description}.`, ...lines].join("\n"),
    swap: null,
    facts,
    ...(suggestions !== undefined && { suggestions }),
    answerData,
    later: {
      message: [
        `Mined, not carried out yet: ${description}.`,
        ...lines,
        "The venue takes it up within seconds, or drops it without a word: look at the positions.",
      ].join("\n"),
      data: answerData,
    },
  });
}
