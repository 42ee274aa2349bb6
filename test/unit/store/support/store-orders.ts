import type { Hex } from "viem";
import type { TwapOrder } from "../../../../schemas/twap-order.ts";
import { luaKeys } from "../../../../src/store/kernel/wrap-lua.ts";
import { newAddress, orderOf, T0 } from "./records.ts";
import type { TestStore } from "./start-store.ts";

type Crowd = {
  operator: Hex;
  vaults: number;
  perVault?: number;
  dueMs?: number;
  changes?: Partial<TwapOrder>;
};

/** What create-order writes, for many at once and past its limits. */
const WRITE = `${luaKeys}
local call = redis.call
for i = 4, #ARGV, 2 do
  local json = ARGV[i]
  local order = cjson.decode(json)
  local vault, chain, operator, member = order.vaultAddress, order.chainId, order.operatorAddress, order.vaultAddress .. ':' .. order.id
  call('HSET', K.order(vault, order.id), 'json', json, 'v', '1')
  call('SADD', K.activeOrders(vault, chain), order.id)
  call('SADD', K.operatorOrders(operator, 'twap'), member)
  call('ZADD', K.due(chain), ARGV[i + 1], member)
  call('ZADD', K.dueOf(chain, operator), ARGV[i + 1], member)
  call('ZADD', K.dueTurns(chain), ARGV[i + 1] .. '000', operator)
end`;

/** Orders of one operator in vaults of their own, due at `dueMs` (default T0); gives the vaults. */
export async function storeOrders(
  store: TestStore,
  { operator, vaults: count, perVault = 1, dueMs = T0, changes = {} }: Crowd,
): Promise<string[]> {
  const vaults = Array.from({ length: count }, newAddress);
  const args = vaults.flatMap((vault) =>
    Array.from({ length: perVault }, (_, i) => [
      JSON.stringify({ id: i + 1, ...orderOf(vault, operator, changes) }),
      String(dueMs),
    ]).flat(),
  );
  for (let done = 0; done < args.length; done += 2_000)
    await store.command(
      "EVAL",
      WRITE,
      0,
      "{}",
      T0,
      store.keys.prefix,
      ...args.slice(done, done + 2_000),
    );
  return vaults;
}
