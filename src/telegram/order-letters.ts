/** What stands for an action in the 64 bytes of a button under an order. */
export const ORDER_LETTERS = { pause: "p", resume: "r", cancel: "c", trade: "x", details: "d" } as const;
