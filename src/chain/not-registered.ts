export const NOT_REGISTERED = `0x${"0".repeat(64)}`;
