/** The fee is paid in USDC on Base, wherever the vault is (spec, "Payment layer"). */
export const PAYMENT_CHAIN = 8453;
