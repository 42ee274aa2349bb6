import { type Address, type Hex, size, slice } from "viem";

/** token (20 bytes), then fee (3 bytes) and token per hop (v3-periphery Path.sol). */
const ADDRESS_BYTES = 20;
const HOP_BYTES = 23;

/** In its own order, or null when it is none. */
export function decodeV3Path(path: Hex): readonly [Address, ...(Address | number)[]] | null {
  const hops = (size(path) - ADDRESS_BYTES) / HOP_BYTES;
  if (!Number.isInteger(hops) || hops < 1) return null;
  const parts: (Address | number)[] = [];
  for (let hop = 0; hop < hops; hop++) {
    const at = ADDRESS_BYTES + hop * HOP_BYTES;
    parts.push(Number(slice(path, at, at + 3)), slice(path, at + 3, at + HOP_BYTES));
  }
  return [slice(path, 0, ADDRESS_BYTES), ...parts];
}
