import type { Address } from "viem";
import { DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { identifyOperator } from "../auth/identify-operator.ts";
import { readVaultOwner } from "../auth/read-vault-owner.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import type { RawRequest, Route } from "../route.ts";
import { countSession } from "../store/scripts/count-session.ts";

const HEADERS = ["x-operator-address", "x-auth-signature", "x-auth-timestamp"] as const;

/**
 * Whether a valid browser session stands in for payment (decision 20): the three headers, the form that binds the time,
 * the signer being the owner of the vault named in the request. False without the headers.
 * @throws the 401 codes for an invalid triple, not_vault_owner, rate_limited (100 per operator and 300 per address in 4 hours)
 */
export async function browserSession(
  deps: Deps,
  vaultOf: NonNullable<Route["sessionVault"]>,
  raw: RawRequest,
): Promise<boolean> {
  const [operatorAddress, authSignature, timestamp] = HEADERS.map((name) => raw.headers.get(name));
  if (operatorAddress === null && authSignature === null && timestamp === null) return false;
  const authTimestamp =
    timestamp !== null && timestamp !== undefined && /^[0-9]{1,16}$/.test(timestamp) ? Number(timestamp) : timestamp;
  const { address, form } = unwrap(
    await identifyOperator(deps, { operatorAddress, authSignature, authTimestamp }, DEFAULT_CHAIN_ID),
  );
  if (form !== "bound")
    throw new AppError(
      "auth_unbound_timestamp",
      "A browser session needs the form of the operator message that ends with its timestamp.",
    );
  const named = vaultOf({ query: Object.fromEntries(new URL(raw.url).searchParams), bodyText: raw.bodyText });
  if (named === undefined)
    throw new AppError("invalid_request", "A browser session needs the vault: name it as taker or swapper.");
  const vault = unwrap(normalizeAddress(named));
  const owner = unwrap(await readVaultOwner(deps, DEFAULT_CHAIN_ID, vault, address));
  if (owner !== address)
    throw new AppError("not_vault_owner", "The session's signer does not own the named vault.", { details: { vault } });
  await mustBeWithinLimits(deps, address, raw.headers.get("cf-connecting-ip"));
  return true;
}

async function mustBeWithinLimits(deps: Deps, operator: Address, ip: string | null): Promise<void> {
  const counted = await countSession.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    operator,
    ip,
  });
  if (!counted.ok)
    throw new AppError("rate_limited", "The browser session has used its free quotes for now.", {
      retryAfterSec: counted.retryAfterSec,
    });
}
