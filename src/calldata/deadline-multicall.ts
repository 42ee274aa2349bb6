import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly } from "./decode-abi-strictly.ts";

/** multicall(uint256,bytes[]), which cannot be delegated (docs/facts/zeroex-settler.md). */
const SELECTOR = "0x5ae401dc";
const ARGUMENTS = parseAbiParameters("uint256 deadline, bytes[] data");

/**
 * One call inside the vault's multicall with an inclusive deadline in Unix seconds; it reverts
 * afterwards. Decodes only exactly one call in the standard encoding.
 */
export const deadlineMulticall = {
  selector: SELECTOR,
  encode: (call: Hex, deadlineSec: number): Hex =>
    concatHex([SELECTOR, encodeAbiParameters(ARGUMENTS, [BigInt(deadlineSec), [call]])]),
  decode: (data: Hex): { deadlineSec: bigint; call: Hex } | null => {
    if (selectorOf(data) !== SELECTOR) return null;
    const [deadlineSec, calls = []] = decodeAbiStrictly(ARGUMENTS, bodyOf(data)) ?? [];
    const [call, ...others] = calls;
    return deadlineSec === undefined || call === undefined || others.length > 0
      ? null
      : { deadlineSec, call };
  },
} as const;
