import { ALL_WORDS } from "./all-words.ts";
import type { Claims, NoClaims, Proposed } from "./claims.ts";
import { placeClaims } from "./place-claims.ts";

/** What is frozen, in the languages of most keyboards. */
const VAULT =
  /^(?:vault|safe|tresor|bóveda|boveda|coffre|caveau|cassaforte|cofre|хранилищ|сейф|skarbi|kluis|kasa|brankas)|金库|金庫|保险库|ボルト|볼트|금고/u;

/** A stop of everything, named in some language with what is to be stopped, and no other deed beside it. */
export function freezeClaims({ args, reading, chainId }: Proposed): Claims | NoClaims {
  const { chain, ...others } = args;
  if (Object.keys(others).length > 0) return { reason: "field" };
  const { items, deeds } = reading;
  if (!deeds.has("freeze") || deeds.size > 1) return { reason: "other_tool" };
  const isNamed = items.some((item) => item.kind === "word" && (VAULT.test(item.text) || ALL_WORDS.has(item.text)));
  if (!isNamed) return { reason: "other_tool" };
  const place = placeClaims({ chain }, { ...reading, venues: [] }, chainId);
  return "reason" in place ? place : { args, figures: [], times: [], filled: [] };
}
