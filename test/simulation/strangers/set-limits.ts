import type { Address } from "viem";
import type { VaultLimits } from "../../../schemas/vault-limits.ts";
import { saveVaultLimits } from "../../../src/store/vaults/save-vault-limits.ts";
import type { createStrangerWorld } from "./stranger-world.ts";
import { CHAIN_ID, tokenOf } from "./tokens.ts";

/** In dollars. */
type Limits = { perCall: bigint; perDay: bigint; thin: Readonly<Record<Address, bigint>> };

const base = (dollars: bigint): string => (dollars * 1_000_000n).toString();

/**
 * The operator's limits, by a message that he signs for them; undefined takes the amounts away
 * again.
 */
export async function setLimits(
  world: Awaited<ReturnType<typeof createStrangerWorld>>,
  limits: Limits | undefined,
): Promise<void> {
  const { deps, keys, owner: operator, vault, newId, redis } = world;
  const kept = redis.read(keys.limits(operator, CHAIN_ID, vault));
  const version = typeof kept === "string" ? (JSON.parse(kept) as VaultLimits).version : 0;
  const { address: usdc } = tokenOf("USDC");
  const thin = Object.entries(limits?.thin ?? {}) as [Address, bigint][];
  const saved = await saveVaultLimits.run(deps.redis, keys, {
    ...{ requestId: newId(), nowMs: deps.clock.nowMs(), operator, vault, chainId: CHAIN_ID },
    ...{ baseKey: usdc, messageHash: newId() },
    limits: {
      version: version + 1,
      baseToken: { address: usdc, symbol: "USDC", decimals: 6 },
      ...(limits && { maxPerTransaction: base(limits.perCall), maxPerDay: base(limits.perDay) }),
      ...{ perToken: [], tokens: "listed" },
      named: thin.map(([token, amount]) => ({ token, maxPerDay: base(amount) })),
    },
  });
  if (!saved.ok) throw new Error(`limits were refused: ${saved.code}`);
}
