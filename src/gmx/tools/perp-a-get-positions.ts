import * as z from "zod";
import { baseUnits, hexAddress, hexHash } from "../../../schemas/primitives.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { formatUnits } from "../../lib/parse-units.ts";
import { allow } from "../../lib/verdict.ts";
import { followedOrders } from "../../tools/followed-orders.ts";
import { defineTool, type ViewedVault, vaultRead } from "../../tools/tool.ts";
import { GMX, gmxApi } from "../gmx.ts";
import { gmxPosition, orderTypeName } from "../gmx-position.ts";
import type { GmxPositionInfo } from "../gmx-reads.ts";
import { gmxScale } from "../gmx-scale.ts";
import { lookUpGmxOrder } from "../look-up-gmx-order.ts";
import { positionView } from "../position-view.ts";
import { readClaims } from "../read-claims.ts";
import { type GmxAccount, readGmxAccount } from "../read-gmx-account.ts";
import { leftOutOfClaims } from "./perp-a-claim-funding-fees.ts";
import { perpAToken } from "./perp-a-market.ts";
import { perpAClaim } from "./perp-a-output.ts";

export const perpAGetPositions = defineTool({
  name: "perp_a_get_positions",
  aliases: ["gmx_get_positions"],
  description:
    "Shows the vault's GMX positions (size, collateral, entry, mark, PnL, leverage, " +
    "liquidation price, funding and borrowing owed), its pending orders with keys and age, " +
    "and what can be claimed. With orderKey, what became of that order.",
  category: "GMX Perpetuals",
  says: ["gmx positions", "~gmx positions|position|orders|long|short|pnl"],
  ...vaultRead,
  chain: GMX.chainId,
  input: z.object({ orderKey: hexHash.optional().describe("An order that was made before.") }),
  example: {},
  output: () =>
    perpAView.output().extend({ followed: followedOrders.output(), order: lookedUp().optional() }),
  run: async (ctx, { orderKey }) => {
    const { deps, vault } = ctx;
    const chain = deps.chain(GMX.chainId);
    const read = await perpAView.account(ctx);
    if (!read.ok) return read;
    const account = read.value;
    const [view, found, followed] = await Promise.all([
      perpAView.of(ctx, account),
      orderKey === undefined
        ? undefined
        : lookUpGmxOrder(
            { chain },
            { vault, orderKey: lowerHex(orderKey), orders: account.orders },
          ),
      followedOrders.read(ctx, "perp_a"),
    ]);
    if (!view.ok) return view;
    if (found !== undefined && !found.ok) return found;
    const lines = [
      ...view.value.lines,
      ...followedOrders.lines(followed),
      ...(found === undefined
        ? []
        : [
            "That order: " +
              `${found.value.status}${found.value.reason === null ? "" : ` (${found.value.reason})`}.`,
          ]),
    ];
    return allow({
      message: lines.length === 0 ? "The vault has nothing at GMX." : lines.join("\n"),
      suggestions:
        view.value.data.claims.length > 0 ? ["Claim it with perp_a_claim_funding_fees"] : [],
      data: { ...view.value.data, followed, ...(found !== undefined && { order: found.value }) },
    });
  },
});

/**
 * Positions, pending orders and claims, a line for each and their figures. Refuses as
 * readGmxAccount and readClaims do.
 */
export const perpAView = {
  output: () =>
    z.object({
      positions: z.array(position()),
      orders: z.array(order()),
      claims: z.array(perpAClaim()),
    }),
  account: ({ deps, vault, owned }: ViewedVault) =>
    readGmxAccount({
      chain: deps.chain(GMX.chainId),
      gmx: deps.api(gmxApi),
      vault,
      orChain: true,
      owned,
    }),
  of: async ({ deps, vault }: ViewedVault, account: GmxAccount) => {
    const chain = deps.chain(GMX.chainId);
    const token = perpAToken(account, chain.addresses.wrappedNative);
    const claims = await readClaims({ chain, vault, markets: account.markets });
    if (!claims.ok) return claims;
    const nowMs = deps.clock.nowMs();
    const positions = account.positions.map((info) => shownPosition(info, account, token));
    const orders = account.orders.map((one) => shownOrder(one, account, nowMs));
    const claimed = claims.value.claims.map(token.claim);
    const lines = [
      ...positions.map(
        (one) =>
          `${one.marketName} ${one.isLong ? "long" : "short"}: ${one.sizeUsd} USD with ` +
          `${one.collateralAmount} ${one.collateralSymbol}, entry ` +
          `${one.entryPrice ?? "unknown"}, mark ${one.markPrice ?? "unknown"}, PnL ` +
          `${one.pnlUsd ?? "unknown"} USD, leverage ${one.leverage ?? "none"}, liquidation ` +
          `${one.liquidationPrice ?? "none"}, owes ${one.borrowingUsd} USD of borrowing and ` +
          `${one.fundingUsd} USD of funding.`,
      ),
      ...orders.map(
        (one) =>
          `Order ${one.orderKey}: ${one.orderType} of ${one.sizeDeltaUsd} USD in ` +
          `${one.marketName} ` +
          `${one.isLong ? "long" : "short"}${one.triggerPrice === null ? "" : ` at ${one.triggerPrice}`}, ` +
          `${one.ageSec} s old${one.isFrozen ? ", frozen: GMX could not execute it" : ""}.`,
      ),
      ...claimed.map(({ amount, symbol }) => `Claimable funding: ${amount} ${symbol}.`),
      ...(claims.value.leftOut.length === 0 ? [] : [leftOutOfClaims(claims.value.leftOut)]),
    ];
    return allow({ lines, data: { positions, orders, claims: claimed } });
  },
  read: async (around: ViewedVault) => {
    const account = await perpAView.account(around);
    return account.ok ? perpAView.of(around, account.value) : account;
  },
};

type Token = ReturnType<typeof perpAToken>;

function shownPosition(info: GmxPositionInfo, account: GmxAccount, token: Token) {
  const { position, pnlUsd, key } = info;
  const { collateralToken } = position;
  const { market, netUsd, ...view } = positionView(info, account);
  const index = market && account.tickers.get(market.indexToken);
  const decimals = market && account.tokens.get(market.indexToken)?.decimals;
  const price = (value: bigint) =>
    decimals === undefined ? null : gmxScale.priceText(value, decimals);
  const usd = (value: bigint) => (isPriced ? gmxScale.usdText(value) : null);
  const leverage = gmxPosition.leverageBps(position.sizeUsd, netUsd + view.closeFeeUsd);
  const isPriced = index !== undefined && info.collateralPrice.min > 0n;
  return {
    positionKey: key,
    market: position.market,
    marketName: market?.name ?? position.market,
    isLong: position.isLong,
    sizeUsd: gmxScale.usdText(position.sizeUsd),
    sizeTokens: decimals === undefined ? null : formatUnits(position.sizeTokens, decimals),
    collateral: collateralToken,
    collateralSymbol: token.symbol(collateralToken),
    collateralAmount: formatUnits(position.collateralBase, token.decimals(collateralToken)),
    collateralBase: position.collateralBase.toString(),
    collateralUsd: usd(view.collateralUsd),
    entryPrice: price(gmxPosition.entryPrice(position)),
    markPrice: index === undefined ? null : price(position.isLong ? index.min : index.max),
    pnlUsd: usd(pnlUsd),
    netUsd: usd(netUsd),
    leverage: !isPriced || leverage === null ? null : `${formatUnits(leverage / 100n, 2)}x`,
    liquidationPrice:
      !isPriced || view.liquidationPrice === null ? null : price(view.liquidationPrice),
    borrowingUsd: gmxScale.usdText(view.borrowingUsd),
    fundingUsd: gmxScale.usdText(view.fundingUsd),
    closeFeeUsd: gmxScale.usdText(view.closeFeeUsd),
    earnedLongBase: info.earnedLongBase.toString(),
    earnedShortBase: info.earnedShortBase.toString(),
  };
}

function shownOrder(one: GmxAccount["orders"][number], account: GmxAccount, nowMs: number) {
  const market = account.markets.find(({ market: at }) => at === one.market);
  const decimals = market && account.tokens.get(market.indexToken)?.decimals;
  return {
    orderKey: one.key,
    orderType: orderTypeName(one.orderType) ?? String(one.orderType),
    market: one.market,
    marketName: market?.name ?? one.market,
    isLong: one.isLong,
    sizeDeltaUsd: gmxScale.usdText(one.sizeDeltaUsd),
    collateral: one.collateralToken,
    collateralDeltaBase: one.collateralDeltaBase.toString(),
    triggerPrice:
      one.triggerPrice === 0n || decimals === undefined
        ? null
        : gmxScale.priceText(one.triggerPrice, decimals),
    ageSec: Math.max(0, Math.floor(nowMs / 1_000) - Number(one.updatedAtSec)),
    isFrozen: one.isFrozen,
  };
}

const position = () =>
  z.object({
    positionKey: hexHash,
    market: hexAddress,
    marketName: z.string(),
    isLong: z.boolean(),
    sizeUsd: z.string(),
    sizeTokens: z.string().nullable(),
    collateral: hexAddress,
    collateralSymbol: z.string(),
    collateralAmount: z.string(),
    collateralBase: baseUnits,
    collateralUsd: z.string().nullable(),
    entryPrice: z.string().nullable(),
    markPrice: z.string().nullable().describe("GMX's, at which it would be closed."),
    pnlUsd: z.string().nullable().describe("Before fees and impact."),
    netUsd: z.string().nullable().describe("Collateral and PnL, less all that closing it costs."),
    leverage: z.string().nullable(),
    liquidationPrice: z.string().nullable(),
    borrowingUsd: z.string(),
    fundingUsd: z.string(),
    closeFeeUsd: z.string(),
    earnedLongBase: baseUnits.describe(
      "Funding earned, claimable once the position is changed; in the market's long token.",
    ),
    earnedShortBase: baseUnits,
  });

const order = () =>
  z.object({
    orderKey: hexHash,
    orderType: z.string(),
    market: hexAddress,
    marketName: z.string(),
    isLong: z.boolean(),
    sizeDeltaUsd: z.string(),
    collateral: hexAddress,
    collateralDeltaBase: baseUnits,
    triggerPrice: z.string().nullable(),
    ageSec: z.number(),
    isFrozen: z.boolean(),
  });

const lookedUp = () =>
  z.object({
    status: z.enum(["waiting", "executed", "cancelled", "frozen", "unknown"]),
    reason: z.string().nullable(),
    executionPrice: baseUnits.nullable(),
    sizeDeltaUsd: baseUnits.nullable(),
    collateralDeltaBase: baseUnits.nullable(),
    basePnlUsd: z.string().nullable(),
    transactionHash: hexHash.nullable(),
  });
