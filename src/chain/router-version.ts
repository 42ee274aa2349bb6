import type { Address, Hex } from "viem";
import type { ChainAddresses } from "./addresses.ts";

export type RouterVersion = "2.0" | "2.1.2";

type Known = Pick<ChainAddresses, "uniswapRouterAdapterUr20" | "uniswapRouterAdapterUr21">;

/**
 * Of the vaults' adapter, where its address alone determines it: 2.1 adds an argument to V2 and V3 swaps, so the wrong one reverts or is
 * read otherwise. `adapter` is what the authority maps execute() to. Undefined: its code decides (sameAdapterCode), or nothing is
 * built.
 */
export function routerVersion(adapter: Address, known: Known): RouterVersion | undefined {
  const lower = adapter.toLowerCase();
  if (lower === known.uniswapRouterAdapterUr20?.toLowerCase()) return "2.0";
  return lower === known.uniswapRouterAdapterUr21?.toLowerCase() ? "2.1.2" : undefined;
}

type Deployed = { address: Address; code: Hex };

const PUSH1 = 0x60;
const PUSH32 = 0x7f;
/** EIP-170 and 3860: 24,576 bytes; twice as much for chains that allow more. */
const MAX_CODE_BYTES = 49_152;

/**
 * But for their own addresses, which a contract keeps as an immutable (a PUSH32 of 32 bytes). Every other immutable must agree: the same
 * source on another router is another version.
 */
export function sameAdapterCode(one: Deployed, other: Deployed): boolean {
  if (one.code.length <= 2 || one.code.length !== other.code.length) return false;
  if (one.code.length > 2 + MAX_CODE_BYTES * 2) return false;
  return masked(one) === masked(other);
}

/** By instructions: what lies inside another push's bytes is no PUSH32. */
function masked({ address, code }: Deployed): string {
  const hex = code.slice(2).toLowerCase();
  const own = address.slice(2).toLowerCase().padStart(64, "0");
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < hex.length; at += 2) {
    const opcode = Number.parseInt(hex.slice(at, at + 2), 16);
    if (opcode < PUSH1 || opcode > PUSH32) continue;
    const end = at + 2 + (opcode - PUSH1 + 1) * 2;
    if (opcode === PUSH32 && hex.slice(at + 2, end) === own) {
      parts.push(hex.slice(from, at + 2), "self");
      from = end;
    }
    at = end - 2;
  }
  return `${parts.join("|")}|${hex.slice(from)}`;
}
