import type { Log } from "./lib/ports.ts";

/** One JSON line per event on standard output, which is where a Worker's logs are taken from. */
export const consoleLog: Log = (event, fields = {}) => console.log(JSON.stringify({ event, ...fields }));
