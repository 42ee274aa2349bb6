import { type Address, type Hex, numberToHex } from "viem";
import { asHex, blockTag, fieldsOf, quantity, type RpcCall } from "./rpc-call.ts";

type SequenceCall = { from: Address; to: Address; data: Hex; valueWei?: bigint };
/** Replaces the chain's own state: balances in wei, words of storage. */
type StateOverrides = Readonly<
  Record<Address, { balance?: Hex; stateDiff?: Readonly<Record<Hex, Hex>> }>
>;
/** `gasUsed` is after refunds. A reverted call's `data` is its reason, `0x` without one. */
export type SequenceResult = { ok: boolean; data: Hex; gasUsed: bigint };

/**
 * Calls one after the other in a simulated block on top of `block`, by eth_simulateV1: no nonces,
 * signatures or gas fees. A sender without the coin it sends fails the whole request, so judge its
 * balance first. A node without the method is `unavailable`.
 */
export const simulateSequence = (
  calls: readonly SequenceCall[],
  block: bigint,
  stateOverrides?: StateOverrides,
): RpcCall<SequenceResult[]> => ({
  method: "eth_simulateV1",
  params: [
    {
      blockStateCalls: [
        {
          ...(stateOverrides !== undefined && { stateOverrides }),
          calls: calls.map(({ from, to, data, valueWei = 0n }) => ({
            from,
            to,
            input: data,
            value: numberToHex(valueWei),
          })),
        },
      ],
      validation: false,
    },
    blockTag(block),
  ],
  read: (result) => {
    const [only, more] = listOf(result);
    if (more !== undefined) throw new Error("more than one simulated block");
    const results = listOf(fieldsOf(only).calls).map(resultOf);
    if (results.length !== calls.length) throw new Error("not one result per call");
    return results;
  },
});

function resultOf(value: unknown): SequenceResult {
  const { status, returnData, gasUsed, error } = fieldsOf(value);
  if (status === "0x1") return { ok: true, data: asHex(returnData), gasUsed: quantity(gasUsed) };
  if (status !== "0x0") throw new Error("neither done nor reverted");
  // Newer nodes put the reason into the error, others into the return data.
  const inError = typeof error === "object" && error !== null ? fieldsOf(error).data : undefined;
  return { ok: false, data: asHex(inError ?? returnData ?? "0x"), gasUsed: quantity(gasUsed) };
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("not a list");
  return value;
}
