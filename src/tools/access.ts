/**
 * Who may call a tool. anonymous: anybody, no vault needed. vault: a vault, any caller. operator: the vault's verified owner. signer: who
 * brings a good signature, for what needs no vault yet (decision 19). holder: a vault and a good signature, whoever owns the vault: what
 * is planned is for the signer's own wallet.
 */
export type Access = keyof typeof ACCESS;

/** What each asks of a call, and how the tool's list says so. */
export const ACCESS = {
  anonymous: { needsVault: false, needsSignature: false, who: "anyone" },
  vault: { needsVault: true, needsSignature: false, who: "vault" },
  operator: { needsVault: true, needsSignature: true, who: "operator" },
  signer: { needsVault: false, needsSignature: true, who: "signed" },
  holder: { needsVault: true, needsSignature: true, who: "signed, vault" },
} as const;
