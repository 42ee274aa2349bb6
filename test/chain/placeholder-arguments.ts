import type { AbiParameter, Address } from "viem";

/**
 * The arguments that the observed signature calls were made with: every address the base token's,
 * every number 1, bytes, texts and lists empty, fixed bytes zero. Found from the outcomes
 * themselves (docs/facts/vault-outcomes.md).
 */
export const placeholderArguments = (
  inputs: readonly AbiParameter[],
  address: Address,
): unknown[] => inputs.map((input) => placeholderOf(input, address));

function placeholderOf(input: AbiParameter, address: Address): unknown {
  if (input.type.endsWith("]")) return [];
  if (input.type === "tuple") {
    const { components } = input as { components: readonly AbiParameter[] };
    return placeholderArguments(components, address);
  }
  if (input.type === "address") return address;
  if (input.type === "bool") return false;
  if (input.type === "string") return "";
  if (input.type === "bytes") return "0x";
  const fixed = /^bytes(\d+)$/.exec(input.type)?.[1];
  if (fixed !== undefined) return `0x${"00".repeat(Number(fixed))}`;
  const size = Number(/^u?int(\d+)$/.exec(input.type)?.[1]);
  return size <= 48 ? 1 : 1n;
}
