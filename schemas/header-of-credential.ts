/**
 * The operator's credentials by their names in bodies and queries, and the headers that carry them.
 */
export const HEADER_OF_CREDENTIAL = {
  operatorAddress: "X-Operator-Address",
  authSignature: "X-Auth-Signature",
  authTimestamp: "X-Auth-Timestamp",
} as const;

/** By which an agent's call names its grant. */
export const GRANT_HEADER = "X-Agent-Grant";
