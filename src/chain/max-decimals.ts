/** No token that anyone trades has more; a contract that says so is none. */
export const MAX_DECIMALS = 36;
