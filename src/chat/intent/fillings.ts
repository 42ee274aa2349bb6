import { chainOf } from "../../chain-of.ts";
import type { SpokenField } from "../../tools/spoken-field.ts";
import type { Tool } from "../../tools/tool.ts";
import { chainOfWord } from "../reader/chain-of-word.ts";
import { DESCRIBED } from "../reader/described.ts";
import type { FastPathContext } from "../reader/fast-path-context.ts";
import type { Item } from "../reader/item.ts";
import { namedToken } from "../reader/named-token.ts";
import { readingOf } from "../reader/reading-of.ts";
import { SLOTS, type SlotKind } from "../reader/slots.ts";

/** A value that an argument may have, and the item that it stands on. */
type Candidate = { value: unknown; of: Item | undefined };
type Args = Readonly<Record<string, unknown>>;

/** More ways to fill a tool's arguments than these are not tried. */
const MOST = 48;
/** So many are given, of which each is compared with the words. */
const MOST_GIVEN = 6;
const ALL = /^(?:all|every|everything|both|entire|whole)$/;

/**
 * The ways in which the typed items of a message fill the arguments of a tool, each item in one of
 * them at most, those that use most items first. Whether one of them stands in the words is for the
 * comparison of calls to say.
 */
export function fillings(tool: Tool, items: readonly Item[], context: FastPathContext): Args[] {
  const fields = fieldsOf(tool);
  let ways: { args: Args; taken: readonly Item[] }[] = [{ args: {}, taken: [] }];
  for (const [name, field] of fields) {
    const candidates = items.flatMap((item, at) =>
      isAstray(tool, name, item, items[at - 1])
        ? []
        : valuesOf(field, name, item, context).map((value): Candidate => ({ value, of: item })),
    );
    const isDemanded = !tool.input.shape[name]?.safeParse(undefined).success;
    ways = ways
      .flatMap(({ args, taken }) => [
        ...candidates
          .filter(({ of }) => of === undefined || !taken.includes(of))
          .map(({ value, of }) => ({
            args: { ...args, [name]: value },
            taken: of === undefined ? taken : [...taken, of],
          })),
        ...(isDemanded ? [] : [{ args, taken }]),
      ])
      .slice(0, MOST);
  }
  const given = ways
    .sort((one, other) => other.taken.length - one.taken.length)
    .map(({ args }) => args);
  return [...new Map(given.map((args) => [JSON.stringify(args), args])).values()]
    .slice(0, MOST)
    .filter((args) => tool.input.safeParse(args).success)
    .slice(0, MOST_GIVEN);
}

/** Where something comes from has to be said, and "skip 3" may be three slices. */
const isAstray = (tool: Tool, name: string, item: Item, before: Item | undefined): boolean =>
  (name === "sourceChain" && !/^(?:from|on|at)$/.test(readingOf(before, "word") ?? "")) ||
  (name === "id" && "slice" in tool.input.shape && readingOf(item, "order") === undefined);

/**
 * The arguments that words may fill: those that a model's call is compared by, and of a read those
 * whose names say their kind.
 */
function fieldsOf(tool: Tool): [string, SpokenField][] {
  if (tool.effect === "read")
    return Object.keys(tool.input.shape).flatMap((name): [string, SpokenField][] => {
      const field = READ_FIELDS[name];
      return field === undefined ? [] : [[name, field]];
    });
  return tool.model === "hidden" ? [] : Object.entries(tool.model.grounding.fields);
}

const READ_FIELDS: Readonly<Record<string, SpokenField>> = {
  id: { is: "number" },
  token: { is: "token" },
  chain: { is: "chain", role: "at" },
  sourceChain: { is: "chain", role: "at" },
  destinationChain: { is: "chain", role: "to" },
  targetChain: { is: "chain", role: "to" },
  amount: { is: "amount" },
  tokenA: { is: "token" },
  tokenB: { is: "token" },
  fee: { is: "fee" },
  coin: { is: "token" },
};

/** What an item may be of an argument, by the argument's kind. */
function valuesOf(
  field: SpokenField,
  name: string,
  item: Item,
  context: FastPathContext,
): unknown[] {
  const word = readingOf(item, "word") ?? "";
  const coin = readingOf(item, "coin");
  const slot = (kind: SlotKind) => [SLOTS[kind](item)].filter((value) => value !== undefined);
  switch (field.is) {
    case "number":
      if (name === "tokenId") return slot("nft");
      if (field.all && ALL.test(word)) return [0];
      return slot(readingOf(item, "trigger") === undefined ? "order" : "trigger").filter(
        (id) => id !== DESCRIBED,
      );
    case "amount":
      return [readingOf(item, "number") ?? readingOf(item, "dollars")].filter(
        (value) => value !== undefined,
      );
    case "token":
      return name === "market" || name === "coin" || coin === undefined
        ? slot("market")
        : [namedToken(coin, context, context.chainId).toUpperCase()];
    case "chain": {
      const chain = coin === undefined ? chainOfWord(word) : undefined;
      return chain === undefined ? [] : [chainOf(chain).name];
    }
    case "count":
      return slot("count").map((count) => Number(count));
    case "minutes":
      return [readingOf(item, "every"), readingOf(item, "minutes")].filter((value, at, all) => {
        return value !== undefined && all.indexOf(value) === at;
      });
    case "price":
    case "dollars":
      return [readingOf(item, "dollars") ?? readingOf(item, "number")].filter(
        (value) => value !== undefined,
      );
    case "fee":
      return slot("fee");
    case "range":
      return slot("range");
    case "share":
      return ALL.test(word) ? ["all"] : [...slot("share"), ...slot("fraction")];
    case "flag":
      return field.words.split(" ").includes(word) ? [true] : [];
    case "leverage":
      return slot("leverage");
    case "side":
      return field.of === "position" ? slot("long") : slot("side");
    case "part":
    case "exit":
      return ALL.test(word) ? ["all"] : [...slot("share"), ...slot("fraction"), ...slot("number")];
    case "backing":
    case "backed":
      return field.is === "backing"
        ? slot("number")
        : coin === undefined
          ? []
          : [coin.toUpperCase()];
    case "choice":
      return Object.entries(field.said).flatMap(([value, phrases]) =>
        phrases.includes(word) ? [value === "true" ? true : value] : [],
      );
    case "venue":
      return slot("dex");
    case "key": {
      const key = readingOf(item, "address");
      return key === undefined ? [] : [key];
    }
    default:
      return [];
  }
}
