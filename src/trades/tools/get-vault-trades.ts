import * as z from "zod";
import { EXAMPLES } from "../../../schemas/documents/examples.ts";
import { TRADES_PAGE } from "../../../schemas/vaults/trades-query.ts";
import { type VaultTrades, vaultTrades } from "../../../schemas/vaults/vault-trades.ts";
import { ownerOnly } from "../../auth/owner-only.ts";
import { unwrap } from "../../errors.ts";
import { allow } from "../../lib/verdict.ts";
import { readTradeLog } from "../../store/audit/read-trade-log.ts";
import { chainInput } from "../../tools/chain-argument.ts";
import { defineTool } from "../../tools/tool.ts";
import { readSeenTrades } from "../read-own-trades.ts";
import { showTrades } from "../show-trades.ts";
import { tradesLines } from "../trades-lines.ts";

/** Serves what GET /api/vault/trades serves. One store read beside the chain's. */
export const getVaultTrades = defineTool({
  name: "get_vault_trades",
  description:
    "Swaps sent for a vault, for its operator, the newest first: amounts by receipt, gas, order, " +
    "profit at average cost; and what all made: realised, not sold, gas beside it.",
  category: "Vault Info",
  says: ["trade ledger", "ledger", "trades with gas|receipts"],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: chainInput.extend({
    cursor: z.int().min(1).optional().describe("`nextCursor` of the page before."),
    limit: z
      .int()
      .min(1)
      .max(TRADES_PAGE.most)
      .default(TRADES_PAGE.default)
      .describe("Trades of a page."),
  }),
  example: {},
  model: "shown",
  // As GET /api/vault/trades has them: whole in the OpenAPI document.
  output: () =>
    vaultTrades()
      .pick({ page: true })
      .loose()
      .extend({
        trades: z.array(z.looseObject({})),
        totals: z.looseObject({}),
      }),
  run: async (ctx, { cursor, limit }) => {
    const { deps, chainId, vault } = ctx;
    const nowMs = deps.clock.nowMs();
    const book = await readSeenTrades(
      deps,
      { chainId, vault },
      {
        owned: ctx.owner().then((owner) => unwrap(ownerOnly(owner, ctx))),
        log: readTradeLog.run(deps.redis, deps.keys, { nowMs, chainId, vault }),
      },
    );
    if (!book.ok) return book;
    const data = showTrades(book.value, { chainId, cursor, limit });
    return allow({ message: tradesLines(data).join("\n"), data });
  },
});

const HASH = `0x${"7c".repeat(32)}` as const;
const usd = (amount: string, amountBase: string) => ({ amount, amountBase });

/** A vault that has bought once and sold a part of it. */
export const TRADES_EXAMPLE: VaultTrades = {
  chainId: EXAMPLES.chainId,
  block: "29384756",
  baseToken: { address: EXAMPLES.usdc, symbol: "USDC", decimals: 6 },
  trades: [
    {
      ...{ n: 7, at: 1_795_000_000_000, chainId: EXAMPLES.chainId, status: "confirmed" },
      venue: EXAMPLES.venue,
      sold: {
        ...{ token: EXAMPLES.zero, symbol: "ETH", decimals: 18 },
        moved: { amount: "0.01", amountBase: "10000000000000000" },
      },
      bought: {
        ...{ token: EXAMPLES.usdc, symbol: "USDC", decimals: 6 },
        moved: usd("31", "31000000"),
      },
      ...{ hash: HASH, blockNumber: "29384700", orderId: 3, sliceNumber: 2 },
      gas: {
        ...{ units: "180000", wei: "900000000000", amount: "0.0000009" },
        value: { ...usd("0.0028", "2800"), block: "29384698" },
      },
      realised: usd("1", "1000000"),
      uncoveredBase: "0",
    },
  ],
  tokens: [
    {
      ...{ token: EXAMPLES.zero, symbol: "ETH", decimals: 18 },
      ...{ boughtBase: "20000000000000000", paidBase: "60000000" },
      ...{ soldBase: "10000000000000000", receivedBase: "31000000" },
      ...{ heldBase: "10000000000000000", costBase: "30000000", uncoveredBase: "0" },
      realised: usd("1", "1000000"),
      value: usd("30.5", "30500000"),
      open: usd("0.5", "500000"),
    },
  ],
  totals: {
    realised: usd("1", "1000000"),
    open: { ...usd("0.5", "500000"), missing: [] },
    gas: {
      ...{ wei: "1800000000000", amount: "0.0000018", symbol: "ETH" },
      value: usd("0.0056", "5600"),
      missing: { wei: 0, value: 0 },
    },
    ...{ counted: 2, uncounted: 0 },
  },
  isAll: true,
  page: { limit: 50, nextCursor: 7 },
};
