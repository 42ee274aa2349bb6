import type { NavSync } from "../../schemas/orders/nav-sync.ts";
import type { TriggerOrder } from "../../schemas/orders/trigger-order.ts";
import type { TwapOrder } from "../../schemas/orders/twap-order.ts";
import type { OrderMost } from "../../src/kinds/order-kind.ts";
import { navSyncKind } from "../../src/navsync/nav-sync-kind.ts";
import { auditNavSync } from "../../src/navsync/nav-sync-rules.ts";
import { auditTrigger } from "../../src/triggers/audit-trigger.ts";
import { triggerKind } from "../../src/triggers/trigger-kind.ts";
import { twapKind } from "../../src/twap/twap-kind.ts";
import { auditCreated } from "../../src/twap/twap-order-rules.ts";

type Most = { ofVault?: number; ofOperator?: number };

/** What create-order takes of a new order of each kind, with other limits where they are given. */
export const newOrders = {
  twap: (order: Omit<TwapOrder, "id">, most: Most = {}) => ({
    ...{ order, audit: auditCreated(order), hasCard: true, most: mostOf(twapKind.most, most) },
  }),
  sync: (order: Omit<NavSync, "id">, most: Most = {}) => ({
    ...{ order, audit: auditNavSync(order), hasCard: false, most: mostOf(navSyncKind.most, most) },
  }),
  trigger: (order: Omit<TriggerOrder, "id">) => ({
    ...{ order, audit: auditTrigger.created(order), hasCard: false, most: triggerKind.most },
  }),
};

function mostOf({ ofVault, ofOperator }: OrderMost, most: Most): OrderMost {
  return {
    ofVault: { ...ofVault, ...(most.ofVault !== undefined && { most: most.ofVault }) },
    ofOperator: { ...ofOperator, ...(most.ofOperator !== undefined && { most: most.ofOperator }) },
  };
}
