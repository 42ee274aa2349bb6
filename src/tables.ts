import type { Tables } from "./kinds/tables.ts";
import { navSyncKind } from "./navsync/nav-sync-kind.ts";
import { triggerKind } from "./triggers/trigger-kind.ts";
import { twapKind } from "./twap/twap-kind.ts";

/** The service's own members. */
export const TABLES: Tables = {
  orderKinds: { twap: twapKind, nav_sync: navSyncKind, trigger: triggerKind },
};
