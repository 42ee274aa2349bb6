import { jsonObject } from "../lib/json-object.ts";
import type { RawRequest } from "../route.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Against whom a debt of this call would stand: its payer, and the operator and vault it names (decision 24). Lower case.
 * Read as the call itself reads them, from the top of the body: what stands deeper names nobody.
 */
export function debtorsOf(raw: RawRequest, payer: string): string[] {
  const { operatorAddress, vaultAddress } = jsonObject(raw.bodyText);
  const named = [operatorAddress, vaultAddress].filter((one) => typeof one === "string" && ADDRESS.test(one));
  return [...new Set([payer, ...named].map((address) => String(address).toLowerCase()))];
}
