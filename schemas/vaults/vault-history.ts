import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../primitives.ts";
import { auditQuery } from "./audit-query.ts";
import { SAMPLE_RULES } from "./sample-rules.ts";
import { orUnavailable } from "./vault-overview.ts";

/** Query of a vault's history. */
export const historyQuery = auditQuery.omit({ from: true }).extend({
  days: z
    .string()
    .regex(/^[0-9]{1,3}$/, "must be an integer")
    .transform(Number)
    .pipe(z.int().min(1).max(SAMPLE_RULES.daysKept))
    .default(SAMPLE_RULES.daysShown)
    .meta({
      type: "integer",
      pattern: undefined,
      minimum: 1,
      maximum: SAMPLE_RULES.daysKept,
      description: "How far back, in days.",
    }),
});

const signed = () => z.string().regex(/^-?[0-9]+$/);

const sum = (what: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .describe(`${what} Exact, in the base token.`);

/** NAV, supply and value over time, and what of their change the trading made. */
export const vaultHistory = () =>
  z.object({
    baseToken: z.object({ address: hexAddress, symbol: z.string(), decimals: z.int() }),
    decimals: z.int().describe("Of the vault's own token, which `supplyBase` counts."),
    isSampled: z
      .boolean()
      .describe("false: no delegation is confirmed, so nothing is added to the samples."),
    samples: z
      .array(
        z.object({
          atMs: unixMs,
          block: z.string(),
          cadence: z
            .enum(["hourly", "daily"])
            .describe(
              "When the next was due. Hourly for seven days while an order is open or somebody " +
                "looked or traded within a week; older ones are thinned to one a day, 400 days.",
            ),
          figures: orUnavailable(
            z.object({
              unitaryValue: decimalAmount.describe("NAV per unit, in the base token."),
              unitaryValueBase: baseUnits,
              supplyBase: signed().describe(
                "Units, with those that came from other chains (less what left).",
              ),
              netTotalValue: decimalAmount,
              netTotalValueBase: baseUnits,
              movedPerUnitBase: signed().describe(
                "What syncs between chains moved here per unit since the sample before.",
              ),
            }),
          ),
        }),
      )
      .describe("Oldest first."),
    gaps: z
      .array(z.object({ fromMs: unixMs, toMs: unixMs.nullable() }))
      .describe("Where samples are missing. `toMs: null`: until now."),
    sums: z
      .object({
        change: sum("NAV times supply at the last sample, less that at the first."),
        performance: sum(
          "The sum of (next NAV - NAV) x supply, without what syncs moved: no deposit is a profit, " +
            "and no sync a loss.",
        ),
        flows: sum("The sum of next NAV x (next supply - supply), and what syncs moved."),
      })
      .nullable()
      .describe("Between the first and the last sample that have figures. null: fewer than two."),
  });
export type VaultHistory = z.infer<ReturnType<typeof vaultHistory>>;
