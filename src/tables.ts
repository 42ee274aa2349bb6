import type { Tables } from "./kinds/tables.ts";

/** The service's own members. */
export const TABLES: Tables = {};
