import type { Address } from "viem";
import { callDifferences } from "../../calldata/check-call.ts";
import { decodeOwnerCall } from "../../calldata/decode-owner-call.ts";
import type { ChainAddresses } from "../../chain/addresses.ts";
import { oraclePoolKey } from "../../chain/oracle-reads.ts";
import type { RpcOutcome } from "../../chain/rpc-call.ts";
import type { OwnerCall, OwnerPlan } from "../../kinds/plan.ts";
import { isNative } from "../../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../../lib/verdict.ts";

type Known = Exclude<OwnerCall, { kind: "unknown" }>;
type Places = { vault: Address; addresses: ChainAddresses };

type JudgedSteps = { calls: readonly Known[]; measured: boolean };

/** An approval and its reset, a purchase; an epoch's end and what follows it. */
const MAX_STEPS = 6;

/**
 * Holds each step's destination and bytes against its rules. Refuses with calldata_rejected: a
 * defect here, which no caller can mend.
 */
export function judgeOwnerSteps(
  { steps, sender }: OwnerPlan,
  { vault, addresses }: Places,
): Verdict<JudgedSteps> {
  if (steps.length === 0 || steps.length > MAX_STEPS)
    return rejected(`it has ${steps.length} transactions`);
  const places = { vault, ...addresses };
  const calls: Known[] = [];
  for (const [index, { to, data, expected }] of steps.entries()) {
    const call = decodeOwnerCall(to, data, places);
    if (call.kind === "unknown") return rejected(`transaction ${index + 1}: ${call.reason}`);
    const [difference] = callDifferences(expected, call);
    if (difference !== undefined)
      return rejected(`transaction ${index + 1}: its ${difference.field} differs`, difference);
    calls.push(call);
  }
  for (const [index, call] of calls.entries()) {
    const rule = ownerCallRule(call);
    const fault = rule.fault?.(call, { calls, index, sender, vault, oracle: addresses.oracle });
    if (fault !== undefined) return rejected(`transaction ${index + 1} (${call.kind}) ${fault}`);
    if (rule.valueWei === undefined && steps[index]?.valueWei !== 0n)
      return rejected(
        `transaction ${index + 1} (${call.kind}) takes no native coin, and some is sent with it`,
      );
  }
  return allow({
    calls,
    measured: calls.some((call) => ownerCallRule(call).vault !== "untouched"),
  });
}

const rejected = (why: string, details?: Refusal["details"]) =>
  refuse(
    "calldata_rejected",
    `What was built does not mean what was requested (${why}). Nothing is returned for ` +
      "signing; please report this.",
    details,
  );

/**
 * The vault's token, the sent coin and the sender's balance. Refuses with calldata_rejected,
 * insufficient_balance or rpc_unavailable.
 */
export function judgeOwnerValues(
  { steps }: OwnerPlan,
  { calls }: JudgedSteps,
  { baseToken, balanceWei }: { baseToken: Address | undefined; balanceWei: RpcOutcome<bigint> },
): Verdict {
  for (const [index, call] of calls.entries()) {
    const rule = ownerCallRule(call);
    const token = rule.token?.(call);
    if (token !== undefined && token !== baseToken)
      return foreign(index, "is about a token that the vault is not bought with");
    const valueWei = baseToken === undefined ? 0n : (rule.valueWei?.(call, baseToken) ?? 0n);
    if (steps[index]?.valueWei !== valueWei)
      return foreign(index, "sends another amount of native coin than it takes");
  }
  if (!balanceWei.ok)
    return refuse(
      "rpc_unavailable",
      "Your wallet's balance could not be read. Nothing was built; please try again.",
    );
  const neededWei = steps.reduce((sum, { valueWei }) => sum + valueWei, 0n);
  if (neededWei <= balanceWei.value) return allow(undefined);
  return refuse(
    "insufficient_balance",
    "Your wallet holds too little of the chain's coin for this. Lower the amount.",
    {
      neededWei: neededWei.toString(),
      balanceWei: balanceWei.value.toString(),
    },
  );
}

const foreign = (index: number, why: string) =>
  refuse(
    "calldata_rejected",
    `What was built does not mean what was requested (transaction ${index + 1} ${why}). ` +
      "Nothing is returned for signing; please report this.",
  );

type Kind = Known["kind"];
type OfKind<K extends Kind> = Extract<OwnerCall, { kind: K }>;

type OwnerCallPlace = {
  calls: readonly OwnerCall[];
  index: number;
  sender: Address;
  vault: Address;
  oracle: Address | null;
};

type OwnerCallRule<C extends OwnerCall = Known> = {
  /**
   * The NAV Shield measures "in" and "out"; "out" not against the 24-hour high, which would lock
   * holders in (decision D22).
   */
  vault: "untouched" | "in" | "out";
  /** Native coin sent along, in wei; absent: none. */
  valueWei?(call: C, baseToken: Address): bigint;
  /** Has to be the vault's base token. */
  token?(call: C): Address;
  /** A fault of its place in the plan, as the end of a sentence. */
  fault?(call: C, place: OwnerCallPlace): string | undefined;
};

const ownerCallRule = (call: Known): OwnerCallRule =>
  // Safe: looked up by the call's own kind.
  RULES[call.kind] as OwnerCallRule;

const RULES: { readonly [K in Kind]: OwnerCallRule<OfKind<K>> } = {
  createPool: { vault: "untouched" },
  approve: { vault: "in", token: ({ token }) => token, fault: faultOfApproval },
  mint: {
    vault: "in",
    valueWei: ({ amountInBase }, baseToken) => (isNative(baseToken) ? amountInBase : 0n),
    fault: ({ recipient, minOutBase }, { sender }) => {
      if (recipient !== sender)
        return "gives the vault's tokens to another account than the one that pays";
      return minOutBase === 0n ? "accepts nothing at all for the payment" : undefined;
    },
  },
  burn: {
    vault: "out",
    fault: ({ minOutBase }) =>
      minOutBase === 0n ? "accepts nothing at all for the vault's tokens" : undefined,
  },
  endEpoch: { vault: "untouched" },
  finalizePool: { vault: "untouched" },
  initializePool: { vault: "untouched" },
  widenOracle: {
    vault: "untouched",
    fault: ({ pool }, { oracle }) =>
      oracle !== null && callDifferences(oraclePoolKey(oracle, pool.currency1), pool).length === 0
        ? undefined
        : "is about a pool that is not the oracle's own",
  },
};

/**
 * For the vault alone, exactly for the purchase behind it. A reset to 0 may come first: some tokens
 * (USDT) refuse another approval before.
 */
function faultOfApproval(
  { token, spender, amountBase }: OfKind<"approve">,
  { calls, index, vault }: OwnerCallPlace,
): string | undefined {
  if (spender !== vault) return "lets another account than the vault take the token";
  const next = calls[index + 1];
  const isReset =
    amountBase === 0n && next?.kind === "approve" && next.token === token && next.amountBase > 0n;
  const isNeeded = next?.kind === "mint" && next.amountInBase === amountBase && amountBase > 0n;
  return isReset || isNeeded ? undefined : "is not for exactly what the purchase behind it takes";
}
