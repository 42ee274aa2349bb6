import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { disableSwapShield } from "../../tools/disable-swap-shield.ts";
import { enableSwapShield } from "../../tools/enable-swap-shield.ts";
import { freezeVault } from "../../tools/freeze-vault.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { revokeDelegation } from "../../tools/revoke-delegation.ts";
import { setupDelegation } from "../../tools/setup-delegation.ts";
import { switchChain } from "../../tools/switch-chain.ts";
import type { Tool } from "../../tools/tool.ts";
import { cancelTwapOrder } from "../../twap/tools/cancel-twap-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { listTwapOrders } from "../../twap/tools/list-twap-orders.ts";
import { pauseTwapOrder } from "../../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../../twap/tools/resume-twap-order.ts";
import type { Trade } from "../reader/trade.ts";

/** A pattern (src/chat/reader/pattern.ts), and what it says beside its places. `isBare`: a trade without a verb. */
export type PlainPattern = readonly [pattern: string, says?: PlainWords];
export type PlainWords = Pick<Trade, "side" | "by" | "isAutomatic"> & { tool?: Tool; id?: 0; isBare?: true };

/** A chain by name, or by id after the word "chain": a bare number is an amount. */
const CHAINS = ["{chain:chain} [chain|network]", "chain [id] {chain:chain}", "chain [id] {chainId:chain}"];
const PLACES = CHAINS.map((chain) => `on ${chain}`);
const anywhere = (text: string, tool: Tool, says: PlainWords = {}): PlainPattern[] =>
  ["", ...PLACES].map((place) => [`${text} ${place}`, { tool, ...says }]);

const LIST = "list|show|view [me] [all] [my|the]";
const ID = "twap [order] [id] [#]";
const SHIELD = "[the|my] swap shield";
const MAKE = "create|start|place [a] [new] twap [order] [to]";
const SELL = "sell|swap|convert|exchange|trade";
const SELLING = "selling|swapping|converting|exchanging|trading";
const FIRST = "[{number:amount}] [{coin:token}]";
/** The verb says of the token behind it that it is sold, or bought. */
const trades = (before: string, tool: Tool, sell = SELL, buy = "buy"): PlainPattern[] => [
  [`${before} ${sell} ${FIRST}`, { tool, side: "sell" }],
  [`${before} ${buy} ${FIRST}`, { tool, side: "buy" }],
];

/**
 * The plain commands: whole sentences, but for the clauses of a trade; without a tool they leave something open. Id 0 is all active orders (spec, "TWAP tools"). "The
 * shield" alone could be the NAV Shield; bare "freeze" is none, as only a fresh signature lifts it.
 */
export const PLAIN_COMMANDS: readonly PlainPattern[] = [
  ...anywhere(`${LIST} twaps|strategies`, listTwapOrders),
  ...anywhere(`${LIST} twap orders`, listTwapOrders),
  ...anywhere(`cancel ${ID} {number:id}`, cancelTwapOrder),
  ...anywhere("cancel all [my|the] [active] twap [orders]", cancelTwapOrder, { id: 0 }),
  ...anywhere("cancel all [my|the] [active] twaps", cancelTwapOrder, { id: 0 }),
  ...anywhere(`pause ${ID} {number:id}`, pauseTwapOrder),
  ...anywhere(`resume ${ID} {number:id}`, resumeTwapOrder),
  [`cancel|pause|resume ${ID}`],
  [`enable ${SHIELD}`, { tool: enableSwapShield }],
  [`turn on ${SHIELD}`, { tool: enableSwapShield }],
  [`turn ${SHIELD} on`, { tool: enableSwapShield }],
  [`disable ${SHIELD}`, { tool: disableSwapShield }],
  [`turn off ${SHIELD}`, { tool: disableSwapShield }],
  [`turn ${SHIELD} off`, { tool: disableSwapShield }],
  [`turn ${SHIELD}`],
  ...anywhere("setup [the|my] delegation", setupDelegation),
  ...anywhere("set up [the|my] delegation", setupDelegation),
  ...anywhere("revoke [the|my] delegation", revokeDelegation),
  ...anywhere("freeze [the|my|this] vault", freezeVault),
  ...CHAINS.map((chain): PlainPattern => [`switch [chain|network] to ${chain}`, { tool: switchChain }]),
  ["twap"],
  [MAKE],
  ...trades("", buildVaultSwap),
  ...trades("twap", createTwapOrder),
  ...trades(MAKE, createTwapOrder),
  ...["quote [me] [for|to|of]", "get|give [me] [a|the] quote [me] [for|to|of]"].flatMap((quote): PlainPattern[] => [
    ...trades(quote, getSwapQuote, `${SELL}|${SELLING}`, "buy|buying"),
    [`${quote} ${FIRST}`, { tool: getSwapQuote, side: "sell", isBare: true }],
  ]),
];

const CUT = "[[split] in|into]";
const SLICES = "slices|chunks|parts|pieces|tranches";
export const PACE = "every {number:every} minutes|minute|mins|min";
const CLAUSES: readonly PlainPattern[] = [
  ["automatically", { isAutomatic: true }],
  [PACE],
  ["on|via|through|using {dex:venue}"],
  ...PLACES.map((place): PlainPattern => [place]),
  [`${CUT} {number:slices} ${SLICES} [of {number:size} [{same:token}] [each]]`],
  [`${CUT} ${SLICES} of {number:size} [{same:token}] [each]`],
  [`${CUT} {number:size} [{same:token}] at a time`],
  ["for [{number:counterAmount}] {coin:counter}", { by: "for" }],
];

/** What may follow the first token, in any order, each part once. Going "via" a chain would be a bridge; an amount in another token is no slicing. */
export const PLAIN_CLAUSES: Readonly<Record<"sell" | "buy", readonly PlainPattern[]>> = {
  sell: [
    ...CLAUSES,
    ["to [{number:counterAmount}] {coin:counter}", { by: "to" }],
    ["into {coin:counter}", { by: "to" }],
  ],
  buy: [...CLAUSES, ["with|using [{number:counterAmount}] {coin:counter}", { by: "with" }]],
};
