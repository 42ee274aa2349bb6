import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import type { SpokenCall } from "../../tools/spoken-call.ts";
import { claimedWords } from "./claimed-words.ts";
import { leads } from "./leads.ts";
import type { NotGrounded } from "./not-grounded.ts";
import { phraseAt } from "./phrase-at.ts";
import { placeAt } from "./place-at.ts";
import { type SpokenClaim, spokenClaim } from "./spoken-claim.ts";
import { spokenItems } from "./spoken-items.ts";
import type { WordItem } from "./word-item.ts";

type Found = { reason: NotGrounded; word?: string };
type Args = Readonly<Record<string, unknown>>;

/** Words that no sentence is turned round by. Not "at" nor "by": a limit may have been cut off behind them. */
const COMMON = new Set(
  `hi hey hello ok okay yes i we i'd we'd want wanna need like let let's lets go ahead thanks thx please pls
  plz kindly just now immediately asap my our the a an of with for to from into in on using via through vault vault's`.split(
    /\s+/,
  ),
);
const PAIRS = ["can you", "could you", "thank you", "would like", "right now", "right away"];
/** "I want to" asks for a deed, "I need 100 GRG" says what is missing. */
const WISHES = ["need", "want", "like"];
/** Deeds that are nouns as well. Where one stands as a verb, the call has to be that deed: not "withdraw 50 GRG to stake". */
const BOTH = ["stake", "sync"];

/**
 * Whether a sentence asks for this call: its words name the deed, each argument stands there with its sense and as often as it may, and every
 * other word is known to change nothing. A figure, token or chain that the call does not use is such a word: it refuses.
 */
export function groundSpoken(
  { acts, words, fields, venue, never = [] }: SpokenCall,
  args: Args,
  { own, chainId }: { own: string; chainId: ChainId },
): Found | undefined {
  const named = Object.keys(fields).find((name) => fields[name]?.is === "name");
  const text = named === undefined ? own : withoutName(own, String(args[named]));
  if (text === undefined) return { reason: "figure" };
  const items = spokenItems(text);
  if ("unreadable" in items) return { reason: "unreadable", word: items.unreadable };
  const venues = venue?.split(" ") ?? [];
  if (never.some((phrase) => items.some((_, at) => phraseAt(items, at, phrase.split(" "), BETWEEN) > 0)))
    return { reason: "other_tool" };
  const claimed = claimedWords(fields);
  const ofActs = acts.flatMap((act) => act.split(/[ +]/));
  const known = new Set([...ofActs, ...words.split(" "), ...venues].filter((word) => !claimed.has(word)));
  const claims = claimsOf(fields, args, chainId);
  // Such a token could be read into any sentence.
  const isWord = ([name, { is }]: [string, { is: string }]) =>
    is === "token" && [COMMON, known, claimed].some((some) => some.has(tokenText(args[name])));
  if (Object.entries(fields).some(isWord)) return { reason: "token" };
  const verbs = acts.map((act) => act.split(" ")[0] ?? "");
  const isHere = venue === undefined || items.some((_, at) => venues.includes(textAt(items, at)));
  return (
    readAll(items, { known, claims, verbs }) ??
    (isHere && isAsked(acts, items, venues) ? undone(claims) : { reason: isHere ? "other_tool" : "venue" })
  );
}

type Counted = SpokenClaim & { count: number };
type Reading = { known: ReadonlySet<string>; claims: readonly Counted[]; verbs: readonly string[] };

function claimsOf(fields: SpokenCall["fields"], args: Args, chainId: ChainId): Counted[] {
  // A call without a chain of its own acts on the request's.
  const hasPlace = Object.values(fields).some((field) => field.is === "chain" && field.role === "at");
  const all = { ...fields, ...(!hasPlace && { "": { is: "chain", role: "at" } as const }) };
  return Object.entries(all).flatMap(([name, field]) => {
    return spokenClaim(field, name, args, chainId).map((claim) => ({ ...claim, count: 0 }));
  });
}

function readAll(items: readonly WordItem[], { known, claims, verbs }: Reading): Found | undefined {
  let isPolite = false;
  let at = 0;
  for (let item = items[0]; item !== undefined; item = items[at]) {
    const place = placeAt(items, at, claims);
    const found = claims.filter((one) => {
      const isOther = (place === "pair" && one.reason === "chain") || (place === "chain" && one.reason === "token");
      return !isOther && one.take(items, at) > 0;
    });
    const claim = found[0];
    const text = textAt(items, at);
    const isPair = PAIRS.includes(`${text} ${textAt(items, at + 1)}`);
    if (claim !== undefined) {
      // One token may be what two arguments name; a figure is one argument's.
      for (const one of claim.reason === "token" ? found : [claim]) one.count += 1;
      if (claim.count > claim.most) return { reason: claim.reason };
      const taken = claim.reason === "token" ? found : [claim];
      at += Math.max(...taken.map((one) => one.take(items, at)));
    } else if (place === "chain") return { reason: "chain", word: textAt(items, at + 1) };
    else if (item.kind === "break") at += 1;
    else if (item.kind === "ask") {
      if (!isPolite) return { reason: "question", word: "?" };
      at += 1;
    } else if (item.kind === "number") return { ...(undone(claims) ?? { reason: "unclear_number" }), word: item.value };
    else if (item.kind === "address") return { reason: "token", word: item.text };
    else if (isWish(items, isPair ? at + 1 : at) || (BOTH.includes(text) && !verbs.includes(text) && leads(items, at)))
      return { reason: "unknown_word", word: text };
    else if (isPair) {
      isPolite ||= text === "can" || text === "could";
      at += 2;
    } else if (known.has(text) && isElsewhere(items, at, claims)) return { reason: "chain", word: text };
    else if (known.has(text) || COMMON.has(text)) at += 1;
    else return { reason: "unknown_word", word: text };
  }
  return undefined;
}

/** What an argument says and the words do not. */
const undone = (claims: readonly Counted[]): Found | undefined => {
  const missing = claims.find(({ isNeeded, count }) => isNeeded && count === 0);
  return missing === undefined ? undefined : { reason: missing.reason };
};

/** All words of one act, the first of them where an order has its verb. */
const isAsked = (acts: readonly string[], items: readonly WordItem[], venues: readonly string[]): boolean =>
  acts.some((act) =>
    act
      .split(" ")
      .every((word, nth) =>
        items.some(
          (_, at) => phraseAt(items, at, word.split("+"), [...BETWEEN, ...venues]) > 0 && (nth > 0 || leads(items, at)),
        ),
      ),
  );
const BETWEEN = ["the", "my", "our", "its", "vault's"];

/** Also "we like to", which is no wish: that is "would like" or "i'd like". */
const isWish = (items: readonly WordItem[], at: number): boolean =>
  WISHES.includes(textAt(items, at)) &&
  (textAt(items, at + 1) !== "to" ||
    (textAt(items, at) === "like" && !["would", "i'd", "we'd"].includes(textAt(items, at - 1))));

const textAt = (items: readonly WordItem[], at: number): string => {
  const item = items[at];
  return item?.kind === "word" ? item.text : "";
};
const tokenText = (token: unknown): string => (typeof token === "string" ? token.trim().toLowerCase() : "");

/** A tool's own word that is a chain's name too: "base" is one but in "base token USDC". */
const isElsewhere = (items: readonly WordItem[], at: number, claims: readonly Counted[]): boolean =>
  parseChain(textAt(items, at)).ok &&
  textAt(items, at + 1) !== "token" &&
  !claims.some((one) => one.reason === "token" && one.take(items, at + 1) > 0);

/**
 * The text without a name, which stands behind "named" or "called", ends where another thing begins, and has no such beginning in it;
 * undefined where it does not stand there.
 */
function withoutName(own: string, name: string): string | undefined {
  if (name.split(" ").some((word) => ENDS.includes(word.toLowerCase()))) return undefined;
  const [before, after = "", ...others] = own.split(/\b(?:named|called)[ \t]+/i);
  const rest = after.slice(name.length);
  const isWhole = after.startsWith(name) && others.length === 0 && END.test(rest);
  return isWhole ? `${before}, ${rest}` : undefined;
}
const ENDS = ["with", "and", "symbol", "ticker", "base", "on", "in", "please"];
const END = new RegExp(`^(?:\\s*$|[,.;!\\n]|[ \\t]+(?:${ENDS.join("|")})\\b)`, "i");
