import { createKeys } from "../../src/store/kernel/keys.ts";

type Order = { vault: string; operator: string; id: number | string; chainId?: number };

/**
 * Moves an order to a time in every index of what is due, as set_due does; not its operator's turn
 * when it has to wait longer.
 */
export async function putDue(
  command: (parts: string[]) => Promise<unknown>,
  prefix: string,
  { vault, operator, id, chainId = 8453 }: Order,
  dueMs: number,
): Promise<void> {
  const keys = createKeys(prefix);
  const member = `${vault.toLowerCase()}:${id}`;
  await command(["ZADD", keys.due(chainId), String(dueMs), member]);
  await command(["ZADD", keys.dueOf(chainId, operator), String(dueMs), member]);
  await command(["ZADD", keys.dueTurns(chainId), String(dueMs * 1000), operator.toLowerCase()]);
}
