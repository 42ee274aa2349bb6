import type { Grounding } from "../../tools/grounding.ts";
import { cancelInput } from "../../twap/cancel-input.ts";
import { ALL_WORDS } from "./all-words.ts";
import type { Claims, NoClaims, Proposed } from "./claims.ts";
import { DEED_WORDS, type Deed } from "./deed-words.ts";
import { figuresFor } from "./figures-for.ts";
import { placeClaims } from "./place-claims.ts";

/** Nouns of what other tools are for: a message that names one means theirs. */
const OTHER_NOUNS = [
  "trigger",
  "sync",
  "position",
  "vault",
  "subscription",
  "limit",
  "shield",
  "hyperliquid",
  "gmx",
  "perp",
];

const ORDER = /^(?:order|orden|órden|ordre|ordin|ordem|auftr|ордер|zlecen)|订单|訂單|注文|주문/u;

/** What is done to one order, or with id 0 to all of them: the deed is named in some language, and no other one, and the order by its figure. */
export function orderClaims({
  tool,
  grounding,
  args,
  reading,
  chainId,
}: Proposed<Extract<Grounding, { kind: "order" }>>): Claims | NoClaims {
  const order = cancelInput.strict().safeParse(args);
  if (!order.success || !tool.input.safeParse(args).success) return { reason: "field" };
  const deed = (Object.keys(DEED_WORDS.words) as Deed[]).find((name) =>
    grounding.verbs.some((verb) => DEED_WORDS.words[name].has(verb)),
  );
  const { items, deeds } = reading;
  if (deed === undefined || !deeds.has(deed) || deeds.size > 1) return { reason: "other_tool" };
  const words = items.flatMap((item) => (item.kind === "word" ? [item.text] : []));
  const nouns = grounding.noun?.split(" ") ?? [];
  const foreign = OTHER_NOUNS.find((noun) => !nouns.includes(noun) && words.some((word) => word.startsWith(noun)));
  if (foreign !== undefined) return { reason: "other_tool", word: foreign };
  const isNoun = (word: string) => nouns.includes(word) || (nouns.includes("order") && ORDER.test(word));
  if (nouns.length > 0 && !words.some(isNoun)) return { reason: "other_tool" };
  const place = placeClaims({}, { ...reading, venues: [] }, chainId);
  if ("reason" in place) return place;
  const { id } = order.data;
  const isAll =
    words.some((word) => ALL_WORDS.has(word)) ||
    ["全", "所有", "すべて", "모두", "모든"].some((piece) => words.some((word) => word.includes(piece)));
  if (id === 0) {
    const isCounted = items.some((item) => item.kind === "figure" && !item.isSaid);
    return isAll && !isCounted ? { args, figures: [], times: [], filled: [] } : { reason: "order_id" };
  }
  if (isAll) return { reason: "order_id" };
  return {
    args,
    figures: [{ name: "id", places: figuresFor(id, { is: "id" }, reading), reason: "order_id" }],
    times: [],
    filled: [],
  };
}
