import type { NamedGrant } from "../../schemas/agent-grant.ts";
import type { OrderKindId } from "../../schemas/order-kinds.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { getOrder } from "../store/orders/get-order.ts";
import type { ToolContext } from "./tool.ts";

/**
 * For the record of an order that an agent makes by its grant; nothing where a card is tried, since
 * what the owner approves is the owner's.
 */
export function grantOfOrder({ grant, offered }: ToolContext): { grant?: NamedGrant } {
  if (grant === undefined || offered !== undefined) return {};
  const { id, name, agent } = grant;
  return { grant: { id, name, agent } };
}

/** Whether the calling grant made this order. One read of the store. */
export async function isOrderOfGrant(
  { deps, chainId, vault, grant }: ToolContext,
  kind: OrderKindId,
  id: number,
): Promise<boolean> {
  if (grant === undefined || id === 0) return false;
  const nowMs = deps.clock.nowMs();
  const call = { nowMs, vault, kind, chainIds: [chainId], id, from: 1, to: 0 };
  const { found } = await getOrder.run(deps.redis, deps.keys, call);
  return found?.order.grant?.id === grant.id;
}

/** The grant ended between the call's context and the order's script: grant_not_valid. */
export const grantEnded: Refusal = refuse(
  "grant_not_valid",
  "This grant was ended. Nothing was created. Ask the vault's owner for a new one.",
);
