import type { NavSync, NavSyncStatus } from "../../schemas/nav-sync.ts";

export type NavSyncState = NavSyncStatus | "cancelling";

/** `cancelling`: while a transaction is out, whose outcome is not known yet. */
export const stateOfSync = ({ status, pendingAttempt }: Pick<NavSync, "status" | "pendingAttempt">): NavSyncState =>
  status === "cancelled" && pendingAttempt !== undefined ? "cancelling" : status;
