/** The operator's credentials where they travel in headers: of a browser session, which stands in for payment (decision 20). */
export const CREDENTIAL_HEADERS = ["X-Operator-Address", "X-Auth-Signature", "X-Auth-Timestamp"] as const;
