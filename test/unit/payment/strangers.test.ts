import { describe, expect, test } from "vitest";
import { KINDS } from "../../attack/kinds.ts";
import { runAttack } from "../../attack/run-attack.ts";
import { SOURCES } from "../../attack/sources.ts";

/**
 * Above every limit of one network but the four hours' of a session; `npm run attack:unpaid` sends
 * 10,000 of each.
 */
const REQUESTS = 90;

describe.each(SOURCES)("a stranger without money, from $name", (source) => {
  test.each(KINDS)(
    "attack: $name: others are asked no more than the limits allow",
    async (kind) => {
      const { asked, ceiling, statuses } = await runAttack(kind, source, REQUESTS);
      for (const name of Object.keys(ceiling) as (keyof typeof ceiling)[])
        expect(
          asked[name],
          `${name}, answers ${JSON.stringify([...statuses])}`,
        ).toBeLessThanOrEqual(ceiling[name]);
      // Refused, or fixed text: no fault of ours, and none of form, which would attack nothing.
      expect([...statuses.keys()].filter((status) => status === 400 || status >= 500)).toEqual([]);
    },
  );
});
