import type { World } from "../world/create-world.ts";
import { PARTIES } from "../world/party.ts";
import { readOrder } from "./read-order.ts";

/** The store's indexes say what its orders say, and its sums what the chain's logs say. */
export function judgeAtRest(world: World): void {
  const { redis, keys, ledger, orders, chain, chainId } = world;
  for (const { vault } of PARTIES) {
    const given = Number(redis.read(keys.orderHighWater(vault)) ?? 0);
    const asked = world.asked.get(vault) ?? 0;
    if (given > asked) ledger.violate(`${given} orders were made of ${asked} that were asked for`);
  }
  const dueIn = new Set(
    Object.entries(redis.dump(`${keys.prefix}due:`)).flatMap(([, set]) => (set instanceof Map ? [...set.keys()] : [])),
  );
  for (const asked of orders) {
    const record = readOrder(world, asked);
    const name = `order ${asked.id} of ${asked.vault.slice(0, 6)}`;
    if (record === undefined) {
      if (!world.hasForgotten()) ledger.violate(`${name} is gone`);
      continue;
    }
    const { order, attempt } = record;
    world.reached.add(`at rest: ${order.status}`);
    const member = `${asked.vault}:${asked.id}`;
    const active = redis.read(keys.activeOrders(asked.vault, chainId));
    const ofOperator = redis.read(keys.operatorOrders(asked.operator));
    const closed = redis.read(keys.closedOrders(asked.vault));
    const isIn = (set: unknown, item: string) => set instanceof Set && set.has(item);
    if (isIn(active, String(asked.id)) !== order.active) ledger.violate(`${name}: the vault's active set is wrong`);
    if (isIn(ofOperator, member) !== order.active) ledger.violate(`${name}: the operator's active set is wrong`);
    if ((Array.isArray(closed) && closed.includes(String(asked.id))) === order.active)
      ledger.violate(`${name}: the closed list is wrong`);
    const wantsDue = order.active && order.status === "active";
    if (dueIn.has(member) !== wantsDue) ledger.violate(`${name} (${order.status}): the due index is wrong`);
    const ofItsOperator = redis.read(keys.dueOf(chainId, asked.operator));
    const turns = redis.read(keys.dueTurns(chainId));
    const isDueOf = ofItsOperator instanceof Map && ofItsOperator.has(member);
    if (isDueOf !== wantsDue) ledger.violate(`${name} (${order.status}): its operator's due orders are wrong`);
    if (
      (ofItsOperator instanceof Map && ofItsOperator.size > 0) !== (turns instanceof Map && turns.has(asked.operator))
    )
      ledger.violate(`${name}: its operator's turn is wrong`);
    if (order.status === "pending_confirmation" && attempt === undefined)
      ledger.violate(`${name}: pending without an attempt`);
    if (!asked.autoExecute || world.hasForgotten()) continue;

    const mined = chain.canonical().filter(({ tx, status }) => {
      const known = ledger.byHash.get(tx.hash);
      return status === "success" && tx.to !== tx.from && known?.vault === asked.vault && known.orderId === asked.id;
    });
    const lost = world.lostByDeepReorg(asked.vault, asked.id);
    if (order.slicesExecuted !== mined.length && !lost)
      ledger.violate(`${name} counts ${order.slicesExecuted} slices, the chain has ${mined.length}`);
    if (lost || order.amountsEstimated) continue;
    const sold = mined.reduce((sum, { soldBase }) => sum + soldBase, 0n);
    const bought = mined.reduce((sum, { boughtBase }) => sum + boughtBase, 0n);
    if (order.spentBase !== sold.toString() || order.boughtBase !== bought.toString())
      ledger.violate(`${name} says ${order.spentBase} for ${order.boughtBase}, the logs say ${sold} for ${bought}`);
  }
}
