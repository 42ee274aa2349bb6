import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress } from "../primitives.ts";
import { agentGas } from "./agent-gas.ts";

/** What stands in the place of a part of an answer that cannot be read now. */
const unavailable = () =>
  z
    .object({
      unavailable: z.object({
        error: z.string(),
        message: z.string(),
      }),
    })
    .describe("Cannot be read now: neither 0 nor empty. `error` is a code.");
export type Unavailable = z.infer<ReturnType<typeof unavailable>>;

/** A part of an answer, or why it cannot be read: never 0 and never left out in its place. */
export const orUnavailable = <T extends z.ZodType>(part: T) => z.union([part, unavailable()]);

const amount = decimalAmount.nullable();

/** A vault at a glance: what it is, and whether its agent may act. */
export const vaultGlance = () =>
  z.object({
    name: z.string(),
    symbol: z.string(),
    owner: hexAddress,
    decimals: z.int().describe("Of the vault's own token."),
    totalSupplyBase: baseUnits,
    baseToken: z.object({ address: hexAddress, symbol: z.string(), decimals: z.int() }),
    unitaryValue: amount.describe(
      "NAV per unit in the base token; null where it cannot be measured now.",
    ),
    netTotalValue: amount,
    isFrozen: z
      .boolean()
      .describe("Nothing is sent for it, on any chain, until its owner lifts that."),
    limits: z
      .enum(["set", "none"])
      .describe(
        "Whether anything bounds what the agent may give away. none: POST " +
          "/api/settings/limits sets what does.",
      ),
    delegation: z
      .object({ agent: hexAddress, isEnabled: z.boolean(), methods: z.int() })
      .nullable()
      .describe("To its agent wallet, as last confirmed. null: never."),
  });
export type VaultGlance = z.infer<ReturnType<typeof vaultGlance>>;

const holding = () =>
  z.object({
    token: hexAddress,
    symbol: z.string(),
    decimals: z.int(),
    amount: decimalAmount,
    amountBase: baseUnits,
    isCounted: z
      .boolean()
      .describe("The vault counts it in its NAV. What it does not count is no part of the total."),
    value: orUnavailable(
      z.object({
        amount: decimalAmount.describe("In the base token, by the vault's own oracle."),
        amountBase: baseUnits,
        shareOfNavBps: z
          .int()
          .nullable()
          .describe("null: not counted, or the NAV cannot be measured now."),
      }),
    ),
  });

const lossBudget = (what: string) =>
  z
    .object({
      limitBps: z.int(),
      used: z.string().describe('A percentage: "0.42%".'),
      left: z.string().describe("The limit less what is used, at least 0%."),
    })
    .describe(what);

/**
 * What it is worth and holds, and what is left to its agent. All figures of the chain are of
 * `block`, but for positions and the agent's coin.
 */
export const vaultFigures = () =>
  z.object({
    block: z.string().describe("Number of the block that NAV, holdings and their values are of."),
    nav: orUnavailable(
      z.object({
        unitaryValue: decimalAmount.describe("NAV per unit, in the base token."),
        unitaryValueBase: baseUnits,
        netTotalValue: decimalAmount.describe("The total value, in the base token."),
        netTotalValueBase: baseUnits,
      }),
    ),
    holdings: orUnavailable(z.array(holding())).describe(
      "The base token first, then what else it holds on this chain.",
    ),
    agent: orUnavailable(agentGas()).describe(
      "The agent wallet, the chain's coin that it pays gas with, and how long that lasts.",
    ),
    lossBudget: orUnavailable(
      z.object({
        day: lossBudget("What executed calls may cost the vault per unit in 24 hours."),
        week: lossBudget("The same in 7 days."),
      }),
    ),
  });
