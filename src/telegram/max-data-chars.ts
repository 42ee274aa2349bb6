/** Longer calldata is no use in a chat. */
export const MAX_DATA_CHARS = 8_000;
