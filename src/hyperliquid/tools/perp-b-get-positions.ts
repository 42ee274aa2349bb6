import { zeroAddress } from "viem";
import * as z from "zod";
import { unixMs } from "../../../schemas/primitives.ts";
import { HYPERLIQUID_WIRE } from "../../calldata/hyperliquid-call.ts";
import { authorityReads } from "../../chain/vault-reads.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { allow, refuse } from "../../lib/verdict.ts";
import { followedOrders } from "../../tools/followed-orders.ts";
import { defineTool, type ViewedVault, vaultRead } from "../../tools/tool.ts";
import type { PerpFill, PerpOrder, PerpPosition } from "../../venues/hyperliquid-port.ts";
import {
  lookUpHyperliquidOrder,
  type OrderOutcome,
} from "../../venues/look-up-hyperliquid-order.ts";
import { hyperliquidApi } from "../hyperliquid-api.ts";
import { perpBCloid } from "./perp-b-output.ts";

/** The newest fills are shown. */
const FILLS = 10;

export const perpBGetPositions = defineTool({
  name: "perp_b_get_positions",
  aliases: ["hyperliquid_get_positions"],
  description:
    "Shows the vault's Hyperliquid account: value, positions with liquidation price and " +
    "funding, open orders, last fills. With cloid or orderId, what became of that order: " +
    "waiting, executed, cancelled, dropped or unknown.",
  category: "Hyperliquid Perpetuals",
  says: ["hyperliquid positions", "~@perpb positions|position|account|orders|balance|pnl"],
  ...vaultRead,
  chain: 999,
  input: z.object({
    cloid: perpBCloid.describe("An order's own id."),
    orderId: z.int().min(1).optional().describe("The venue's number of an order."),
    orderedAt: unixMs
      .optional()
      .describe("When the order was mined, in ms: tells one that waits from one that was dropped."),
  }),
  example: {},
  output: () =>
    z.object({
      adapter: z
        .enum(["present", "absent", "unknown"])
        .describe("Of the vaults, on chain 999: without it only reads work."),
      ...perpBView.output().shape,
      fills: z.array(fill()),
      followed: followedOrders.output(),
      order: lookedUp().optional(),
    }),
  run: async (ctx, { cloid, orderId, orderedAt }) => {
    const { deps, vault } = ctx;
    const venue = deps.api(hyperliquidApi);
    if (cloid !== undefined && orderId !== undefined)
      return refuse("invalid_request", "cloid, orderId: give one of them.");
    const chain = deps.chain(ctx.chainId);
    const id = cloid ?? orderId;
    const wanted =
      id === undefined
        ? undefined
        : { vault, id, ...(orderedAt !== undefined && { orderedAtMs: orderedAt }) };
    const [view, fills, order, [adapter], followed] = await Promise.all([
      perpBView.read(ctx),
      venue.fills(vault),
      wanted === undefined
        ? allow(undefined)
        : lookUpHyperliquidOrder({ venue, nowMs: deps.clock.nowMs() }, wanted),
      chain.rpc.send([
        authorityReads.applicationAdapter(
          chain.addresses.authority,
          HYPERLIQUID_WIRE.selectors.sendRawAction,
        ),
      ]),
      followedOrders.read(ctx, "perp_b"),
    ]);
    if (!view.ok) return view;
    if (!fills.ok) return fills;
    if (!order.ok) return order;
    const state: "present" | "absent" | "unknown" = !adapter.ok
      ? "unknown"
      : adapter.value === zeroAddress
        ? "absent"
        : "present";
    const lines = [
      ...(order.value === undefined ? [] : [outcomeLine(order.value)]),
      ...view.value.lines,
      ...followedOrders.lines(followed),
      ...(state === "absent"
        ? ["The vaults have no adapter for Hyperliquid on chain 999 yet: nothing can be ordered."]
        : []),
    ];
    return allow({
      message: lines.join("\n"),
      data: {
        adapter: state,
        ...view.value.data,
        fills: fills.value.slice(0, FILLS).map(fillOf),
        followed,
        ...(order.value !== undefined && { order: outcomeOf(order.value) }),
      },
    });
  },
});

/**
 * The account with its positions and open orders, in lines and figures. Refuses as the venue does.
 */
export const perpBView = {
  output: () =>
    z.object({
      accountValueUsd: z.string(),
      notionalUsd: z.string(),
      marginUsedUsd: z.string(),
      withdrawableUsd: z.string(),
      spotUsdc: z.string(),
      positions: z.array(position()),
      openOrders: z.array(openOrder()),
    }),
  read: async ({ deps, vault, owned }: ViewedVault) => {
    await owned;
    const venue = deps.api(hyperliquidApi);
    const [account, spot, open] = await Promise.all([
      venue.account(vault),
      venue.spotUsdcE8(vault),
      venue.openOrders(vault),
    ]);
    if (!account.ok) return account;
    if (!spot.ok) return spot;
    if (!open.ok) return open;
    const { accountValueBase, notionalBase, marginUsedBase, withdrawableBase } = account.value;
    const [positions, openOrders] = [
      account.value.positions.map(positionOf),
      open.value.map(orderOf),
    ];
    const lines = [
      `Account ${usd(accountValueBase)} USDC (${usd(withdrawableBase)} free), spot ` +
        `${e8(spot.value)} USDC.`,
      ...(positions.length === 0 ? ["No open positions."] : positions.map(positionLine)),
      ...openOrders.map(
        (one) =>
          `Open order ${one.orderId}: ${one.side} ${one.left} ${one.coin} at ` +
          `${one.price}${one.reduceOnly ? ", reduce-only" : ""}`,
      ),
    ];
    return allow({
      lines,
      data: {
        accountValueUsd: usd(accountValueBase),
        notionalUsd: usd(notionalBase),
        marginUsedUsd: usd(marginUsedBase),
        withdrawableUsd: usd(withdrawableBase),
        spotUsdc: e8(spot.value),
        positions,
        openOrders,
      },
    });
  },
};

const position = () =>
  z.object({
    coin: z.string(),
    side: z.enum(["long", "short"]),
    size: z.string(),
    entryPrice: z.string(),
    valueUsd: z.string(),
    unrealizedPnlUsd: z.string(),
    liquidationPrice: z.string().nullable(),
    leverage: z.number(),
    isIsolated: z.boolean(),
    marginUsedUsd: z.string(),
    fundingPaidUsd: z.string().describe("Since the position was opened; negative: received."),
  });
const ordered = () =>
  z.object({
    coin: z.string(),
    orderId: z.int(),
    cloid: z.string().nullable(),
    side: z.enum(["buy", "sell"]),
    price: z.string(),
    size: z.string(),
  });
const openOrder = () =>
  ordered().extend({
    left: z.string(),
    reduceOnly: z.boolean(),
    tif: z.string().nullable(),
    placedAt: unixMs,
  });
const fill = () =>
  ordered().extend({
    feeUsd: z.string(),
    closedPnlUsd: z.string(),
    at: unixMs,
  });
const lookedUp = () =>
  z.object({
    status: z.enum(["waiting", "executed", "cancelled", "dropped", "unknown"]),
    reason: z.string().describe("The venue's own word, or why none is known."),
    size: z.string().nullable(),
    filled: z.string(),
    averagePrice: z.string().nullable(),
    feeUsd: z.string(),
    at: unixMs.nullable(),
  });

const usd = (base: bigint): string => formatUnits(base, 6);
const e8 = (value: bigint): string => formatUnits(value, 8);

const positionOf = (one: PerpPosition) => ({
  coin: one.coin,
  side: one.sizeE8 < 0n ? ("short" as const) : ("long" as const),
  size: e8(one.sizeE8 < 0n ? -one.sizeE8 : one.sizeE8),
  entryPrice: e8(one.entryPriceE8),
  valueUsd: usd(one.valueBase),
  unrealizedPnlUsd: usd(one.unrealizedPnlBase),
  liquidationPrice: one.liquidationPrice,
  leverage: one.leverage,
  isIsolated: one.isIsolated,
  marginUsedUsd: usd(one.marginUsedBase),
  fundingPaidUsd: usd(one.fundingPaidBase),
});
const positionLine = (one: ReturnType<typeof positionOf>): string =>
  `${one.coin} ${one.side} ${one.size}, worth ${one.valueUsd} USDC, entered at ` +
  `${one.entryPrice}, profit ${one.unrealizedPnlUsd}, liquidated at ` +
  `${one.liquidationPrice ?? "no price of its own"}, funding paid ${one.fundingPaidUsd}`;
const orderedOf = ({ coin, oid, cloid, isBuy, sizeE8 }: PerpOrder | PerpFill, priceE8: bigint) => ({
  coin,
  orderId: oid,
  cloid,
  side: isBuy ? ("buy" as const) : ("sell" as const),
  price: e8(priceE8),
  size: e8(sizeE8),
});
const orderOf = (one: PerpOrder) => ({
  ...orderedOf(one, one.limitPriceE8),
  left: e8(one.leftE8),
  reduceOnly: one.reduceOnly,
  tif: one.tif,
  placedAt: one.placedMs,
});
const fillOf = (one: PerpFill) => ({
  ...orderedOf(one, one.priceE8),
  feeUsd: usd(one.feeBase),
  closedPnlUsd: usd(one.closedPnlBase),
  at: one.timeMs,
});
const outcomeOf = ({
  status,
  reason,
  sizeE8,
  filledE8,
  averagePriceE8,
  feeBase,
  atMs,
}: OrderOutcome) => ({
  status,
  reason,
  size: sizeE8 === null ? null : e8(sizeE8),
  filled: e8(filledE8),
  averagePrice: averagePriceE8 === null ? null : e8(averagePriceE8),
  feeUsd: usd(feeBase),
  at: atMs,
});
const outcomeLine = ({ status, reason, filledE8, averagePriceE8 }: OrderOutcome): string =>
  `The order is ${status} ` +
  `(${reason})${filledE8 === 0n ? "." : `: ${e8(filledE8)} filled at ${e8(averagePriceE8 ?? 0n)} on average.`}`;
