import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { readNumber } from "../read-number.ts";
import type { NotGrounded } from "./not-grounded.ts";
import { readTrade } from "./read-trade.ts";
import { verbClasses } from "./role-of.ts";
import type { TradeReading, TradeSide, TradeTokens } from "./trade-reading.ts";
import { unitMinutes } from "./unit-minutes.ts";
import { VOCABULARY } from "./vocabulary.ts";
import type { WordItem } from "./word-item.ts";

/** A trade as a call's arguments have it: amounts in human units, `amountOf` the token it counts. */
export type WantedTrade = {
  tokens: TradeTokens;
  amount: string;
  amountOf: TradeSide;
  /** undefined: the service chooses. */
  dex: string | undefined;
  chain: string | undefined;
};

export type TradeGround =
  | { ok: true; reading: TradeReading; amount: string }
  | { ok: false; reason: NotGrounded; word?: string };

/**
 * Whether a sentence orders this trade: its tokens with these sides, its one amount, its chain and venue, and no other. A
 * chain or venue that is left out is the request's chain and 0x; one that is written must be the call's.
 */
export function groundTrade(items: readonly WordItem[], wanted: WantedTrade, chainId: ChainId): TradeGround {
  const { tokens } = wanted;
  if (!isNameable(tokens.in) || !isNameable(tokens.out) || tokens.in.toLowerCase() === tokens.out.toLowerCase())
    return { ok: false, reason: "token" };
  const reading = readTrade(items, tokens);
  if ("reason" in reading) return { ok: false, ...reading };
  const sides = { in: "sold", out: "bought" } as const;
  if (!(["in", "out"] as const).every((side) => reading.roles.some(({ token }) => token === side)))
    return { ok: false, reason: "token" };
  if (reading.roles.some(({ token, role }) => role !== sides[token])) return { ok: false, reason: "unclear_side" };
  const [amount, ...others] = reading.amounts;
  const value = readNumber(wanted.amount)?.value;
  if (amount === undefined || others.length > 0 || amount.value !== value || amount.token !== wanted.amountOf)
    return { ok: false, reason: "amount" };
  if (wanted.amountOf === "out" && mayBePrice(items)) return { ok: false, reason: "unclear_number" };
  if (!isChainGrounded(reading, wanted.chain, chainId)) return { ok: false, reason: "chain" };
  if (!isVenueGrounded(reading, wanted.dex)) return { ok: false, reason: "venue" };
  return { ok: true, reading, amount: value };
}

/** "Sell ETH for 5000 USDC" may ask for a price, and does not say how much is sold; "convert ETH to", "to get 5000 USDC" do not. */
function mayBePrice(items: readonly WordItem[]): boolean {
  const { sells, buys, isByTradeWord } = verbClasses(items);
  return sells && !buys && !isByTradeWord && !items.some((item) => item.kind === "word" && item.text === "convert");
}

/** A token called like a word of the grammar could be read into any sentence: its address says which one it is. */
function isNameable(token: string): boolean {
  if (/^0x[0-9a-fA-F]{40}$/.test(token)) return true;
  const word = token.toLowerCase();
  const isWord = Object.values(VOCABULARY).some((words) => words.has(word));
  const isOther = ["can", "could", "you", "thank", "would", "every", "each", "hourly", "daily", "next", "right"];
  const isFree = !isWord && !isOther.includes(word) && unitMinutes(word) === undefined && !parseVenue(word).ok;
  return isFree && /^[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*$/.test(token);
}

function isChainGrounded({ chains }: TradeReading, chain: string | undefined, chainId: ChainId): boolean {
  const parsed = chain === undefined ? undefined : parseChain(chain);
  if (parsed !== undefined && !parsed.ok) return false;
  const wanted = parsed?.value ?? chainId;
  return chains.every((named) => named === wanted) && (wanted === chainId || chains.length > 0);
}

function isVenueGrounded({ venues }: TradeReading, dex: string | undefined): boolean {
  if (dex === undefined) return venues.length === 0;
  const wanted = parseVenue(dex);
  return wanted.ok && venues.every((named) => named === wanted.value) && (wanted.value === "0x" || venues.length > 0);
}
