import * as z from "zod";
import { navSync, navSyncStatus } from "../../../schemas/nav-sync.ts";
import type { NavSyncState } from "../state-of-sync.ts";

/** A NAV sync as tools answer it: the stored one, and its state in one word. */
export const navSyncOutput = () =>
  navSync.extend({ state: z.enum([...navSyncStatus.options, "cancelling"]) satisfies z.ZodType<NavSyncState> });
