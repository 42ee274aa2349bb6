import type { RawRequest } from "../route.ts";

/** Against whom a debt of this call would stand: its payer, and the operator and vault it names (decision 24). Lower case. */
export function debtorsOf(raw: RawRequest, payer: string): string[] {
  const named = [...raw.bodyText.matchAll(/"(?:operatorAddress|vaultAddress)"\s*:\s*"(0x[0-9a-fA-F]{40})"/g)].map(
    (match) => match[1] ?? "",
  );
  return [...new Set([payer, ...named].map((address) => address.toLowerCase()))];
}
