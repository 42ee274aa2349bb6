import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf } from "../../chain-of.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import type { FastPathContext } from "../fast-path/fast-path-context.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { swapCall } from "../fast-path/swap-call.ts";
import type { Trade } from "../fast-path/trade.ts";
import { twapCall } from "../fast-path/twap-call.ts";
import { chainOfWord } from "./chain-of-word.ts";
import { type Opening, openingsOf } from "./openings-of.ts";
import { readClauses } from "./read-clauses.ts";
import type { ShorthandCall } from "./shorthand-call.ts";
import { sliced } from "./sliced.ts";
import type { TradeLine } from "./trade-line.ts";

/**
 * A swap or an order in a trader's words; undefined where no trade begins. Of several ways to begin only one may account for the whole
 * line with one meaning. What it means is put together by the plain grammar's own functions (src/chat/fast-path).
 */
export function readTradeLine(line: string, context: FastPathContext): ShorthandCall | PassReason | undefined {
  const wrapped = readWrap(line, context);
  if (wrapped !== undefined) return wrapped;
  const readings = openingsOf(line).map((opening) => readOpening(opening, context));
  const calls = readings.filter((reading) => typeof reading !== "string");
  const meanings = new Set(calls.map(({ tool, args, share }) => JSON.stringify([tool, args, share])));
  if (meanings.size > 1) return "unclear";
  return calls[0] ?? BY_HELP.find((reason) => readings.includes(reason)) ?? (readings.length > 0 ? "words" : undefined);
}

/** Of several reasons the one that helps most to mend the sentence. */
const BY_HELP: readonly PassReason[] = ["unclear", "incomplete", "unknown_token"];

function readOpening({ trade: opening, place, rest }: Opening, context: FastPathContext): ShorthandCall | PassReason {
  const trade = readClauses(opening, `${rest}${place === undefined ? "" : ` on ${place}`}`);
  if (typeof trade === "string") return trade;
  if (trade.amount.endsWith("%")) return readShare(trade, context);
  return callOf(trade, context);
}

/** "50% of my ETH": the call as it stands for any amount, and the share that is to be put into it. */
function readShare(trade: TradeLine, context: FastPathContext): ShorthandCall | PassReason {
  const percent = trade.amount.slice(0, -1);
  const isShare = Number(percent) > 0 && Number(percent) <= 100;
  if (trade.side === "buy" || trade.sliceAmount !== undefined || !isShare) return "unclear";
  const call = callOf({ ...trade, amount: ANY_AMOUNT }, context);
  if (typeof call === "string") return call;
  const argument = call.tool === buildVaultSwap.name ? "amountIn" : "totalAmount";
  const { [argument]: _, ...args } = call.args;
  return { ...call, args, share: { argument, token: trade.token, percent } };
}

/** In a share's place while the rest is read: no slicing fails at it. */
const ANY_AMOUNT = "1000";

function callOf(trade: TradeLine, context: FastPathContext): ShorthandCall | PassReason {
  const plan = sliced(trade);
  if (typeof plan === "string") return plan;
  const { side, token, amount, counter, isAutomatic, chainId, venue } = trade;
  const said: Trade = {
    ...{ side, token, amount },
    ...(counter !== undefined && { counter, counterWord: side === "sell" ? "to" : "with" }),
    ...plan,
    ...(isAutomatic !== undefined && { isAutomatic }),
    ...(chainId !== undefined && { chainId }),
    ...(venue !== undefined && { venue }),
  };
  return plan === undefined ? swapCall(buildVaultSwap, said, context) : twapCall(said, context);
}

const WRAP =
  /^(?<verb>wrap|unwrap) (?<amount>[0-9]+(?:\.[0-9]+)?) (?<token>[a-z]+)(?: (?:to|into) (?<other>[a-z]+))?(?: on (?<place>[a-z]+))?$/;

/** A chain's coin and its wrapped form, each for the other. */
function readWrap(line: string, context: FastPathContext): ShorthandCall | PassReason | undefined {
  const { verb, amount, token, other, place } = WRAP.exec(line)?.groups ?? {};
  if (verb === undefined) return undefined;
  const chainId: ChainId | undefined = place === undefined ? context.chainId : chainOfWord(place);
  if (chainId === undefined) return undefined;
  const coin = chainOf(chainId).nativeCoin.toLowerCase();
  const wrapped = `w${coin}`;
  const [from, to] = verb === "wrap" ? [coin, wrapped] : [wrapped, coin];
  if (token !== from || (other !== undefined && other !== to) || amount === undefined) return "unknown_token";
  const said: Trade = {
    side: "sell",
    token: from,
    amount,
    counter: to,
    counterWord: "to",
    ...(place !== undefined && { chainId }),
  };
  return swapCall(buildVaultSwap, said, context);
}
