/** Before its schema has judged it, by either name (decision 457). */
export const namedVault = (given: Readonly<Record<string, unknown>>): unknown => given.vaultAddress ?? given.vault;
