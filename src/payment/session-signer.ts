import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainId } from "../../schemas/chains.ts";
import { credentialHeaders } from "../auth/credential-headers.ts";
import { identifyOperator } from "../auth/identify-operator.ts";
import { readSignIn } from "../auth/read-sign-in.ts";
import { SIGN_IN_RULES } from "../auth/sign-in-rules.ts";
import { signInText } from "../auth/sign-in-text.ts";
import { verifySignature } from "../auth/verify-signature.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { guardFirstRead } from "./guard-first-read.ts";

type Session = {
  headers: Headers;
  resourceUrl: string;
  /** A contract's signature counts there alone. */
  chain: ChainId;
  beforeAsking(): Promise<void>;
};

/**
 * By the operator message in three headers, or by SIGN-IN-WITH-X, good for one call (`nonce`).
 * @throws the 401 codes
 */
export async function sessionSigner(
  deps: Deps,
  { headers, resourceUrl, chain, beforeAsking }: Session,
): Promise<{ address: Address; nonce?: string }> {
  const header = headers.get(SIGN_IN_RULES.header);
  const credentials = credentialHeaders(headers);
  if (header === null || Object.values(credentials).some((given) => given !== undefined)) {
    const { address, form } = unwrap(await identifyOperator(guardFirstRead(deps, beforeAsking), credentials, chain));
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
    // The same address may be another's contract on another chain.
    if (signedChain !== chain)
      throw notSigned(` A contract that owns a vault signs in on the vault's chain, eip155:${chain}.`);
    await beforeAsking();
  });
  const signature = { operator: address, signature: lowerHex(signed.signature) };
  // By the quote's chain: another one's word would pass the guard above unread.
  const verified = await verifySignature(asking, signature, chain, [{ form: "sign-in", text: signInText(signed) }]);
  // The caller's own text is not said back.
  if (!verified.ok && verified.code === "auth_signature_mismatch") throw notSigned("");
  unwrap(verified);
  return { address, nonce: signed.nonce };
}

const notSigned = (more: string) =>
  new AppError("auth_signature_mismatch", `The sign-in was not signed by its address.${more}`);
