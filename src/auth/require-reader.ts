import type { RequestContext } from "../context.ts";
import { AppError, unwrap } from "../errors.ts";
import { type OperatorRead, readAsOperator, type StoredForOperator } from "../store/vaults/read-as-operator.ts";
import { credentialHeaders } from "./credential-headers.ts";
import { identifyOperator } from "./identify-operator.ts";
import { type AuthorizedOperator, requireOperator } from "./require-operator.ts";

type Reader<T> = AuthorizedOperator & { stored: StoredForOperator; beside: T };

/**
 * The owner behind a free read, with what the store has for it: from the count of the call, or else by one trip. `beside` reads the chain in
 * the request that asks for the owner: begun once the signature is good, shown to nobody but the owner. What it asks later waits for
 * `owned`.
 * @throws what requireOperator throws, and `beside`
 */
export async function requireReader<T>(
  { deps, stored: counted }: RequestContext,
  headers: Headers,
  read: OperatorRead,
  beside: (owned: Promise<unknown>) => Promise<T>,
): Promise<Reader<T>> {
  const auth = { ...credentialHeaders(headers), vaultAddress: read.vault, chainId: read.chainId };
  const { address: operator } = unwrap(await identifyOperator(deps, auth, read.chainId));
  const own = () => readAsOperator.run(deps.redis, deps.keys, { ...read, operator, nowMs: deps.clock.nowMs() });
  const stored = counted ?? (await own());
  if (stored.context === undefined) throw new AppError("internal_error", "A read that was refused was run.");
  const owned = requireOperator(deps, auth, stored.context);
  const [authorized, found] = await Promise.all([owned, beside(owned)]);
  return { ...authorized, stored, beside: found };
}
