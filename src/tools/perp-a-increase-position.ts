import * as z from "zod";
import { accountReads } from "../chain/account-reads.ts";
import { GMX_ORDER_TYPE } from "../gmx/gmx-position.ts";
import { acceptablePrice, gmxScale } from "../gmx/gmx-scale.ts";
import { positionView } from "../gmx/position-view.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { refuse } from "../lib/verdict.ts";
import { tokenOf, tooLittle } from "./call-facts.ts";
import { invalid, textOf, unreadable } from "./chain-argument.ts";
import { perpAEntryAmounts } from "./perp-a-entry-amounts.ts";
import { perpAFacts, perpAPlan } from "./perp-a-facts.ts";
import { perpAMarket } from "./perp-a-market.ts";
import { perpAArguments, perpAOrder, perpATool, perpAWords } from "./perp-a-output.ts";
import { defineTool, slippageOf } from "./tool.ts";

const { decimal } = perpAArguments;

export const perpAIncreasePosition = defineTool({
  name: "perp_a_increase_position",
  aliases: ["gmx_increase_position"],
  description:
    "Orders a GMX position (or more of one) at the market's price: a keeper executes it " +
    "seconds later, within the acceptable price. Bounded by the vault's limits of leverage, " +
    "collateral, size and distance to liquidation. Returns an unsigned transaction, or " +
    "executes it in delegated mode.",
  ...perpATool,
  says: [
    "open a {leverage:leverage} {market:market} {long:isLong} with {amount:collateralAmount} " +
      "{dollar:collateral} on gmx",
    "~gmx {long:isLong} {market:market} {amount:collateralAmount} {dollar:collateral} " +
      "{leverage:leverage} [and] [open|go|new] [collateral|margin] [position] " +
      "[leverage|lev|levered] [with|and] [on]",
  ],
  // Its size is not in what leaves the vault.
  waitsByGrant: true,
  input: z.object({
    market: perpAArguments.market,
    isLong: z.boolean().describe("true: gains when the price rises; false: when it falls."),
    collateral: textOf(64)
      .optional()
      .describe(
        "Token behind it: the market's long or short token. Default: the position's, else " +
          "the short token (USDC).",
      ),
    collateralAmount: decimal.optional().describe("In units of that token."),
    notionalUsd: decimal.optional().describe("Size in dollars."),
    sizeDeltaUsd: decimal.optional().describe('Size in dollars to add; "0" adds collateral only.'),
    leverage: decimal.optional().describe('Size over collateral, for example "2.5".'),
    orderType: z
      .enum(["market", "limit", "stop"])
      .default("market")
      .describe("Entries are at the market's price only."),
  }),
  example: { market: "ETH", isLong: true, collateralAmount: "500", leverage: "2" },
  // With it size is added and no collateral, with notionalUsd both: words do not tell them apart.
  // Entries are at the market's price.
  humanOwned: ["sizeDeltaUsd", "orderType"],
  model: {
    description:
      "Orders a GMX position (or more of one) at the market's price: name two of " +
      "notionalUsd, leverage and collateralAmount with its token, or collateral alone to add " +
      "to a position.",
    grounding: {
      example: "long ETH on GMX with 500 USDC at 2x",
      acts: [
        ...["long", "short", "open long", "open short", "go long", "go short"],
        ...[
          "add long",
          "add short",
          "increase long",
          "increase short",
          "market long",
          "market short",
        ],
      ],
      words: `${perpAWords.words} market`,
      venue: perpAWords.venue,
      never: ["limit"],
      fields: {
        market: { is: "token" },
        isLong: { is: "side", of: "position" },
        leverage: { is: "leverage" },
        collateralAmount: {
          is: "backing",
          token: "collateral",
          sizes: ["notionalUsd", "leverage"],
        },
        collateral: { is: "backed", amount: "collateralAmount" },
        notionalUsd: { is: "dollars", of: "market" },
      },
      card: {
        ...perpAWords.card,
        defaults: {
          notionalUsd: ({ leverage }) =>
            leverage === undefined
              ? "nothing is added to the size"
              : "the size follows from collateral and leverage",
          collateralAmount: ({ leverage }) =>
            leverage === undefined
              ? "collateral at the leverage that the position has"
              : "collateral follows from size and leverage",
          collateral: "its token is the position's, else the market's short token (USDC)",
          orderType: "at the market's price",
          slippage: perpAWords.slippage,
        },
      },
    },
  },
  plan: async (ctx, { market: text, isLong, collateral: named, orderType, ...amounts }) => {
    if (orderType !== "market")
      return refuse(
        "perp_action_forbidden",
        "The vault's adapter takes entries at the market's price only: a limit or stop entry " +
          "would be refused on chain. Use market, and limit or stop_loss for the way out.",
        { orderType },
      );
    const chain = ctx.deps.chain(ctx.chainId);
    const [read, slippageBps] = await Promise.all([perpAFacts(ctx), slippageOf(ctx)]);
    if (!read.ok) return read;
    const { account } = read.value;
    const found = perpAMarket(account, text);
    if (!found.ok) return found;
    const market = found.value;
    const mine = account.positions.filter(
      ({ position }) => position.market === market.market && position.isLong === isLong,
    );
    const token = await tokenOf(
      ctx,
      named ??
        (mine.length === 1 ? mine[0]?.position.collateralToken : undefined) ??
        market.shortToken,
    );
    if (!token.ok) return token;
    // The coin is wrapped by the adapter where WETH is missing.
    const { wrappedNative } = chain.addresses;
    const address = /^eth$/i.test(named ?? "") ? wrappedNative : token.value.address;
    if (address !== market.longToken && address !== market.shortToken)
      return invalid(`collateral: ${market.name} takes its long or its short token only.`, {
        longToken: market.longToken,
        shortToken: market.shortToken,
      });
    const [index, price] = [account.tickers.get(market.indexToken), account.tickers.get(address)];
    const { indexDecimals } = market;
    if (index === undefined || price === undefined || indexDecimals === undefined)
      return refuse(
        "perp_market_unknown",
        `GMX's API has no price for ${market.name} now. Try again later.`,
        {
          market: market.market,
        },
      );
    const [held] = await chain.rpc.send([accountReads.balance(address, ctx.vault)]);
    if (!held.ok) return unreadable("The vault");
    const existing = mine.find(({ position }) => position.collateralToken === address);
    const view = existing && positionView(existing, account);
    const sized = perpAEntryAmounts(amounts, {
      decimals: token.value.decimals,
      price: price.min,
      existing: existing && {
        sizeUsd: existing.position.sizeUsd,
        collateralUsd: view?.netUsd ?? 0n,
      },
    });
    if (!sized.ok) return sized;
    const { sizeDeltaUsd, collateralDeltaBase } = sized.value;
    const [symbol, heldBase] =
      address === wrappedNative
        ? ["WETH", held.value + account.nativeWei]
        : [token.value.symbol, held.value];
    const { decimals } = token.value;
    const amount = formatUnits(collateralDeltaBase, decimals);
    if (heldBase < collateralDeltaBase)
      return tooLittle(
        `The vault holds too little ${symbol} for ${amount} of collateral. Lower it.`,
        { address, decimals },
        { heldBase, neededBase: collateralDeltaBase },
      );
    const worst = acceptablePrice(index, { isLong, isIncrease: true, slippageBps });
    const [size, worstText] = [
      gmxScale.usdText(sizeDeltaUsd),
      gmxScale.priceText(worst, indexDecimals),
    ];
    const side = isLong ? "long" : "short";
    return perpAPlan(read.value, {
      call: {
        kind: "gmxIncrease",
        ...perpAOrder(ctx.vault),
        market: market.market,
        collateralToken: address,
        isLong,
        orderType: GMX_ORDER_TYPE.marketIncrease,
        acceptablePrice: worst,
        sizeDeltaUsd,
        collateralDeltaBase,
      },
      description:
        `${existing === undefined ? "Open a" : "Add to the"} ${market.symbol} ${side}: ` +
        `${size} USD with ${amount} ${symbol} more behind it`,
      lines: [
        `At ${isLong ? "most" : "least"} ${worstText} USD; GMX's price is ` +
          `${gmxScale.priceText(isLong ? index.max : index.min, indexDecimals)}.`,
        "A keeper executes it seconds after it is mined, or GMX cancels it and gives the " +
          "collateral back: perp_a_get_positions shows which.",
      ],
      suggestions: [
        "See what became of it with perp_a_get_positions",
        "Protect it with a stop loss: perp_a_decrease_position",
      ],
      answer: {
        action: "increase",
        market: market.market,
        marketName: market.name,
        isLong,
        orderType: "marketIncrease",
        sizeDeltaUsd: size,
        collateral: address,
        collateralSymbol: symbol,
        acceptablePrice: worstText,
        collateralDeltaBase: collateralDeltaBase.toString(),
      },
    });
  },
});
