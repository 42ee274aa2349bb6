/** One structured line per event. Values are public facts: no signature, key, query string or calldata goes in. */
export type Log = (event: string, fields?: Record<string, string | number | boolean | null>) => void;
