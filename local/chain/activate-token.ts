import { type Address, encodeAbiParameters, keccak256, pad, toHex } from "viem";
import { chainClient } from "./chain-client.ts";
import type { ChainHandle } from "./chain-handle.ts";

// VaultStorage.ACTIVE_TOKENS: the list's length, then the mapping from token to its place plus one.
const listSlot = BigInt(keccak256(toHex("sextant.local.active-tokens")));

/**
 * Makes the vault track a token, as if a swap had bought it. Nothing on chain offers this, so it
 * writes storage.
 */
export async function activateToken(
  handle: ChainHandle,
  vault: Address,
  token: Address,
): Promise<void> {
  const client = chainClient(handle);
  const positionSlot = keccak256(
    encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [token, listSlot + 1n]),
  );
  const [length, position] = await Promise.all(
    [toHex(listSlot, { size: 32 }), positionSlot].map(async (slot) =>
      BigInt((await client.getStorageAt({ address: vault, slot })) ?? "0x0"),
    ),
  );
  if (length === undefined || position !== 0n) return;
  const itemSlot = BigInt(keccak256(toHex(listSlot, { size: 32 }))) + length;
  const write = (slot: bigint, value: `0x${string}`) =>
    client.setStorageAt({
      address: vault,
      index: toHex(slot, { size: 32 }),
      value: pad(value, { size: 32 }),
    });
  await write(itemSlot, token);
  await write(listSlot, toHex(length + 1n));
  await write(BigInt(positionSlot), toHex(length + 1n));
}
