/**
 * Who may call a tool. vault: any caller; operator: its verified owner; signer: a good signature, no vault yet (decision 19); holder: a
 * vault and a good signature, whoever owns it: the plan is for the signer's own wallet.
 */
export type Access = keyof typeof ACCESS;

export const ACCESS = {
  anonymous: { needsVault: false, needsSignature: false, who: "anyone" },
  vault: { needsVault: true, needsSignature: false, who: "vault" },
  operator: { needsVault: true, needsSignature: true, who: "operator" },
  signer: { needsVault: false, needsSignature: true, who: "signed" },
  holder: { needsVault: true, needsSignature: true, who: "signed, vault" },
} as const;
