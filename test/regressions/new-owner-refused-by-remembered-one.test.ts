import type { Address } from "viem";
import { expect, test } from "vitest";
import { readVaultOwner } from "../../src/auth/read-vault-owner.ts";
import { chainAddresses } from "../../src/chain/addresses.ts";
import type { Deps } from "../../src/deps.ts";
import { createExpiringCache } from "../../src/lib/expiring-cache.ts";

// Decision D3: a positive answer may be remembered for 60 s, a negative one never. The remembered
// owner of a vault was compared with whoever asked, so after a change of owner the new one was
// refused (403) for up to a minute.
const VAULT: Address = `0x${"aa".repeat(20)}`;
const OLD: Address = `0x${"01".repeat(20)}`;
const NEW: Address = `0x${"02".repeat(20)}`;

test("behavior: a new owner is asked on chain at once, the old one still remembered", async () => {
  let owner = OLD;
  let reads = 0;
  const send = async () => {
    reads += 1;
    return [
      { ok: true, value: `0x${"00".repeat(31)}01` },
      { ok: true, value: owner },
    ];
  };
  const deps = {
    clock: { nowMs: () => 1_000 },
    caches: { owners: createExpiringCache(10) },
    chain: () => ({ chainId: 8453, addresses: chainAddresses(8453), rpc: { send } }),
  } as unknown as Deps;
  expect(await readVaultOwner(deps, 8453, VAULT, OLD)).toEqual({ ok: true, value: OLD });
  owner = NEW;
  expect([await readVaultOwner(deps, 8453, VAULT, OLD), reads]).toEqual([
    { ok: true, value: OLD },
    1,
  ]);
  expect([await readVaultOwner(deps, 8453, VAULT, NEW), reads]).toEqual([
    { ok: true, value: NEW },
    2,
  ]);
  expect([await readVaultOwner(deps, 8453, VAULT, NEW), reads]).toEqual([
    { ok: true, value: NEW },
    2,
  ]);
});
