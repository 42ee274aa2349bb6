/**
 * For others than the owner: its code's plain words, since the owner's error has the vault's figures.
 * @example plainError("insufficient_balance") // "insufficient balance"
 */
export const plainError = (code = "its owner sees why"): string => code.replaceAll("_", " ");
