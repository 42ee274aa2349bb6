/** The pool id that the registry answers for a vault it does not know. */
export const NOT_REGISTERED = `0x${"0".repeat(64)}`;
