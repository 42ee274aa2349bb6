import { type Address, numberToHex, zeroAddress } from "viem";
import { type ChainId, DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import type { ReadinessStep } from "../../schemas/readiness.ts";
import { operatorMessage } from "../auth/operator-message.ts";
import { chainOf } from "../chain-of.ts";
import type { DelegationScope } from "../delegation/delegable-selectors.ts";
import { type DelegationOnChain, diffSelectors } from "../delegation/read-delegation.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { SuggestedLimits } from "../settings/suggest-limits.ts";

/** Facts for a verified owner. `tradeWei` is the gas of one trade now. */
export type ReadinessFacts = {
  agent: Address;
  onChain: DelegationOnChain;
  stored: Pick<CallContext, "delegation" | "frozen" | "limits" | "settings">;
  tradeWei: bigint;
  suggested: SuggestedLimits | undefined;
};
type About = {
  product: string;
  chainId: ChainId;
  /** The zero address where none was named. */
  vault: Address;
  scopes: readonly DelegationScope[];
};

/** Proposed funding of the agent wallet, in trades. */
const FUNDED_TRADES = 20n;

/** Steps in their order. Without `facts`, before any signature, all but the first are unknown. */
export function readinessSteps(about: About, facts: ReadinessFacts | undefined): ReadinessStep[] {
  return [
    signature(about, facts),
    delegation(about, facts),
    coin(about, facts),
    limits(about, facts),
    mode(about, facts),
    unfrozen(about, facts),
  ];
}

type Make = (about: About, facts: ReadinessFacts | undefined) => ReadinessStep;

const signature: Make = ({ product }, facts) =>
  facts !== undefined
    ? {
        step: "signature",
        state: "ok",
        required: true,
        message: "The vault's owner has signed this request.",
      }
    : {
        step: "signature",
        state: "missing",
        required: true,
        message:
          "Sign this text with the vault's owner and send the headers X-Operator-Address, " +
          "X-Auth-Signature and X-Auth-Timestamp; bodies take operatorAddress, authSignature " +
          "and authTimestamp.",
        sign: operatorMessage(product, { kind: "bound", timestampMs: "<authTimestamp>" }),
      };

const delegation: Make = (about, facts) => {
  const step = { step: "delegation", required: true } as const;
  const setup = call("/api/delegation/setup", { ...named(about), scopes: about.scopes });
  if (facts === undefined)
    return {
      ...step,
      state: "unknown",
      message: `The owner delegates trading to the agent wallet.`,
      call: setup,
    };
  const { agent, onChain, stored } = facts;
  const { name } = chainOf(about.chainId);
  const missing = diffSelectors(onChain.granted, onChain.available).plus;
  if (onChain.available.length === 0)
    return {
      ...step,
      state: "missing",
      message: `The vaults of ${name} offer nothing that could be delegated.`,
    };
  if (missing.length > 0)
    return {
      ...step,
      state: "missing",
      call: setup,
      message:
        `The vault has not delegated ${missing.join(", ")} to its agent wallet ${agent} on ` +
        `${name}: the owner sends the transaction that this call answers, then confirms it.`,
    };
  const { delegation: record } = stored;
  const isRecorded =
    record?.enabled === true && onChain.available.every((one) => record.selectors.includes(one));
  return isRecorded
    ? { ...step, state: "ok", message: `Delegated on ${name} and confirmed.` }
    : {
        ...step,
        state: "missing",
        call: call("/api/delegation/confirm", named(about)),
        message: `The chain has the delegation, and the service has not confirmed it.`,
      };
};

const coin: Make = ({ chainId }, facts) => {
  const { nativeCoin: native, name } = chainOf(chainId);
  const step = { step: "coin", required: true } as const;
  if (facts === undefined)
    return { ...step, state: "unknown", message: `The agent wallet pays gas in ${native}.` };
  const { agent, tradeWei, onChain } = facts;
  const has =
    `The agent wallet ${agent} has ${formatUnits(onChain.agentBalanceWei, 18)} ${native} on ` +
    `${name}`;
  if (onChain.agentBalanceWei >= tradeWei) return { ...step, state: "ok", message: `${has}.` };
  const value = tradeWei * FUNDED_TRADES;
  return {
    ...step,
    state: "missing",
    transaction: { chainId, to: agent, value: numberToHex(value), data: "0x" },
    message:
      `${has}, and a trade may cost ${formatUnits(tradeWei, 18)} now: send it ` +
      `${formatUnits(value, 18)}, enough for ${FUNDED_TRADES}.`,
  };
};

const mode: Make = (about, facts) => {
  const step = { step: "mode", required: false } as const;
  // The mode holds for all chains; its route takes only chains for trading.
  const chainId = chainOf(about.chainId).named === "by callers" ? about.chainId : DEFAULT_CHAIN_ID;
  const next = call("/api/settings/exec-mode", {
    ...named({ ...about, chainId }),
    mode: "autonomous",
  });
  const told =
    "In confirm mode each delegated trade waits for POST /api/operations/approve; in " +
    "autonomous mode none.";
  if (facts === undefined) return { ...step, state: "unknown", message: told, call: next };
  if (facts.stored.settings.execMode === "autonomous")
    return { ...step, state: "ok", message: "Autonomous: a delegated trade is sent at once." };
  return { ...step, state: "missing", message: `Confirm mode. ${told}`, call: next };
};

const limits: Make = (about, facts) => {
  const step = { step: "limits", required: false } as const;
  const told =
    "Set what the agent may give away per transaction and in 24 hours: nothing bounds it by " +
    "default.";
  if (facts === undefined) return { ...step, state: "unknown", message: `${told} ${SET_LIMITS}` };
  const { suggested, stored } = facts;
  if (stored.limits?.maxPerTransaction !== undefined && stored.limits.maxPerDay !== undefined)
    return { ...step, state: "ok", message: "There are limits per transaction and for 24 hours." };
  if (suggested === undefined) {
    const why = "The vault is empty, or its value cannot be read, so no amounts are proposed.";
    return { ...step, state: "missing", message: `${told} ${why} ${SET_LIMITS}` };
  }
  const { baseToken, ...proposed } = suggested;
  return {
    ...step,
    state: "missing",
    call: call("/api/settings/limits", { ...named(about), ...proposed }),
    message: `${told} The amounts are shares of what the vault holds, in ${baseToken}.`,
  };
};

const SET_LIMITS =
  "POST /api/settings/limits takes maxPerTransaction and maxPerDay, in the vault's base token.";

const unfrozen: Make = (about, facts) => {
  const step = { step: "unfrozen", required: true } as const;
  if (facts === undefined)
    return { ...step, state: "unknown", message: "A frozen vault sends nothing." };
  if (!facts.stored.frozen) return { ...step, state: "ok", message: "The vault is not frozen." };
  const { product, chainId, vault } = about;
  const action = { name: "unfreeze", chainId, vault } as const;
  return {
    ...step,
    state: "missing",
    call: call("/api/vault/unfreeze", named(about)),
    message:
      "The vault is frozen: nothing is sent until its owner lifts that with a fresh " +
      "signature of this text.",
    sign: operatorMessage(product, { kind: "action", timestampMs: "<authTimestamp>", action }),
  };
};

const call = (path: string, body: Record<string, unknown>) =>
  ({ method: "POST", path, body }) as const;
const named = ({ chainId, vault }: Pick<About, "chainId" | "vault">) =>
  vault === zeroAddress ? { chainId } : { vaultAddress: vault, chainId };
