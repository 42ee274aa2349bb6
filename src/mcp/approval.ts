/** In `inputRequests` and `inputResponses`, and the one field of its form. */
export const APPROVAL = { key: "approval", field: "decision" } as const;
