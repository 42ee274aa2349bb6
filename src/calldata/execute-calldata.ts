import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { decodeAbi } from "../lib/decode-abi.ts";

/** execute(bytes,bytes[],uint256) and execute(bytes,bytes[]) (docs/facts/vault-contracts.md 2). */
const WITH_DEADLINE = "0x3593564c";
const WITHOUT_DEADLINE = "0x24856bc3";
const THREE = parseAbiParameters("bytes, bytes[], uint256");
const TWO = parseAbiParameters("bytes, bytes[]");

/** `deadlineSec` null stands for the form without one. */
export type ExecuteArguments = { commands: Hex; inputs: readonly Hex[]; deadlineSec: bigint | null };

/** `decode` tolerates trailing bytes, `encode` writes none. */
export const executeCalldata = {
  decode(data: Hex): ExecuteArguments | null {
    const selector = data.slice(0, 10).toLowerCase();
    if (selector === WITH_DEADLINE) {
      const read = decodeAbi(THREE, bodyOf(data));
      return read && { commands: read[0], inputs: read[1], deadlineSec: read[2] };
    }
    const read = selector === WITHOUT_DEADLINE ? decodeAbi(TWO, bodyOf(data)) : null;
    return read && { commands: read[0], inputs: read[1], deadlineSec: null };
  },
  encode({ commands, inputs, deadlineSec }: ExecuteArguments): Hex {
    if (deadlineSec === null) return concatHex([WITHOUT_DEADLINE, encodeAbiParameters(TWO, [commands, inputs])]);
    return concatHex([WITH_DEADLINE, encodeAbiParameters(THREE, [commands, inputs, deadlineSec])]);
  },
};

const bodyOf = (data: Hex): Hex => `0x${data.slice(10)}`;
