import type { OperatorAuth } from "../../schemas/auth/operator-auth.ts";
import type { RequestContext } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { CallContext } from "../kinds/call-context.ts";
import {
  type OperatorRead,
  readAsOperator,
  type StoredForOperator,
} from "../store/vaults/read-as-operator.ts";
import { credentialHeaders } from "./credential-headers.ts";
import { identifyAgent } from "./identify-agent.ts";
import { identifyOperator } from "./identify-operator.ts";
import { type AuthorizedOperator, requireOperator } from "./require-operator.ts";

type Reader<T> = AuthorizedOperator & { stored: StoredForOperator; beside: T };

/**
 * The owner behind a free read, with what the store has for it: from the count of the call, or else
 * by one trip. `beside` reads the chain in the request that asks for the owner: begun once the
 * signature is good, shown to nobody but the owner. What it asks later waits for `owned`.
 * @throws what requireOperator throws, and `beside`
 */
export async function requireReader<T>(
  { deps, stored: counted }: RequestContext,
  headers: Headers,
  read: OperatorRead,
  beside: (owned: Promise<unknown>, context: CallContext, stored: StoredForOperator) => Promise<T>,
): Promise<Reader<T>> {
  const auth = { ...credentialHeaders(headers), vaultAddress: read.vault, chainId: read.chainId };
  const who = await whoReads(deps, auth);
  const own = () =>
    readAsOperator.run(deps.redis, deps.keys, { ...read, ...who, nowMs: deps.clock.nowMs() });
  const stored = counted ?? (await own());
  if (stored.context === undefined)
    throw new AppError("internal_error", "A read that was refused was run.");
  const owned = requireOperator(deps, auth, stored.context);
  const [authorized, found] = await Promise.all([owned, beside(owned, stored.context, stored)]);
  return { ...authorized, stored, beside: found };
}

async function whoReads(deps: Deps, auth: OperatorAuth) {
  if (deps.grant !== undefined) return { by: unwrap(await identifyAgent(deps, auth)) };
  return { operator: unwrap(await identifyOperator(deps, auth, auth.chainId)).address };
}
