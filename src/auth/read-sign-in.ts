import { type SignIn, signIn } from "../../schemas/sign-in.ts";
import { fromBase64 } from "../lib/is-object.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { SIGN_IN_RULES } from "./sign-in-rules.ts";

/** A contract's signature may be long; proxies' header limits lie at 16 kB. */
const MAX_CHARS = 16_384;

/**
 * Reads a sign-in and whether it is for this resource and this moment; its signature and nonce are
 * not judged yet. Refuses with auth_malformed, auth_expired, auth_in_future.
 */
export function readSignIn(header: string, resourceUrl: string, nowMs: number): Verdict<SignIn> {
  const read = signIn.safeParse(header.length > MAX_CHARS ? undefined : decode(header));
  if (!read.success)
    return malformed(
      `${SIGN_IN_RULES.header} cannot be read: it is base64 of the JSON that a 402 asks for, ` +
        "type eip191.",
    );
  const { domain, uri, statement, chainId, issuedAt, expirationTime, notBefore } = read.data;
  const { host, origin, pathname } = new URL(resourceUrl);
  const named = URL.canParse(uri) ? new URL(uri) : undefined;
  if (domain !== host)
    return malformed("The sign-in is for another domain: sign the one that the 402 gives.");
  if (named?.origin !== origin || named.pathname !== pathname)
    return malformed(
      "The sign-in is for another address: sign the uri that the 402 of this call gives.",
    );
  if (statement !== SIGN_IN_RULES.statement)
    return malformed("The sign-in has another statement than this 402 asks for.");
  if (!SIGN_IN_RULES.chains.includes(chainId))
    return malformed(`The sign-in is for ${chainId}, which is not served here.`);
  const issuedAtMs = Date.parse(issuedAt);
  const untilMs =
    expirationTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(expirationTime);
  const fromMs = notBefore === undefined ? 0 : Date.parse(notBefore);
  // A time that is none fails every comparison.
  if (!(nowMs - issuedAtMs <= SIGN_IN_RULES.validMs && nowMs < untilMs))
    return refuse(
      "auth_expired",
      "The sign-in is over: it is good for five minutes. Take the nonce of a new 402.",
      {
        issuedAt,
      },
    );
  if (!(issuedAtMs - nowMs <= SIGN_IN_RULES.aheadMs && fromMs <= nowMs))
    return refuse(
      "auth_in_future",
      "The sign-in is not valid yet. Sign the times that the 402 gives.",
      { issuedAt },
    );
  return allow(read.data);
}

function decode(header: string): unknown {
  try {
    return JSON.parse(fromBase64(header));
  } catch {
    return undefined;
  }
}

const malformed = (message: string) => refuse("auth_malformed", message);

/** EIP-4361, "Message Format". `chainId` is CAIP-2 outside of the text, a number in it. */
export function signInText(signed: Omit<SignIn, "signature">): string {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt } = signed;
  const { expirationTime, notBefore, requestId, resources } = signed;
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`${name}: ${value}`];
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    "",
    ...(statement === undefined ? [""] : [statement, ""]),
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId.slice("eip155:".length)}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...optional("Expiration Time", expirationTime),
    ...optional("Not Before", notBefore),
    ...optional("Request ID", requestId),
    ...(resources === undefined ? [] : ["Resources:", ...resources.map((one) => `- ${one}`)]),
  ].join("\n");
}
