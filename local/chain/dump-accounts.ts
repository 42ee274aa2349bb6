import { gunzipSync } from "node:zlib";
import { type Address, type Hex, hexToBytes, toHex } from "viem";
import type { ChainClient } from "./chain-client.ts";

export type GenesisAccount = { balance: Hex; nonce: Hex; code: Hex; storage: Record<Hex, Hex> };
export type GenesisAlloc = Record<Address, GenesisAccount>;

/** Every account with code, as anvil dumps it; plain accounts get their funds from anvil itself. */
export async function dumpAccounts(client: ChainClient): Promise<GenesisAlloc> {
  const dump = await client.request({ method: "anvil_dumpState" } as never);
  const state = JSON.parse(gunzipSync(hexToBytes(dump as Hex)).toString());
  const alloc: GenesisAlloc = {};
  for (const [address, account] of Object.entries<GenesisAccount>(state.accounts)) {
    if (account.code === "0x") continue;
    const storage = Object.entries(account.storage).map(([slot, value]) => [
      toWord(slot),
      toWord(value),
    ]);
    const { balance, code } = account;
    alloc[address as Address] = {
      balance: toHex(BigInt(balance)),
      nonce: "0x1",
      code,
      storage: Object.fromEntries(storage),
    };
  }
  return alloc;
}

function toWord(value: string): Hex {
  return toHex(BigInt(value), { size: 32 });
}
