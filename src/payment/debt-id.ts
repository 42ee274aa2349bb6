/** A debt is known by the payment that was not settled. */
export const debtId = ({ payer, nonce }: { payer: string; nonce: string }): string => `${payer}:${nonce}`;
