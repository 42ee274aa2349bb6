import * as z from "zod";
import { everyChainId } from "../chains.ts";
import { baseUnits, decimalAmount, hexAddress, hexHash, unixMs } from "../primitives.ts";
import { orUnavailable } from "./vault-overview.ts";

/**
 * Why a figure of a trade is missing, beside codes of errors (rpc_unavailable, no_price_feed):
 * `error` of what stands in its place.
 */
export const TRADE_GAPS = {
  pending: "Its transaction is on its way, or was taken back: what became of it is not known yet.",
  not_in_receipt: "The receipt does not show both amounts. A quote is no figure of a trade.",
  receipt_unknown: "What used its nonce is not known to the service, so no receipt is its own.",
  not_recorded: "Not written down when it was sent: the record is from before it was kept.",
  no_price: "The vault's oracle had no price of the chain's coin when it was sent.",
  no_base_token: "The base token is on neither side, so no price in it is known.",
  cost_unknown: "None of what was sold was bought here, so its cost is not known.",
} as const;
export type TradeGap = keyof typeof TRADE_GAPS;

/** A decimal number that may be below 0. */
const signedAmount = z.string().regex(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/);
const signedUnits = z.string().regex(/^(?:0|-?[1-9][0-9]{0,77})$/);
const inBaseToken = (what: string) =>
  z.object({ amount: signedAmount, amountBase: signedUnits }).describe(what);
const named = {
  symbol: z.string().nullable().describe("null: the token cannot be read now."),
  decimals: z.int().nullable().describe("null: the token cannot be read now."),
};

const moved = (what: string) =>
  z
    .object({
      token: hexAddress,
      ...named,
      moved: orUnavailable(
        z.object({
          amount: decimalAmount.nullable().describe("null: its decimals cannot be read now."),
          amountBase: baseUnits,
        }),
      ).describe("By the receipt, never the quote; 0 where nothing was traded."),
    })
    .describe(what);

const gasPaid = z.object({
  units: baseUnits.describe("Gas used."),
  wei: baseUnits.describe("Gas used x effective gas price, and the L1 fee where there is one."),
  amount: decimalAmount.describe("The same in the chain's coin."),
  value: orUnavailable(
    z
      .object({
        amount: signedAmount,
        amountBase: signedUnits,
        block: z.string().describe("Of the oracle's price."),
      })
      .describe(
        "In the base token, at what one coin was worth by the vault's oracle when the call was " +
          "built; rounded up, and no part of any profit.",
      ),
  ),
});

/** One swap of a vault. */
export const vaultTrade = () =>
  z.object({
    n: z.int().describe("Number of its entry in the vault's audit log, by which pages go."),
    at: unixMs.describe("When it was signed, right before it was sent."),
    chainId: everyChainId,
    status: z
      .enum(["confirmed", "reverted", "replaced", "open"])
      .describe("Of what was sent, only confirmed ones traded anything; open: not known yet."),
    venue: z.string(),
    sold: moved("What left the vault."),
    bought: moved("What the vault got."),
    hash: hexHash.describe("The transaction that ended it, else the last one that was sent."),
    blockNumber: z.string().nullable(),
    orderId: z.int().nullable(),
    sliceNumber: z.int().nullable(),
    gas: orUnavailable(gasPaid).describe("Paid by the agent wallet, never by the vault."),
    realised: orUnavailable(
      inBaseToken("What a sale brought above the average cost of what it sold, without gas."),
    )
      .nullable()
      .describe("null: a purchase, or nothing was traded."),
    uncoveredBase: baseUnits
      .nullable()
      .describe(
        "How much of what was sold was not bought here: it counts in no profit. null: no sale.",
      ),
  });

/** What swaps of one token against the base token made. */
const tradedToken = () =>
  z.object({
    token: hexAddress,
    ...named,
    boughtBase: baseUnits,
    paidBase: baseUnits.describe("In the base token, for all that was bought."),
    soldBase: baseUnits,
    receivedBase: baseUnits.describe("In the base token, for all that was sold."),
    heldBase: baseUnits.describe("Bought here and not sold here."),
    costBase: baseUnits.describe("Of what is held, at average cost."),
    uncoveredBase: baseUnits.describe("Sold and not bought here."),
    realised: inBaseToken("Of all its sales."),
    value: orUnavailable(inBaseToken("Of what is held, by the vault's oracle at `block`.")),
    open: orUnavailable(inBaseToken("`value` less the cost of what is held.")),
  });

const totals = () =>
  z.object({
    realised: inBaseToken("Of all sales, at average cost, without gas."),
    open: inBaseToken("Of what is held, without gas.").extend({
      missing: z
        .array(hexAddress)
        .describe("Tokens whose value cannot be read now, which are not in it."),
    }),
    gas: z
      .object({
        wei: baseUnits,
        amount: decimalAmount.describe("The same in the chain's coin."),
        symbol: z.string(),
        value: inBaseToken("Each transaction at its own price."),
        missing: z
          .object({ wei: z.int(), value: z.int() })
          .describe("Mined transactions whose gas, or whose price, is not known: not in it."),
      })
      .describe(
        "Of every transaction that was mined for a swap, reverted and replaced ones too. The agent " +
          "wallet paid it: it stands beside the profit and is never within.",
      ),
    counted: z.int().describe("Swaps in these figures."),
    uncounted: z
      .int()
      .describe(
        "Confirmed swaps without the base token on a side, or without a receipt's amounts.",
      ),
  });

/** A page of a vault's trades, with what all of them together made. */
export const vaultTrades = () =>
  z.object({
    chainId: everyChainId,
    block: z.string().describe("Number of the block that values of what is held are of."),
    baseToken: z.object({ address: hexAddress, symbol: z.string(), decimals: z.int() }),
    trades: z.array(vaultTrade()).describe("The newest first."),
    tokens: z.array(tradedToken()).describe("Of all trades, not of this page alone."),
    totals: totals().describe("Of all trades, not of this page alone."),
    isAll: z
      .boolean()
      .describe(
        "false: the log keeps 10,000 entries a vault and chain, and older ones are gone; what they " +
          "bought has no cost here.",
      ),
    page: z.object({ limit: z.int(), nextCursor: z.int().nullable() }),
  });
export type VaultTrades = z.infer<ReturnType<typeof vaultTrades>>;
export type VaultTrade = VaultTrades["trades"][number];
