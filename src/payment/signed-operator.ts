import { chainId, DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { operatorCredentials } from "../../schemas/operator-auth.ts";
import { identifyAction } from "../auth/identify-action.ts";
import { identifyOperator } from "../auth/identify-operator.ts";
import { hasCredentials } from "../auth/parse-credentials.ts";
import type { Deps } from "../deps.ts";
import { jsonObject } from "../lib/json-object.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import type { RawRequest, Route } from "../route.ts";
import { guardFirstRead } from "./guard-first-read.ts";

/**
 * The operator whose good signature a POST body carries, or null. By signature alone: for counting and for idempotency;
 * ownership is judged by the call itself. Costs no request for an account; a contract's signature is checked on chain,
 * and `beforeAsking` then runs first, once: its refusal is thrown and nothing is read.
 */
export async function signedOperator(
  deps: Deps,
  route: Route,
  raw: RawRequest,
  beforeAsking?: () => Promise<void>,
): Promise<string | null> {
  const body = jsonObject(raw.bodyText);
  const credentials = operatorCredentials.safeParse(body);
  if (!credentials.success || !hasCredentials(credentials.data)) return null;
  const chain = chainId.safeParse(body.chainId ?? DEFAULT_CHAIN_ID);
  if (!chain.success) return null;
  const asking = beforeAsking === undefined ? deps : guardFirstRead(deps, beforeAsking);
  if (route.signedAction === undefined || route.isActionOptional) {
    const verified = await identifyOperator(asking, credentials.data, chain.data);
    if (verified.ok) return verified.value.address;
  }
  if (route.signedAction !== undefined) {
    const vault = typeof body.vaultAddress === "string" ? normalizeAddress(body.vaultAddress) : undefined;
    if (!vault?.ok) return null;
    const action = {
      name: route.signedAction,
      chainId: chain.data,
      vault: vault.value,
      names: route.signedNames?.(body),
    };
    const signed = await identifyAction(asking, credentials.data, action);
    return signed.ok ? signed.value.operator : null;
  }
  return null;
}
