/** Values are public facts: no signature, key, query string or calldata. */
export type Log = (event: string, fields?: Record<string, string | number | boolean | null>) => void;
