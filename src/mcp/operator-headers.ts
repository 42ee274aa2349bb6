import type { OperatorCredentials } from "../../schemas/operator-auth.ts";

export type OperatorHeaders = { credentials: OperatorCredentials; vaultAddress: string | undefined };

/**
 * Operator auth of an MCP call. It travels in headers alone, which the person sets up in their client: arguments are
 * written by a model, and shown to it. Values are judged later, as those of a body are.
 */
export function operatorHeaders(headers: Headers): OperatorHeaders {
  const read = (name: string) => headers.get(name) ?? undefined;
  const timestamp = read("x-auth-timestamp");
  return {
    credentials: {
      operatorAddress: read("x-operator-address"),
      authSignature: read("x-auth-signature"),
      authTimestamp: timestamp !== undefined && /^[0-9]{1,16}$/.test(timestamp) ? Number(timestamp) : timestamp,
    },
    vaultAddress: read("x-vault-address"),
  };
}
