import type { SignIn } from "../../schemas/sign-in.ts";

/** EIP-4361, "Message Format". `chainId` is CAIP-2 outside of the text, a number in it. */
export function signInText(signed: Omit<SignIn, "signature">): string {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt } = signed;
  const { expirationTime, notBefore, requestId, resources } = signed;
  const optional = (name: string, value: string | undefined) => (value === undefined ? [] : [`${name}: ${value}`]);
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
