import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const OF_ROOM = z.strictObject({
  /**
   * `declared`: as in test/unit/tools/declarations.test.ts; `least`: scope of a grant that calls it.
   */
  tools: z.record(
    z.string(),
    z.strictObject({ declared: z.string(), least: z.enum(["read", "propose", "trade", "owner"]) }),
  ),
  /** Signatures of methods that an agent may be delegated, by scope. */
  delegable: z.record(z.string(), z.array(z.string())),
});

const unit = join(import.meta.dirname, "../unit");
const rooms = globSync("*/by-hand.data.json", { cwd: unit }).map((path) =>
  OF_ROOM.parse(JSON.parse(readFileSync(join(unit, path), "utf8"))),
);
const tools = rooms.flatMap((room) => Object.entries(room.tools));

/**
 * Expectations that a room's own folder of tests has, beside those in the tests' own lists: a tool,
 * and a method that an agent may be delegated, are decided upon in one place.
 */
export const byHand = {
  declared: Object.fromEntries(tools.map(([name, { declared }]) => [name, declared])),
  leastScope: Object.fromEntries(tools.map(([name, { least }]) => [name, least])),
  /** [requiresOperatorAuth, readOnly] */
  flags: Object.fromEntries(
    tools.map(([name, { declared }]) => [
      name,
      [/^(?:operator|signer|holder) /.test(declared), / read\b/.test(declared)] as const,
    ]),
  ),
  delegable: (scope: string): string[] => rooms.flatMap((room) => room.delegable[scope] ?? []),
};
