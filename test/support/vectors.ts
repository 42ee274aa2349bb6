import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Address, Hex } from "viem";

export type VectorNav = { returnData: Hex };
export type VectorEvent = { address: Address; name: string; topics: Hex[]; data: Hex };

/** One call observed on the real contracts; the fields are explained in the file's own `_note`. */
export type Vector = {
  id: string;
  group: string;
  state: "base" | "delegated";
  after: string[];
  from: string;
  to: string;
  call: { selector: Hex; data: Hex };
  value: string;
  decoded: Record<string, unknown>;
  outcome: {
    ok: boolean;
    returnData?: Hex;
    revertData?: Hex;
    returns?: Record<string, unknown>;
    mined?: { status?: 0 | 1; gasUsed?: number };
  };
  vaultDelta?: Record<string, string>;
  otherDelta?: Record<string, Record<string, string>>;
  events?: VectorEvent[];
  nav?: {
    before: VectorNav;
    afterByMulticall?: { multicallReturnData?: Hex; revertData?: Hex } | null;
    afterByTransaction?: VectorNav;
  };
};

export type VectorPool = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
  poolId: Hex;
};

export type VectorFile = {
  chain: { states: Record<Vector["state"], { timestamp: number }> };
  addresses: {
    roles: Record<string, Address>;
    tokens: Record<string, { address: Address }>;
    v4Pools: Record<string, VectorPool>;
  };
  vectors: Vector[];
};

/**
 * Calls and outcomes observed on the real vault contracts: expected values that do not come from
 * our code.
 */
export const vectorFile: VectorFile = JSON.parse(
  readFileSync(join(import.meta.dirname, "onchain-vectors.data.json"), "utf8"),
);
