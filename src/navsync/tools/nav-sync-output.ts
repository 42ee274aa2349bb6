import * as z from "zod";
import { navSync, navSyncStatus } from "../../../schemas/nav-sync.ts";
import type { NavSyncState } from "../state-of-sync.ts";

export const navSyncOutput = () =>
  navSync.extend({ state: z.enum([...navSyncStatus.options, "cancelling"]) satisfies z.ZodType<NavSyncState> });
