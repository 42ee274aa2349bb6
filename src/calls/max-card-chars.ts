/** Every door shows that much whole, a chat's messages of 4,096 characters included. */
export const MAX_CARD_CHARS = 3_000;
