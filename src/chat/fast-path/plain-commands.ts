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

/**
 * A pattern (src/chat/reader/pattern.ts), and what it says beside its places. `isBare`: a trade
 * without a verb.
 */
export type PlainPattern = readonly [pattern: string, says?: PlainWords];
export type PlainWords = Pick<Trade, "by" | "isAutomatic"> & {
  tool?: Tool;
  side?: "sell" | "buy";
  id?: 0;
  isBare?: true;
};

const plain = (tool: Tool, texts: readonly string[], says: PlainWords = {}): PlainPattern[] =>
  texts.map((text) => [text, { tool, ...says }]);

/** A chain by name, or by id after the word "chain": a bare number is an amount. */
const CHAINS = [
  "{chain:chain} [chain|network]",
  "chain [id] {chain:chain}",
  "chain [id] {chainId:chain}",
];
const PLACES = CHAINS.map((chain) => `on ${chain}`);
const anywhere = (...texts: string[]) =>
  texts.flatMap((text) => ["", ...PLACES].map((place) => `${text} ${place}`));

const LIST = "list|show|view [me] [all] [my|the]";
const ALL = "cancel all [my|the] [active]";
const ID = "twap [order] [id] [#]";
const SHIELD = "[the|my] swap shield";
const DELEGATION = "[the|my] delegation";

const MAKE = "create|start|place [a] [new] twap [order] [to]";
const QUOTES = ["quote [me] [for|to|of]", "get|give [me] [a|the] quote [me] [for|to|of]"];
const SELL = "sell|swap|convert|exchange|trade";
const SELLING = "selling|swapping|converting|exchanging|trading";
const FIRST = "[{number:amount}] [{coin:token}]";
/** The verb says of the token behind it that it is sold, or bought. */
const trades = (
  tool: Tool,
  before: readonly string[],
  sell = SELL,
  buy = "buy",
): PlainPattern[] => [
  ...plain(
    tool,
    before.map((words) => `${words} ${sell} ${FIRST}`),
    { side: "sell" },
  ),
  ...plain(
    tool,
    before.map((words) => `${words} ${buy} ${FIRST}`),
    { side: "buy" },
  ),
];

/**
 * The plain commands: whole sentences, but for the clauses of a trade; without a tool they leave
 * something open. Id 0 is all active orders (spec, "TWAP tools"). "The shield" alone could be the
 * NAV Shield; bare "freeze" is none, as only a fresh signature lifts it.
 */
export const PLAIN_COMMANDS: readonly PlainPattern[] = [
  ...plain(listTwapOrders, anywhere(`${LIST} twaps|strategies`, `${LIST} twap orders`)),
  ...plain(cancelTwapOrder, anywhere(`cancel ${ID} {number:id}`)),
  ...plain(cancelTwapOrder, anywhere(`${ALL} twap [orders]`, `${ALL} twaps`), { id: 0 }),
  ...plain(pauseTwapOrder, anywhere(`pause ${ID} {number:id}`)),
  ...plain(resumeTwapOrder, anywhere(`resume ${ID} {number:id}`)),
  [`cancel|pause|resume ${ID}`],
  ...plain(enableSwapShield, [`enable ${SHIELD}`, `turn on ${SHIELD}`, `turn ${SHIELD} on`]),
  ...plain(disableSwapShield, [`disable ${SHIELD}`, `turn off ${SHIELD}`, `turn ${SHIELD} off`]),
  [`turn ${SHIELD}`],
  ...plain(setupDelegation, anywhere(`setup ${DELEGATION}`, `set up ${DELEGATION}`)),
  ...plain(revokeDelegation, anywhere(`revoke ${DELEGATION}`)),
  ...plain(freezeVault, anywhere("freeze [the|my|this] vault")),
  ...plain(
    switchChain,
    CHAINS.map((chain) => `switch [chain|network] to ${chain}`),
  ),
  ["twap"],
  [MAKE],
  ...trades(buildVaultSwap, [""]),
  ...trades(createTwapOrder, ["twap", MAKE]),
  ...trades(getSwapQuote, QUOTES, `${SELL}|${SELLING}`, "buy|buying"),
  ...plain(
    getSwapQuote,
    QUOTES.map((quote) => `${quote} ${FIRST}`),
    { side: "sell", isBare: true },
  ),
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

/**
 * What may follow the first token, in any order, each part once. Going "via" a chain would be a
 * bridge; an amount in another token is no slicing.
 */
export const PLAIN_CLAUSES: Readonly<Record<"sell" | "buy", readonly PlainPattern[]>> = {
  sell: [
    ...CLAUSES,
    ["to [{number:counterAmount}] {coin:counter}", { by: "to" }],
    ["into {coin:counter}", { by: "to" }],
  ],
  buy: [...CLAUSES, ["with|using [{number:counterAmount}] {coin:counter}", { by: "with" }]],
};
