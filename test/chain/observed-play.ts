import type { Address, Hex } from "viem";
import type { Vector } from "../support/vectors.ts";
import { burnsTheGasLimit } from "./burns-the-gas-limit.ts";

/** What a vector observed and what the local chain did, in one shape: a test compares the two. */
export type Play = {
  ok: boolean;
  data: Hex;
  status?: 0 | 1;
  burnsTheGasLimit?: boolean;
  vaultDelta?: Record<string, string>;
  otherDelta?: Record<string, Record<string, string>>;
  events?: { address: Address; topics: Hex[]; data: Hex }[];
  navBefore?: Hex;
  navByMulticall?: Hex;
  navByTransaction?: Hex;
};

/** What the vector says the real contracts did. */
export function observedPlay(vector: Vector): Play {
  const { outcome, nav } = vector;
  const multicall = nav?.afterByMulticall;
  return defined({
    ok: outcome.ok,
    data: (outcome.ok ? outcome.returnData : outcome.revertData) ?? "0x",
    status: outcome.mined?.status,
    burnsTheGasLimit:
      outcome.mined?.gasUsed === undefined ? undefined : burnsTheGasLimit(outcome.mined.gasUsed),
    vaultDelta: vector.vaultDelta,
    otherDelta: vector.otherDelta,
    events: vector.events?.map(({ address, topics, data }) => ({
      address: address.toLowerCase() as Address,
      topics,
      data,
    })),
    navBefore: nav?.before.returnData,
    navByMulticall: multicall?.multicallReturnData ?? multicall?.revertData,
    navByTransaction: nav?.afterByTransaction?.returnData,
  });
}

function defined(play: { [K in keyof Play]: Play[K] | undefined }): Play {
  return Object.fromEntries(
    Object.entries(play).filter(([, value]) => value !== undefined),
  ) as Play;
}
