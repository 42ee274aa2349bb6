import type { ChainId } from "../../../schemas/chains.ts";
import type { VenueId } from "../../../schemas/venue-ids.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { DEED_WORDS, type Deed } from "./deed-words.ts";
import type { OwnItem } from "./own-items.ts";
import { timeUnit } from "./time-unit.ts";

/** What a message in any language says, as far as it can be told without its grammar. `at`: places among the items. */
export type OwnReading = {
  items: readonly OwnItem[];
  /** Figures that count time, in minutes; a unit without a figure counts one. `figureAt` is undefined there. */
  times: { minutes: number; at: number; figureAt: number | undefined }[];
  chains: ChainId[];
  venues: VenueId[];
  deeds: ReadonlySet<Deed>;
};

/** `tokens`: those of the call, lest "eth" be taken for a chain. `text`: the message in lower case. */
export function ownReading(items: readonly OwnItem[], text: string, tokens: readonly string[]): OwnReading {
  const isToken = (word: string) => tokens.some((token) => token.toLowerCase() === word) || word === "eth";
  const textAt = (at: number) => items[at]?.text ?? "";
  // "On ETH", "the ETH network": the chain, whatever token has that name.
  const isPlace = (at: number) =>
    textAt(textAt(at - 1) === "the" ? at - 2 : at - 1) === "on" || ["chain", "network"].includes(textAt(at + 1));
  const reading = { items, times: [] as OwnReading["times"], chains: [] as ChainId[], venues: [] as VenueId[] };
  for (const [at, item] of items.entries()) {
    if (item.kind !== "word") continue;
    const before = items[at - 1];
    const isCounted = before?.kind === "figure";
    const counted = isCounted ? timeUnit(item.text, true) : undefined;
    const unit = counted ?? timeUnit(item.text, false);
    if (unit !== undefined) {
      const isOwn = counted !== undefined && isCounted;
      reading.times.push({
        minutes: isOwn ? Number(before.value) * unit : unit,
        at,
        figureAt: isOwn ? at - 1 : undefined,
      });
      continue;
    }
    const venue = parseVenue(item.text === "uni" ? "uniswap" : item.text);
    if (venue.ok) reading.venues.push(venue.value);
    const chain = (isToken(item.text) && !isPlace(at)) || item.text === "uni" ? undefined : parseChain(item.text);
    if (chain?.ok) reading.chains.push(chain.value);
  }
  const deeds = (Object.keys(DEED_WORDS.words) as Deed[]).filter(
    (deed) =>
      items.some((item) => item.kind === "word" && DEED_WORDS.words[deed].has(item.text)) ||
      DEED_WORDS.pieces[deed].some((piece) => text.includes(piece)),
  );
  return { ...reading, deeds: new Set(deeds) };
}
