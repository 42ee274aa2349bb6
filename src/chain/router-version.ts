import type { Address, Hex } from "viem";
import type { ChainAddresses } from "./addresses.ts";

export type RouterVersion = "2.0" | "2.1.2";

type Known = Pick<ChainAddresses, "uniswapRouterAdapterUr20" | "uniswapRouterAdapterUr21">;

/**
 * Router version of the vaults' adapter (what the authority maps execute() to) by its address. 2.1
 * adds an argument to V2 and V3 swaps, so a wrong one reverts or is misread. Undefined: its code
 * decides (sameAdapterCode).
 */
export function routerVersion(adapter: Address, known: Known): RouterVersion | undefined {
  const lower = adapter.toLowerCase();
  if (lower === known.uniswapRouterAdapterUr20?.toLowerCase()) return "2.0";
  return lower === known.uniswapRouterAdapterUr21?.toLowerCase() ? "2.1.2" : undefined;
}

type Deployed = { address: Address; code: Hex };

const PUSH1 = 0x60;
const PUSH32 = 0x7f;
/** EIP-170 allows 24,576 bytes; some chains allow more. */
const MAX_CODE_BYTES = 49_152;

/**
 * Equal code but for the contracts' own addresses, which they keep as immutables (a PUSH32). Other
 * immutables must agree: on another router the same source is another version.
 */
export function sameAdapterCode(one: Deployed, other: Deployed): boolean {
  if (one.code.length <= 2 || one.code.length !== other.code.length) return false;
  if (one.code.length > 2 + MAX_CODE_BYTES * 2) return false;
  return masked(one) === masked(other);
}

/** Reads instructions, so that bytes inside another push are no PUSH32. */
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
