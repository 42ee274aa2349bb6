import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { carriesProof } from "../auth/parse-credentials.ts";
import { parseChain } from "../chain/parse-chain.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { ACCESS, type Tool, type ToolContext } from "../tools/tool.ts";
import { isForAnySigner } from "./audit-refused.ts";
import { requireOwner } from "./require-owner.ts";
import type { ToolRequest } from "./tool-request.ts";

/** Refuses missing credentials before anything is read. */
export function requireIdentity(ctx: ToolContext, tool: Tool): void {
  if (ctx.operator !== undefined) return;
  if (ACCESS[tool.access].needsSignature) {
    throw new AppError(
      "auth_required",
      `${tool.name} needs operator authentication: send operatorAddress, authSignature and ` +
        "authTimestamp.",
    );
  }
  if (tool.effect === "transaction" && ctx.executionMode === "delegated") {
    throw new AppError(
      "auth_required",
      "Delegated execution needs operator authentication: operatorAddress, authSignature and " +
        "authTimestamp.",
    );
  }
}

export const signatureNeeded = ({ name }: Tool): AppError =>
  new AppError(
    "auth_required",
    `Nothing was changed: ${name} needs your wallet's signature. Send it with ` +
      "operatorAddress, authSignature and authTimestamp.",
  );

export const notServed = ({ name, chain }: Tool): AppError =>
  new AppError(
    "chain_not_supported",
    `${name} is not served here: it acts on chain ${chain}, which this deployment does not ` +
      "serve. GET /api/tools says which tools are (served).",
    { details: { tool: name, chainId: chain ?? null } },
  );

/** Checks ownership; for any signer only the signature's form and that the vault is one. */
export async function authorized(ctx: ToolContext, tool: Tool): Promise<void> {
  if (tool.access === "anonymous" && ctx.operator === undefined) return;
  if (!isForAnySigner(tool)) return requireOwner(ctx);
  const [owner] = await Promise.all([
    ACCESS[tool.access].needsVault ? ctx.owner() : undefined,
    ctx.stored(),
  ]);
  if (owner !== undefined) unwrap(owner);
}

/** Chain of the venue, else of `chain` or `sourceChain`. */
export function chainOf(tool: Tool, input: Record<string, unknown>, fallback: ChainId): ChainId {
  if (tool.chain !== undefined) return tool.chain;
  const named = input.chain ?? input.sourceChain;
  return typeof named === "string"
    ? unwrap(parseChain(named, { withVenues: tool.alsoOnVenues === true }))
    : fallback;
}

/** The vault of a call; undefined where it needs none. */
export function vaultOf(
  deps: Deps,
  { tool, vaultAddress, caller }: ToolRequest,
): Address | undefined {
  if (vaultAddress !== undefined) return unwrap(normalizeAddress(vaultAddress));
  const isOutside = caller.kind === "outside";
  const isOwners =
    isOutside && carriesProof(deps, caller.credentials) && !ACCESS[tool.access].needsSignature;
  const needed = ACCESS[tool.access].needsVault || !isOutside || isOwners;
  if (needed)
    throw new AppError(
      "invalid_request",
      "The request is not valid. vaultAddress: this call needs a vault address.",
    );
  return undefined;
}
