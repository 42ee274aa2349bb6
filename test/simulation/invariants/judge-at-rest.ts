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
    Object.entries(redis.dump(`${keys.prefix}due:`)).flatMap(([, set]) =>
      set instanceof Map ? [...set.keys()] : [],
    ),
  );
  for (const asked of orders) {
    if (world.mayHaveForgotten(asked.at)) continue;
    const record = readOrder(world, asked);
    const name = `order ${asked.id} of ${asked.vault.slice(0, 6)}`;
    if (record === undefined) {
      ledger.violate(`${name} is gone`);
      continue;
    }
    const { order, attempt } = record;
    world.reached.add(`at rest: ${order.status}`);
    const member = `${asked.vault}:${asked.id}`;
    const active = redis.read(keys.activeOrders(asked.vault, chainId));
    const ofOperator = redis.read(keys.operatorOrders(asked.operator, "twap"));
    const closed = redis.read(keys.closedOrders(asked.vault));
    const isIn = (set: unknown, item: string) => set instanceof Set && set.has(item);
    if (isIn(active, String(asked.id)) !== order.active)
      ledger.violate(`${name}: the vault's active set is wrong`);
    if (isIn(ofOperator, member) !== order.active)
      ledger.violate(`${name}: the operator's active set is wrong`);
    if ((Array.isArray(closed) && closed.includes(String(asked.id))) === order.active)
      ledger.violate(`${name}: the closed list is wrong`);
    // Of a paused one only its end is still due.
    const wantsDue =
      order.active &&
      (order.status === "active" || (order.status === "paused" && order.expiresAt !== undefined));
    if (dueIn.has(member) !== wantsDue)
      ledger.violate(`${name} (${order.status}): the due index is wrong`);
    const ofItsOperator = redis.read(keys.dueOf(chainId, asked.operator));
    const turns = redis.read(keys.dueTurns(chainId));
    const isDueOf = ofItsOperator instanceof Map && ofItsOperator.has(member);
    if (isDueOf !== wantsDue)
      ledger.violate(`${name} (${order.status}): its operator's due orders are wrong`);
    if (
      (ofItsOperator instanceof Map && ofItsOperator.size > 0) !==
      (turns instanceof Map && turns.has(asked.operator))
    )
      ledger.violate(`${name}: its operator's turn is wrong`);
    if (order.status === "pending_confirmation" && attempt === undefined)
      ledger.violate(`${name}: pending without an attempt`);
    // What no node showed cannot be known.
    const isHidden = world.lies.has("no logs") || world.lies.has("other receipt");
    if (order.amountsEstimated && !isHidden)
      ledger.violate(`${name} has estimated amounts, and every receipt could be read`);
    const ofOrder = [...ledger.byHash.values()].filter((one) => world.orderOf(one) === asked);
    if (!asked.autoExecute) {
      if (ofOrder.length > 0) ledger.violate(`${name} is its operator's to sign, and was prepared`);
      continue;
    }
    if ([...ledger.forgottenHashes].some((hash) => ofOrder.includes(ledger.byHash.get(hash)!)))
      continue;
    const sum = { slices: 0, sold: 0n, bought: 0n };
    for (const prepared of new Set(ofOrder)) {
      const { attemptId } = prepared;
      const fields = Object(redis.read(keys.attempt(attemptId)) ?? {}) as {
        status?: string;
        json?: string;
      };
      const amounts =
        fields.status === "confirmed" ? JSON.parse(fields.json ?? "{}").amounts : undefined;
      if (fields.status === "confirmed") sum.slices += 1;
      sum.sold += BigInt(amounts?.soldBase ?? 0);
      sum.bought += BigInt(amounts?.boughtBase ?? 0);
      const mined = chain
        .canonical()
        .find(
          ({ tx, status }) =>
            status === "success" && tx.to !== tx.from && ledger.byHash.get(tx.hash) === prepared,
        );
      if ((world.takenBack.get(attemptId) ?? 0) >= chain.shape.confirmations) continue;
      if ((mined !== undefined) !== (fields.status === "confirmed"))
        ledger.violate(
          `${attemptId} is ${fields.status}, the chain has ` +
            `${mined === undefined ? "nothing" : "its success"}`,
        );
      else if (
        mined &&
        !isHidden &&
        (amounts?.soldBase !== mined.soldBase.toString() ||
          amounts.boughtBase !== mined.boughtBase.toString())
      )
        ledger.violate(`${attemptId} moved ${amounts?.soldBase}, the logs say ${mined.soldBase}`);
    }
    // One that catches up trades several slices at once: judge-order-options.ts counts them.
    if (asked.terms?.[0]?.catchUp !== true && order.slicesExecuted !== sum.slices)
      ledger.violate(
        `${name} counts ${order.slicesExecuted} slices, its receipts are ${sum.slices}`,
      );
    if (order.spentBase !== sum.sold.toString() || order.boughtBase !== sum.bought.toString())
      ledger.violate(
        `${name} says ${order.spentBase} for ${order.boughtBase}, its receipts ${sum.sold} ` +
          `for ${sum.bought}`,
      );
  }
}
