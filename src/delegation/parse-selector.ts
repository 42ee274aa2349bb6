import type { Hex } from "viem";

/** The delegable methods by the names people use. Source: docs/facts/vault-contracts.md 2. */
const NAMES: ReadonlyMap<string, Hex> = new Map([
  ["execute", "0x3593564c"],
  ["exec", "0x2213bc0b"],
  ["wrapeth", "0x1c58db4f"],
  ["unwrapweth9", "0x49616997"],
  ["modifyliquidities", "0xdd46508f"],
  ["depositv3", "0x770d096f"],
  ["stake", "0xa694fc3a"],
  ["undelegatestake", "0x4aace835"],
  ["unstake", "0x2e17de78"],
  ["withdrawdelegatorrewards", "0xb880660b"],
]);

/** A selector in hex, or by its method's name without arguments; undefined for anything else. */
export function parseSelector(text: string): Hex | undefined {
  const wanted = text.trim().toLowerCase();
  return /^0x[0-9a-f]{8}$/.test(wanted) ? (wanted as Hex) : NAMES.get(wanted.replace(/\(.*\)$/, ""));
}
