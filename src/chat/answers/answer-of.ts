import { HELP_TOPICS } from "./help-topics.ts";
import { type Period, periodIn } from "./period-in.ts";

/** Of which time and which token something is asked; undefined: of all. */
export type Asked = { period?: Period; token?: string };
/** What is answered in words, from what is recorded and held, and by no tool alone. */
export type Answer =
  | { of: "portfolio" }
  | ({ of: "pnl" | "fills" } & Asked)
  | { of: "help"; text: string };

const POLITE =
  /^(?:please|pls|hey|hi|hello|ok|so|and|kindly|quick|can you|could you|would you|i want to|i'd like to|let me|just)[, ]+/;
const SHOW =
  "(?:show|give|tell|list|read|display|send|pull up|check|see|get|view|print)(?: me| us)?";
const MINE = "(?:my|our|the|your|this|all|all my|all our|all the|the vault's|vault)";
const TOKEN = "(?:w?eth|ethereum|w?btc|cbbtc|bitcoin|usdc|usdt|dai|grg|link|uni|aave|arb|pol|bnb)";
const PERIOD =
  "(?:(?: so far| overall| in total| now| right now| today| yesterday| lately| recently| " +
  "ytd| to date| since (?:inception|the start|start|yesterday|monday)|(?: for| in| of| over| " +
  "from| during)? ?(?:the |this |last |past )*(?:day|week|month|year|quarter|24h|24 hours|7 " +
  "days|30 days)|(?: (?:by|per|for each) (?:token|coin|leg))|(?: (?:on|of|for|from|with|in) " +
  `(?:the |my )?${TOKEN}(?: leg| side| position| trades?| only)*))*)`;
const whole = (pattern: string) => new RegExp(`^${pattern}$`);

const PORTFOLIO: readonly RegExp[] = [
  whole(
    `(?:${SHOW} )?(?:an? |the )?(?:${MINE} )?(?:overview|summary)?(?: of )?(?:${MINE} ` +
      ")?(?:portfolio|holdings|assets|balances|all " +
      "balances|coins|tokens|bags?|funds|inventory|token balances|assets held|positions and " +
      "balances)(?: held| overview| summary| breakdown| please)?(?: of (?:the|my) vault| in " +
      `(?:the|my) vault)?${PERIOD}`,
  ),
  whole(
    `(?:what|which(?: \\w+)?|how much)(?:'s| is| are| do| does| tokens| assets| coins)*(?: ` +
      "we| i| you| the vault| this vault| it)?(?: got| have| hold| holding| own| in)(?: in " +
      `total| right now| now)?(?: in)?(?: ${MINE})?(?: vault| wallet| portfolio| pool| fund| ` +
      `there)?${PERIOD}`,
  ),
  whole(`(?:what|how much) (?:am i|are we) (?:holding|sitting on|worth)${PERIOD}`),
];

const PNL_WORDS =
  "(?:pnl|p&l|p\\/l|p and l|profit(?: and " +
  "loss(?:es)?)?|profits?|gains?|loss(?:es)?|earnings|performance|returns?|roi|result|results)";
const PNL: readonly RegExp[] = [
  whole(
    `(?:${SHOW} )?(?:what(?:'s| is| are| was)? |how(?:'s| is| are| was)? )?(?:${MINE} ` +
      ")?(?:total |overall |realised |realized |unrealised |unrealized |trading |daily |weekly " +
      `|monthly |today's |this week's |${TOKEN} (?:leg )?)*${PNL_WORDS}(?: looking| doing)?(?: ` +
      `please)?${PERIOD}`,
  ),
  whole(
    "(?:what|how much|how many)(?: money| profit)?(?: did| have| do| has| am| are| is)? " +
      "?(?:we|i|it|the vault|the bot)? " +
      "?(?:make|made|earn|earned|gain|gained|lose|lost|up|down|making|losing)(?: money)?(?: by " +
      `trading| with it)?${PERIOD}`,
  ),
  whole(
    "(?:am i|are we|is (?:it|the vault|the fund))(?: up or down|(?: in)?(?: the)? " +
      "(?:up|down|profit|profitable|plus|green|red|losing|winning|making money|losing " +
      `money))(?: or (?:not|down|up|red))?${PERIOD}`,
  ),
];

const TRADES =
  "(?:fills?|trades?|executions?|swaps?|transactions|history|trade history|trading " +
  "history|activity|deals)";
const FILLS: readonly RegExp[] = [
  whole(
    `(?:${SHOW} )?(?:what (?:were|was|are) |what's )?(?:${MINE} )?(?:last|latest|recent|most ` +
      `recent|previous|past|today's|yesterday's|executed)?(?: ?\\d+| ?one| ?two| ?three| ` +
      `?five| ?ten| most recent)? ?(?:most recent )?${TRADES}${PERIOD}`,
  ),
  whole(
    `(?:what|which(?: \\w+)?)(?: trades| tokens)?(?: did| have| has)? ?(?:we|i|you|it|the ` +
      "bot|the vault|the agent)? " +
      `?(?:buy|bought|sell|sold|trade|traded|swap|swapped|do|done|executed?)${PERIOD}`,
  ),
  whole(
    "(?:at )?what(?: price)? did (?:it|that|the last one|my (?:last " +
      ")?(?:order|swap|trade)|the (?:last )?(?:order|swap|trade)) (?:fill|go|execute)(?: at| " +
      `for)?${PERIOD}`,
  ),
  whole(
    "did (?:it|that|my (?:order|swap|trade)|the (?:last )?(?:order|swap|trade)) (?:fill|go " +
      "through|execute|work)(?: already| yet)?",
  ),
];

/** Asks how trading went, in any order of words: its noun, or who made or lost something. */
const HOW_IT_WENT = [
  /\b(?:pnl|p&l|p\/l|p and l|roi|performance|performing|performed|returns?|earnings|gains?|profits?|loss|losses|results?)\b/,
  /^(?:\w+,? )?(?:did|do|does|have|has|are|am|is|how|what|was|were|we|i)\b.*\b(?:i|we|it|vault|vault's|fund|bot|trading|money)\b.*\b(?:made|make|making|earn|earned|earning|gained|lost|lose|losing|up|down|ahead|behind|winning|green|red|profitable|doing)\b/,
];
/** Asks what there is, in any order of words. */
const WHAT_THERE_IS =
  /^(?:\w+,? )?(?:what|whats|what's|how|how's|show|give|list|tell|where|run)\b.*\b(?:holdings?|portfolio|bags?|assets?|funds|money|balances|allocation|allocated|positions in the vault|in (?:the|my|our) (?:vault|pool|fund)|do (?:i|we) (?:have|own|hold)|(?:i|we) (?:own|hold))\b/;
const NAMED = new RegExp(`\\b${TOKEN}\\b`);
/** It speaks of a trade, an order, a setting, another's money, or a figure that is no time. */
const OF_MORE =
  /\b(?:don't|dont|not|never|no|take[ -]?profit|stop|sell|buy|swap|convert|exchange|bridge|send|transfer|stake|order|limit|twap|dca|slippage|shield|gas|fee|fees|lp|gmx|hyperliquid|perps?|price|quote|if|when|should|would|could|tax|taxes|how do i|how to|how can i)\b|\d(?! ?(?:d|h|w|day|days|hour|hours|week|weeks|month|months|st|nd|rd|th)\b)(?!\d)/;

/**
 * What a message asks of the vault as a whole: what it holds, what trading brought, what was
 * traded, or how something is done. Undefined for anything else; a message with more in it is none.
 * Pure, linear in a line of at most 200 characters.
 */
export function answerOf(text: string): Answer | undefined {
  if (text.length > 200) return undefined;
  let line = text
    .trim()
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .replace(/[\s.!?]+$/, "")
    .replace(/,? (?:please|pls|plz|thanks|thx|to show|mate|bro)$/, "");
  for (let next = line.replace(POLITE, ""); next !== line; next = line.replace(POLITE, ""))
    line = next;
  if (FILLS.some((pattern) => pattern.test(line))) return { of: "fills", ...askedIn(line) };
  if (PNL.some((pattern) => pattern.test(line))) return { of: "pnl", ...askedIn(line) };
  if (PORTFOLIO.some((pattern) => pattern.test(line))) return { of: "portfolio" };
  if (!OF_MORE.test(line)) {
    if (HOW_IT_WENT.some((pattern) => pattern.test(line))) return { of: "pnl", ...askedIn(line) };
    if (WHAT_THERE_IS.test(line) && !NAMED.test(line)) return { of: "portfolio" };
  }
  const topic = HELP_TOPICS.find(({ asks, about }) => about.test(line) && (asks ?? HOW).test(line));
  return topic === undefined ? undefined : { of: "help", text: topic.text };
}

/** How what a line is about is said, whether it asks that or not. */
export const helpAbout = (text: string): string | undefined =>
  HELP_TOPICS.find(({ about }) => about.test(text.toLowerCase()))?.text;

/** Of which time and token a line asks. */
export function askedIn(line: string): Asked {
  const period = periodIn(line);
  const token = new RegExp(`\\b${TOKEN}\\b`).exec(line)?.[0];
  return { ...(period !== undefined && { period }), ...(token !== undefined && { token }) };
}

/** Asks how something is said or done, and does not say it. */
const HOW =
  /^(?:how (?:do|can|does|to|would|should|is|may|must)\b|how's\b|what(?:'s| is| are| does)(?: the)? (?:drill|way|syntax|command|format|a |an |the )|help\b.*|explain\b|example|examples\b|syntax\b|commands?\b.*|where (?:do|can)\b|show me (?:how|an example)|teach\b|tell me how|i (?:don't|do not) know how|can (?:i|you|we)\b|what can\b|which (?:commands?|words)\b|what (?:do|should) i (?:type|write|say)\b|what sort\b|i'm new\b)/;
