import type { Address, Hex } from "viem";
import { asHex, blockTag, quantity, type RpcCall } from "./rpc-call.ts";

type SequenceCall = { from: Address; to: Address; data: Hex; valueWei?: bigint };
/** In place of the chain's own: a balance in wei, words of storage. */
type StateOverrides = Readonly<Record<Address, { balance?: Hex; stateDiff?: Readonly<Record<Hex, Hex>> }>>;
/** `gasUsed`: after refunds. `data` of a reverted one is its reason, `0x` where it gave none. */
export type SequenceResult = { ok: boolean; data: Hex; gasUsed: bigint };

/**
 * One after the other in one simulated block on top of `block`, each in the state that those before it left: eth_simulateV1, without nonces,
 * signatures and gas fees. A sender without the coin it sends fails the whole request: judge its balance beforehand. A node without the
 * method: `unavailable`.
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
            ...{ from, to, input: data, value: `0x${valueWei.toString(16)}` },
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
  // Newer nodes have it in the error, others in the return data.
  const inError = typeof error === "object" && error !== null ? fieldsOf(error).data : undefined;
  return { ok: false, data: asHex(inError ?? returnData ?? "0x"), gasUsed: quantity(gasUsed) };
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("not a list");
  return value;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("not an object");
  return { ...value };
}
