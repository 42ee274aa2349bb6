import { type Address, zeroAddress } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { identifyAgent } from "../auth/identify-agent.ts";
import { identifyOperator, unboundRefused } from "../auth/identify-operator.ts";
import { hasCredentials } from "../auth/parse-credentials.ts";
import { readVaultOwner } from "../auth/read-vault-owner.ts";
import { requireGrant } from "../auth/require-grant.ts";
import type { Actor } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { loadPairing } from "../store/pairing/load-pairing.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { ToolRequest } from "./tool-request.ts";

type Request = Pick<
  ToolRequest,
  "caller" | "executionMode" | "withoutDelegation" | "slippageBps" | "names" | "freeVenues"
> & {
  /** Absent where an operation is decided; its record names the tool. */
  tool?: ToolRequest["tool"];
  chainId: ChainId;
  vault: Address | undefined;
};

/**
 * Identifies the caller (401 comes from here) and shares two reads, each started at most once. run-
 * tool.ts judges ownership.
 */
export async function createToolContext(
  deps: Deps,
  requestId: string,
  request: Request,
): Promise<ToolContext> {
  const { chainId, caller } = request;
  const vault = request.vault ?? zeroAddress;
  if (deps.grant !== undefined && caller.kind === "signed")
    throw new Error("no grant's call was signed by its owner");
  const isAgents = deps.grant !== undefined && caller.kind === "outside";
  const by = isAgents ? unwrap(await identifyAgent(deps, caller.credentials)) : undefined;
  const signer = by === undefined ? await identify(deps, request) : undefined;
  const stored = once(async (): Promise<CallContext> => {
    const operator = signer?.operator === undefined ? {} : { operator: signer.operator };
    const call = { nowMs: deps.clock.nowMs(), chainId, vault, by, ...operator };
    const [context] = await Promise.all([
      loadCallContext.run(deps.redis, deps.keys, call),
      caller.kind === "paired" &&
        request.tool?.effect !== "read" &&
        requirePairing(deps, caller, request),
    ]);
    if (signer?.form === "plain" && context.boundSeen)
      throw AppError.fromRefusal(unboundRefused(deps));
    return context;
  });
  // The grant's owner keys everything kept per operator, so it comes first.
  const grant =
    signer === undefined
      ? requireGrant(await stored(), grantedFor(request), deps.grant)
      : undefined;
  const identity: Identity = signer ?? operatorIdentity(grant?.owner);
  return {
    deps,
    requestId,
    actor: identity.actor,
    operator: identity.operator,
    grant,
    signedForm: identity.form,
    chainId,
    vault,
    stored,
    owner: once(() => readVaultOwner(deps, chainId, vault, identity.operator)),
    executionMode: (await isUndelegated(request, identity, stored))
      ? "manual"
      : request.executionMode,
    // Slippage is a setting, and so the owner's.
    slippageBps: grant === undefined ? request.slippageBps : undefined,
    names: request.names,
    freeVenues: request.freeVenues,
    amountBase: caller.kind === "paired" ? caller.amountBase : undefined,
    bounds: caller.kind === "paired" ? caller.bounds : undefined,
  };
}

/** True for a delegated transaction that its caller also takes unsigned. */
async function isUndelegated(
  { tool, executionMode, withoutDelegation }: Request,
  { operator }: Identity,
  stored: () => Promise<CallContext>,
): Promise<boolean> {
  const isAsked =
    withoutDelegation === "unsigned" &&
    executionMode === "delegated" &&
    tool?.effect === "transaction";
  if (!isAsked || operator === undefined) return false;
  return (await stored()).delegation?.enabled !== true;
}

/** Deciding an operation calls no tool, and no grant may. */
const grantedFor = ({ tool }: Request) => ({
  leastScope: tool?.leastScope ?? ("owner" as const),
  tool: tool?.name,
});

const operatorIdentity = (operator: Address | undefined): Identity =>
  operator === undefined
    ? { actor: { kind: "anonymous" }, operator }
    : { actor: { kind: "operator", operator }, operator };

type Identity = { actor: Actor; operator: Address | undefined; form?: "plain" | "bound" };

async function identify(deps: Deps, { caller, chainId }: Request): Promise<Identity> {
  if (caller.kind !== "outside") return operatorIdentity(caller.operator);
  if (!hasCredentials(caller.credentials)) return operatorIdentity(undefined);
  const { address, form } = unwrap(await identifyOperator(deps, caller.credentials, chainId));
  return { ...operatorIdentity(address), form };
}

/**
 * Checks the pairing for this vault and chain again: it may have ended, and a card may be of
 * another. Reads checked it at their start.
 */
async function requirePairing(
  deps: Deps,
  { operator, channel, chatId }: Extract<Request["caller"], { kind: "paired" }>,
  { chainId, vault }: Pick<Request, "chainId" | "vault">,
) {
  const { operators, vaults } = await loadPairing.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    channel,
    chatId,
  });
  const by = lowerHex(operator);
  if (!operators.includes(by))
    throw new AppError(
      "unauthorized",
      "This chat does not speak for the vault's operator any more. Nothing was done.",
    );
  if (vault === undefined) return;
  const its = vaults.some(
    (one) => one.operator === by && one.chainId === chainId && one.vault === lowerHex(vault),
  );
  if (!its)
    throw new AppError(
      "unauthorized",
      "This chat does not speak for that vault on that chain. Nothing was done.",
    );
}

/** Shares one answer, read when it is first wanted. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => {
    started ??= read();
    return started;
  };
}
