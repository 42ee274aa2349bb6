import type { Log } from "./deps.ts";

/** Writes a JSON line per event to standard output, where a Worker's logs are taken from. */
export const consoleLog: Log = (event, fields = {}) =>
  console.log(JSON.stringify({ event, ...fields }));
