import type { Address } from "viem";
import { type ChainId, DEFAULT_CHAIN_ID, everyChainId } from "../../schemas/chains.ts";
import { type OperatorCredentials, operatorCredentials } from "../../schemas/operator-auth.ts";
import { credentialHeaders } from "../auth/credential-headers.ts";
import { formByKey, identifyAction } from "../auth/identify-action.ts";
import { identifyAgent } from "../auth/identify-agent.ts";
import { identifyOperator } from "../auth/identify-operator.ts";
import { carriesProof } from "../auth/parse-credentials.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AgentOfGrant } from "../kinds/agent-of-grant.ts";
import { jsonObject } from "../lib/is-object.ts";
import { namedVault, normalizeAddress } from "../lib/normalize-address.ts";
import { parseInput } from "../parse-input.ts";
import type { RawRequest, Route } from "../route.ts";
import { guardFirstRead } from "./take-lookup.ts";

/**
 * `by`: an agent calls by a grant and stands for no operator; by a token it has no address.
 * `isOwner`: so seen by this isolate within a minute. `isPlain`: signed without a time, which is
 * refused once the other form was seen.
 */
export type SignedOperator = { isOwner: boolean; isPlain: boolean } & (
  | { operator: Address; by?: never }
  | { operator?: never; by: AgentOfGrant }
);

/**
 * The operator whose good signature a request carries, or null, for counting and idempotency; the
 * call judges ownership. Before a contract is asked, `beforeAsking` runs once, and its refusal is
 * thrown.
 */
export async function signedOperator(
  deps: Deps,
  route: Route,
  raw: RawRequest,
  beforeAsking?: () => Promise<void>,
): Promise<SignedOperator | null> {
  const given = route.method === "GET" ? givenByGet(route, raw) : jsonObject(raw.bodyText);
  const credentials = operatorCredentials.safeParse(given);
  if (!credentials.success || !carriesProof(deps, credentials.data)) return null;
  if (deps.grant !== undefined) {
    const agent = await identifyAgent(deps, credentials.data);
    return agent.ok ? { isOwner: false, isPlain: false, by: agent.value } : null;
  }
  const chain = everyChainId.safeParse(given.chainId ?? DEFAULT_CHAIN_ID);
  if (!chain.success) return null;
  const named = namedVault(given);
  const normal = typeof named === "string" ? normalizeAddress(named) : undefined;
  const vault = normal?.ok ? normal.value : undefined;
  const asking = beforeAsking === undefined ? deps : guardFirstRead(deps, beforeAsking);
  const claim = { credentials: credentials.data, chainId: chain.data, vault };
  const signer = await signerOf(asking, route, given, claim).catch(nobodyWithoutNode);
  if (signer === null) return null;
  const owner = deps.caches.owners.get(`${chain.data}:${vault}`, deps.clock.nowMs());
  return {
    operator: signer.address,
    isOwner: owner === signer.address,
    isPlain: signer.form === "plain",
  };
}

function nobodyWithoutNode(error: unknown): null {
  if (error instanceof AppError && error.code === "not_configured") return null;
  throw error;
}

type Claim = { credentials: OperatorCredentials; chainId: ChainId; vault: Address | undefined };

async function signerOf(
  deps: Deps,
  route: Route,
  given: Record<string, unknown>,
  { credentials, chainId, vault }: Claim,
): Promise<{ address: Address; form: string } | null> {
  const action =
    route.signedAction === undefined || vault === undefined
      ? undefined
      : {
          ...{ name: route.signedAction, chainId, vault, names: route.signedNames?.(given) },
          isEverywhere: route.signedEverywhere?.(given) === true,
        };
  const isOptional = route.signedAction === undefined || route.isActionOptional;
  if (
    isOptional &&
    (action === undefined || (await formByKey(deps, credentials, action)) !== "action")
  ) {
    const verified = await identifyOperator(deps, credentials, chainId);
    if (verified.ok) return verified.value;
  }
  if (action === undefined) return null;
  const signed = await identifyAction(deps, credentials, action);
  return signed.ok ? { address: signed.value.operator, form: "action" } : null;
}

function givenByGet(route: Route, raw: RawRequest): Record<string, unknown> {
  if (route.auth === "none") return {};
  const headers = route.credentials === "headers" ? credentialHeaders(raw.headers) : {};
  try {
    return { ...Object(parseInput(route, raw).query), ...headers };
  } catch {
    return {};
  }
}

/**
 * Owner of an Idempotency-Key: an agent's belongs to its grant, never to its owner. null: nobody's.
 */
export const callerOf = (signed: SignedOperator | null): string | null =>
  signed?.by === undefined ? (signed?.operator ?? null) : `grant:${signed.by.id}`;
