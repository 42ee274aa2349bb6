/** Files by their path and packages by their name, as src/shared-*.mjs list them. */
export const host: Record<string, object>;
