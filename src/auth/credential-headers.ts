import type { OperatorCredentials } from "../../schemas/operator-auth.ts";

/** The operator's credentials where they travel in headers; values are judged later, as those of a body are. */
export function credentialHeaders(headers: Headers): OperatorCredentials {
  const read = (name: string) => headers.get(name) ?? undefined;
  const timestamp = read("x-auth-timestamp");
  return {
    operatorAddress: read("x-operator-address"),
    authSignature: read("x-auth-signature"),
    authTimestamp: timestamp !== undefined && /^[0-9]{1,16}$/.test(timestamp) ? Number(timestamp) : timestamp,
  };
}
