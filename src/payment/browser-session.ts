import type { Address } from "viem";
import { type ChainId, chainId, DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { credentialHeaders } from "../auth/credential-headers.ts";
import { identifyOperator } from "../auth/identify-operator.ts";
import { readSignIn, signInText } from "../auth/read-sign-in.ts";
import { readVaultOwner } from "../auth/read-vault-owner.ts";
import { SIGN_IN_RULES } from "../auth/sign-in-rules.ts";
import { verifySignature } from "../auth/verify-signature.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { networkOf } from "../lib/network-of.ts";
import { lowerHex, normalizeAddress } from "../lib/normalize-address.ts";
import type { RawRequest, Route } from "../route.ts";
import { countSession } from "../store/payments/count-stranger.ts";
import { countFailedProof, guardFirstRead } from "./take-lookup.ts";
import { resourceOf } from "./unpaid-answer.ts";

/**
 * Stands in for payment (decision D5): the time-bound operator message or x402's sign-in by
 * the vault's owner. Counted before the chain is read: one Redis trip, two for a contract.
 * @throws the 401 codes, not_vault_owner, rate_limited (100 per operator and 300 per network in 4
 * hours, and the failures of STRANGER_LIMITS), invalid_request for a vault or chain that is none
 */
export async function browserSession(
  deps: Deps,
  route: Route & Required<Pick<Route, "sessionVault">>,
  raw: RawRequest,
): Promise<void> {
  const network = networkOf(raw.headers);
  let askedAtMs: number | undefined;
  const count = async (operator: Address | null, nonce?: string) => {
    const nowMs = deps.clock.nowMs();
    const counted = await countSession.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      network,
      operator,
      nonce: nonce ?? null,
      ...(askedAtMs !== undefined && { askedAtMs }),
    });
    if (!counted.ok && counted.used)
      throw new AppError(
        "auth_signature_used",
        "This sign-in was used. Sign the nonce of a new 402.",
      );
    if (!counted.ok)
      throw new AppError("rate_limited", "The browser session has used its free quotes for now.", {
        retryAfterSec: counted.retryAfterSec,
      });
    askedAtMs = nowMs;
  };
  const named = route.sessionVault({
    query: Object.fromEntries(new URL(raw.url).searchParams),
    bodyText: raw.bodyText,
  });
  const chain = chainOf(named.chainId);
  const { address, nonce } = await sessionSigner(deps, {
    headers: raw.headers,
    resourceUrl: resourceOf(deps, route, raw).url,
    chain,
    beforeAsking: () => count(null),
  });
  if (typeof named.vault !== "string")
    throw new AppError(
      "invalid_request",
      "A browser session needs the vault: name it as taker or swapper.",
    );
  const vault = unwrap(normalizeAddress(named.vault));
  await count(address, nonce);
  try {
    await mustOwn(deps, chain, vault, address);
  } catch (error) {
    await countFailedProof(deps, network, error);
    throw error;
  }
}

function chainOf(given: unknown): ChainId {
  if (given === undefined) return DEFAULT_CHAIN_ID;
  const parsed = chainId.safeParse(
    typeof given === "string" && /^[1-9][0-9]{0,9}$/.test(given) ? Number(given) : given,
  );
  if (!parsed.success)
    throw new AppError("invalid_request", "A browser session needs a chain that is served here.");
  return parsed.data;
}

async function mustOwn(
  deps: Deps,
  chain: ChainId,
  vault: Address,
  operator: Address,
): Promise<void> {
  if (unwrap(await readVaultOwner(deps, chain, vault, operator)) !== operator)
    throw new AppError(
      "not_vault_owner",
      "The session's signer does not own the named vault on this chain.",
      {
        details: { vault, chainId: chain },
      },
    );
}

type Session = {
  headers: Headers;
  resourceUrl: string;
  chain: ChainId;
  beforeAsking(): Promise<void>;
};

/**
 * The signer, by the operator message in three headers, or by SIGN-IN-WITH-X, good for one call
 * (`nonce`).
 * @throws the 401 codes
 */
export async function sessionSigner(
  deps: Deps,
  { headers, resourceUrl, chain, beforeAsking }: Session,
): Promise<{ address: Address; nonce?: string }> {
  const header = headers.get(SIGN_IN_RULES.header);
  const credentials = credentialHeaders(headers);
  if (header === null || Object.values(credentials).some((given) => given !== undefined)) {
    const { address, form } = unwrap(
      await identifyOperator(guardFirstRead(deps, beforeAsking), credentials, chain),
    );
    if (form === "bound") return { address };
    throw new AppError(
      "auth_unbound_timestamp",
      "A browser session needs the form of the operator message that ends with its timestamp.",
    );
  }
  const signed = unwrap(readSignIn(header, resourceUrl, deps.clock.nowMs()));
  const signedChain = chainId.parse(Number(signed.chainId.slice("eip155:".length)));
  const address = lowerHex(signed.address);
  const asking = guardFirstRead(deps, async () => {
    // On another chain the address may be another's contract.
    if (signedChain !== chain)
      throw notSigned(
        ` A contract that owns a vault signs in on the vault's chain, eip155:${chain}.`,
      );
    await beforeAsking();
  });
  const signature = { operator: address, signature: lowerHex(signed.signature) };
  // By the quote's chain: another chain's answer would pass the guard unread.
  const verified = await verifySignature(asking, signature, chain, [
    { form: "sign-in", text: signInText(signed) },
  ]);
  if (!verified.ok && verified.code === "auth_signature_mismatch") throw notSigned("");
  unwrap(verified);
  return { address, nonce: signed.nonce };
}

const notSigned = (more: string) =>
  new AppError("auth_signature_mismatch", `The sign-in was not signed by its address.${more}`);
