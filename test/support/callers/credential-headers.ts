import type { Credentials } from "../test-stack.ts";

/** Credentials as headers carry them. */
export const credentialHeaders = (credentials: Credentials): Record<string, string> => ({
  "x-operator-address": credentials.operatorAddress,
  "x-auth-signature": credentials.authSignature,
  "x-auth-timestamp": String(credentials.authTimestamp),
});
