import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";

/** multicall(uint256,bytes[]), which cannot be delegated (docs/facts/zeroex-settler.md). */
const SELECTOR = "0x5ae401dc";
const ARGUMENTS = parseAbiParameters("uint256 deadline, bytes[] data");

/**
 * One call inside the vault's own multicall with a deadline (Unix seconds, inclusive): run as the same sender, reverted afterwards. Reading
 * gives null for anything but exactly one call in the standard encoding.
 */
export const deadlineMulticall = {
  selector: SELECTOR,
  encode: (call: Hex, deadlineSec: number): Hex =>
    concatHex([SELECTOR, encodeAbiParameters(ARGUMENTS, [BigInt(deadlineSec), [call]])]),
  decode: (data: Hex): { deadlineSec: bigint; call: Hex } | null => {
    if (data.slice(0, 10).toLowerCase() !== SELECTOR) return null;
    const [deadlineSec, calls = []] = decodeAbiStrictly(ARGUMENTS, `0x${data.slice(10)}`) ?? [];
    const [call, ...others] = calls;
    return deadlineSec === undefined || call === undefined || others.length > 0 ? null : { deadlineSec, call };
  },
} as const;
