/** Strings are bytes, one character each (latin1), so that lengths and order are those of Redis. */
export type Reply = null | number | bigint | string | Status | readonly Reply[];
/** `+OK` and the like: a table with `ok` for Lua. */
export type Status = { readonly status: string };
