import { maxUint256 } from "viem";
import * as z from "zod";
import { GMX_ORDER_TYPE, orderTypeName } from "../gmx/gmx-position.ts";
import { acceptablePrice, gmxScale } from "../gmx/gmx-scale.ts";
import { judgeGmxExit } from "../gmx/judge-gmx-exit.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { refuse } from "../lib/verdict.ts";
import { invalid, textOf } from "./chain-argument.ts";
import { perpAExitAmounts } from "./perp-a-entry-amounts.ts";
import { perpAFacts, perpAPlan } from "./perp-a-facts.ts";
import { perpAMarket } from "./perp-a-market.ts";
import { perpAArguments, perpAOrder, perpATool, perpAWords } from "./perp-a-output.ts";
import { defineTool, exitDefaultBps, slippageOf } from "./tool.ts";

const { decimal } = perpAArguments;

const TYPES = {
  market: GMX_ORDER_TYPE.marketDecrease,
  limit: GMX_ORDER_TYPE.limitDecrease,
  stop_loss: GMX_ORDER_TYPE.stopLossDecrease,
} as const;
/** Exits are bound by no limit of the vault. */
export const perpADecreasePosition = defineTool({
  name: "perp_a_decrease_position",
  aliases: ["gmx_decrease_position"],
  description:
    "Closes a GMX position in part or whole: at the market's price, as a take profit (limit) " +
    "or a stop loss, by dollars, percent or all; or takes collateral back. Returns an " +
    "unsigned transaction, or executes it in delegated mode.",
  ...perpATool,
  says: [
    "close {fraction:sizeDeltaUsd} of my {market:market} {long:isLong} on gmx",
    "~gmx close|exit|reduce|trim|decrease|cut {long:isLong} {market:market} " +
      "{fraction:sizeDeltaUsd} [position] [of|by]",
    [
      "~gmx close|exit|flatten|unwind {long:isLong} {market:market} [@all] [position|out|down]",
      { sizeDeltaUsd: "all" },
    ],
    [
      "~gmx stop {long:isLong} {market:market} {price:triggerPrice} [loss] [@all] [@set] " +
        "[position] [at] [order]",
      { sizeDeltaUsd: "all", orderType: "stop_loss" },
    ],
    [
      "~gmx profit {long:isLong} {market:market} {price:triggerPrice} [take] [@all] [@set] " +
        "[position] [at] [order]",
      { sizeDeltaUsd: "all", orderType: "limit" },
    ],
  ],
  input: z.object({
    market: perpAArguments.market,
    isLong: z.boolean().describe("Which side of the market is closed."),
    sizeDeltaUsd: decimal
      .default("all")
      .describe('Dollars ("1000"), a share ("50%"), "all", or "0" to take back collateral only.'),
    collateral: textOf(64)
      .optional()
      .describe("Where there are several such positions: the token behind it."),
    collateralDeltaAmount: decimal
      .optional()
      .describe(
        "Collateral to take back; default: in proportion to the size, less where the vault's " +
          "leverage needs it.",
      ),
    orderType: z
      .enum(["market", "limit", "stop_loss"])
      .default("market")
      .describe("limit: a take profit."),
    triggerPrice: decimal
      .optional()
      .describe("Of a take profit or stop loss: dollars for one of what is traded."),
  }),
  example: { market: "ETH", isLong: true, sizeDeltaUsd: "50%" },
  model: {
    grounding: {
      example: "close half of my ETH long on GMX, or: stop loss at 2500 for my ETH long on GMX",
      acts: [
        ...[
          "close",
          "exit",
          "reduce",
          "decrease",
          "trim",
          "take+profit",
          "tp",
          "stop+loss",
          "sl",
          "market close",
        ],
        ...[
          "set take+profit",
          "set stop+loss",
          "set tp",
          "set sl",
          "place take+profit",
          "place stop+loss",
        ],
        ...["add take+profit", "add stop+loss", "take+back", "take+out", "remove", "withdraw"],
      ],
      words: perpAWords.words,
      venue: perpAWords.venue,
      fields: {
        market: { is: "token" },
        isLong: { is: "side", of: "position" },
        orderType: {
          is: "choice",
          said: {
            limit: ["take profit", "take profit order", "tp"],
            stop_loss: ["stop loss", "stop loss order", "sl"],
            market: ["market", "at market", "market order"],
          },
          unsaid: () => "market",
        },
        triggerPrice: { is: "price", after: "at trigger price", behind: "tp sl", of: "market" },
        sizeDeltaUsd: { is: "exit", of: "market" },
        collateralDeltaAmount: { is: "backing", token: "collateral", isTaken: true },
        collateral: { is: "backed", amount: "collateralDeltaAmount" },
      },
      card: {
        ...perpAWords.card,
        defaults: {
          sizeDeltaUsd: "all of the position",
          orderType: "at the market's price",
          collateralDeltaAmount: ({ sizeDeltaUsd }) =>
            sizeDeltaUsd === undefined ? undefined : "collateral in proportion",
          slippage: ({ orderType }) =>
            orderType === "stop_loss" ? "at any price once it is reached" : perpAWords.slippage,
        },
      },
    },
  },
  plan: async (
    ctx,
    { market: text, isLong, orderType, triggerPrice: trigger, collateral, ...amounts },
  ) => {
    if ((trigger === undefined) !== (orderType === "market"))
      return invalid(
        "triggerPrice: a take profit and a stop loss need one, a market order has none.",
      );
    const [read, slippageBps] = await Promise.all([
      perpAFacts(ctx, { orChain: true }),
      slippageOf(ctx, exitDefaultBps(ctx)),
    ]);
    if (!read.ok) return read;
    const { account } = read.value;
    const sided = account.positions.filter(({ position }) => position.isLong === isLong);
    const found = perpAMarket(
      account,
      text,
      sided.map(({ position }) => position.market),
    );
    if (!found.ok) return found;
    const market = found.value;
    const wanted = collateral?.toLowerCase();
    const mine = sided.filter(
      ({ position: { market: at, collateralToken } }) =>
        at === market.market &&
        (wanted === undefined ||
          wanted === collateralToken ||
          wanted === symbolOf(collateralToken).toLowerCase()),
    );
    function symbolOf(token: `0x${string}`): string {
      const symbol = account.tokens.get(token)?.symbol ?? "";
      return token === ctx.deps.chain(ctx.chainId).addresses.wrappedNative ? "WETH" : symbol;
    }
    const [info] = mine;
    const side = isLong ? "long" : "short";
    if (info === undefined)
      return refuse(
        "perp_position_not_found",
        `The vault has no ${market.symbol} ${side} at GMX. perp_a_get_positions lists what it has.`,
        { market: market.market, isLong },
      );
    if (mine.length > 1)
      return invalid(
        `collateral: the vault has several ${market.symbol} ${side} positions; name the ` +
          "token behind the one you mean.",
        { collaterals: mine.map(({ position }) => symbolOf(position.collateralToken)) },
      );
    const { collateralToken, sizeUsd } = info.position;
    const decimals = account.tokens.get(collateralToken)?.decimals;
    const index = account.tickers.get(market.indexToken);
    if (decimals === undefined || index === undefined)
      return refuse(
        "venue_bad_response",
        `GMX's API has no price for ${market.name} now. Try again in a moment.`,
      );
    const sized = perpAExitAmounts(amounts, { info, decimals, isMarket: orderType === "market" });
    if (!sized.ok) return sized;
    const { sizeDeltaUsd, collateralDeltaBase: inProportion } = sized.value;
    const { indexDecimals } = market;
    if (trigger !== undefined && indexDecimals === undefined)
      return refuse(
        "venue_unavailable",
        "GMX's API is silent, so a trigger price cannot be written. A market order can.",
      );
    const at =
      trigger === undefined
        ? undefined
        : gmxScale.parsePrice(trigger, indexDecimals ?? 0, "triggerPrice");
    const priced = (price: bigint): string =>
      indexDecimals === undefined
        ? "an unknown price in"
        : gmxScale.priceText(price, indexDecimals);
    if (at !== undefined && !at.ok) return at;
    const triggerPrice = at?.value ?? 0n;
    const mark = isLong ? index.min : index.max;
    const kind = orderType === "limit" ? "take profit" : "stop loss";
    const waitsForRise = isLong === (orderType === "limit");
    if (
      at !== undefined &&
      (triggerPrice === 0n || (waitsForRise ? triggerPrice <= mark : triggerPrice >= mark))
    )
      return invalid(
        `triggerPrice: the ${kind} of a ${side} has to be ` +
          `${waitsForRise ? "above" : "below"} GMX's price, ${priced(mark)}; to close now use ` +
          "a market order.",
        { triggerPrice: trigger ?? "", markPrice: priced(mark) },
      );
    // A stop loss is executed at any price, as in GMX's own interface: a frozen one would protect
    // nothing.
    const worst =
      orderType === "stop_loss"
        ? isLong
          ? 0n
          : maxUint256
        : acceptablePrice(at === undefined ? index : { min: triggerPrice, max: triggerPrice }, {
            isLong,
            isIncrease: false,
            slippageBps,
          });
    const worstText = orderType === "stop_loss" ? null : priced(worst);
    const wantedExit = {
      market: market.market,
      collateralToken,
      isLong,
      orderType: TYPES[orderType],
      triggerPrice,
      sizeDeltaUsd,
      collateralDeltaBase: inProportion,
    };
    // Unless named, collateral comes back only as far as the vault's leverage does without it.
    const { perpLimits } = await ctx.stored();
    const judged =
      amounts.collateralDeltaAmount === undefined
        ? judgeGmxExit(wantedExit, account, perpLimits)
        : undefined;
    const most = judged?.ok === false ? judged.details?.mostCollateralBase : undefined;
    const collateralDeltaBase = typeof most === "string" ? BigInt(most) : inProportion;
    const [size, amount] = [
      gmxScale.usdText(sizeDeltaUsd),
      formatUnits(collateralDeltaBase, decimals),
    ];
    const symbol = symbolOf(collateralToken);
    const what =
      sizeDeltaUsd === 0n
        ? `Take ${amount} ${symbol} back from`
        : `Close ${sizeDeltaUsd === sizeUsd ? "all" : `${size} USD`} of`;
    const when = trigger === undefined ? "" : `, as a ${kind} at ${trigger} USD`;
    const paidIn = isLong ? market.longToken : market.shortToken;
    return perpAPlan(read.value, {
      call: {
        kind: "gmxDecrease",
        ...perpAOrder(ctx.vault),
        ...wantedExit,
        acceptablePrice: worst,
        collateralDeltaBase,
        autoCancel: orderType !== "market",
      },
      description: `${what} the ${market.symbol} ${side}${when}`,
      lines: [
        worstText === null
          ? "Once the price is reached it is executed at whatever price there is."
          : `At ${isLong ? "least" : "most"} ${worstText} USD, or it does not happen; GMX's ` +
            `price is ${priced(mark)}.`,
        ...(collateralDeltaBase < inProportion
          ? [
              `${amount} ${symbol} of collateral come back with it: what stays is needed at ` +
                `${perpLimits.maxLeverage}x.`,
            ]
          : []),
        ...(info.pnlUsd > 0n && sizeDeltaUsd > 0n && collateralToken !== paidIn
          ? [`Profit is paid in ${symbolOf(paidIn)}, the market's ${side} token.`]
          : []),
      ],
      suggestions: ["See what became of it with perp_a_get_positions"],
      answer: {
        action: "decrease",
        market: market.market,
        marketName: market.name,
        isLong,
        orderType: orderTypeName(TYPES[orderType]),
        sizeDeltaUsd: size,
        collateral: collateralToken,
        collateralSymbol: symbol,
        acceptablePrice: worstText,
        ...(trigger !== undefined && { triggerPrice: trigger }),
        collateralDeltaBase: collateralDeltaBase.toString(),
      },
    });
  },
});
