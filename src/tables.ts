import type { Tables } from "./kinds/tables.ts";
import { CHANNELS } from "./tables/channels.ts";

/** The service's own members. */
export const TABLES: Tables = {
  channels: CHANNELS,
};
