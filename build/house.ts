import { posix } from "node:path";

/** A source file: its path from the root, and its text. */
export type Source = { path: string; text: string };

/** Each figure of the house; less is better in every one. */
export type House = Record<string, number>;

/**
 * Folders whose files know types of members and no member: doors, execution, schedule,
 * notifications, store.
 */
const FRAME = [
  ...[
    "functions",
    "src/attempts",
    "src/audit",
    "src/auth",
    "src/calls",
    "src/discovery",
    "src/events",
    "src/fees",
  ],
  ...[
    "src/mcp",
    "src/notifications",
    "src/operations",
    "src/payment",
    "src/pipeline",
    "src/quotes",
    "src/schedule",
  ],
  ...["src/store", "src/wallet", "src/webhooks"],
];
/**
 * A channel's own door belongs to the channel, an order kind's to the kind, the route of a venue's
 * own quote to the venue.
 */
const MEMBERS_DOORS = [
  ...["functions/telegram", "functions/twap", "functions/uniswap", "functions/zerox"],
  ...["src/store/pairing"],
];
const WORDS: Readonly<Record<string, RegExp>> = {
  twap: /twap/i,
  telegram: /telegram/i,
  trigger: /trigger/i,
  "nav sync": /nav[ _-]?sync/i,
  gmx: /gmx|perp_?a(?![a-z])/i,
  hyperliquid: /hyperliquid|perp_?b(?![a-z])/i,
  uniswap: /uniswap/i,
  "a chain id": /\b(?:8453|42161)\b|chain(?:s|_?id)?\W{1,6}(?:10|56|130|137|999)\b/i,
};
/** A file that belongs to one member, wherever it lies. */
const MEMBER =
  /(?:^|[/-])(?:twap|triggers?|nav-?syncs?|gmx|hyperliquid|uniswap|zerox|zero-ex|across|telegram|perp-[ab])(?=[/.-])/;
/**
 * The order of the target: who stands higher may import who stands lower. Rooms of one line may
 * know each other.
 */
const ORDER: readonly (readonly string[])[] = [
  ["schemas"],
  ["src/lib"],
  ["src/chain", "src/chains"],
  ["src/kinds"],
  ["src/store"],
  [
    ...["src/shields", "src/vaults", "src/settings", "src/delegation", "src/fees"],
    ...["src/payment", "src/auth", "src/notifications", "src/webhooks"],
  ],
  [
    "src/calldata",
    "src/venues",
    "src/bridge",
    "src/gmx",
    "src/hyperliquid",
    "src/liquidity",
    "src/protocols",
  ],
  // What is told of an order at a venue follows from its attempt, and is no kind of order: it lies
  // with what follows one.
  [
    ...["src/wallet", "src/pipeline", "src/attempts", "src/venueorders"],
    ...["src/audit", "src/calls", "src/quotes", "src/tools"],
    ...["bridge", "gmx", "hyperliquid", "liquidity", "protocols"].map(
      (room) => `src/${room}/tools`,
    ),
  ],
  ["src/twap", "src/navsync", "src/triggers", "src/schedule", "src/operations"],
  ["src/chat"],
  ["src/mcp", "src/telegram", "src/discovery", "src/events", "functions"],
];

/**
 * Text of the documents about the whole service, members included, as `npm run docs` copies it
 * (build/write-docs.ts; a test compares both): no code, and none decides anything by it.
 */
const WRITTEN = ["src/discovery/skill.data.json"];

const isIn = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const isChat = (path: string): boolean => path.startsWith("src/chat/");

/**
 * The figures of the house over the sources of `schemas`, `functions` and `src`.
 * @throws Error where a file that a figure starts from is not there
 */
export function houseOf(sources: readonly Source[]): House {
  const files = new Map(sources.map((source) => [source.path, source]));
  const ours = sources.filter(({ path }) => !isChat(path));
  const frame = ours.filter(
    ({ path, text }) =>
      isIn(path, FRAME) &&
      !isIn(path, MEMBERS_DOORS) &&
      !WRITTEN.includes(path) &&
      !isTable({ path, text }),
  );
  const naming = Object.entries(WORDS).map(([word, pattern]) => [
    `files of the frame that name ${word}`,
    frame.filter(({ text }) => pattern.test(text)).length,
  ]);
  const asking = ours.filter(({ path }) => !MEMBER.test(path));
  const tick = reachedFrom(files, "src/schedule/run-tick.ts");
  const plan = reachedFrom(files, "src/pipeline/execute-plan.ts");
  return {
    ...Object.fromEntries(naming),
    "calls of isNavSync and isTriggerOrder outside order kinds": asking.reduce(
      (sum, { text }) => sum + (text.match(/\b(?:isNavSync|isTriggerOrder)\(/g)?.length ?? 0),
      0,
    ),
    "files that run-tick reaches by value": tick.length,
    "of these a member's": tick.filter((path) => MEMBER.test(path)).length,
    "files that execute-plan reaches by value": plan.length,
    "of these a member's too": plan.filter((path) => MEMBER.test(path)).length,
    "tables in which a chain stands": ours.filter(isTableOfChains).length,
    "arrows between rooms that run back up": arrowsUp(ours).length,
  };
}

/**
 * Bytes without blanks of `src` without chat: compared before and after a change of the frame, and
 * no bar for features.
 */
export const bytesOf = (sources: readonly Source[]): number =>
  sources
    .filter(({ path }) => path.startsWith("src/") && !isChat(path))
    .reduce((sum, { text }) => sum + text.replace(/\s/g, "").length, 0);

/** Rooms whose import runs against ORDER, as "from -> to". */
export function arrowsUp(sources: readonly Source[]): string[] {
  const up = sources.flatMap((source) => {
    const from = levelOf(source.path);
    if (from === undefined) return [];
    return importsOf(source, "all").flatMap((target) => {
      const to = levelOf(target);
      return to !== undefined && to.level > from.level ? [`${from.room} -> ${to.room}`] : [];
    });
  });
  return [...new Set(up)].sort();
}

function levelOf(path: string): { room: string; level: number } | undefined {
  // The tools of a protocol lie in its folder, and stand higher.
  return ORDER.flatMap((rooms, level) => rooms.map((room) => ({ room, level })))
    .filter(({ room }) => path.startsWith(`${room}/`))
    .sort((one, other) => other.room.length - one.room.length)[0];
}

/** A member's module, or what it exports, loaded with its first use. */
const LATE = /\(\) => import\([^)]*\)|async \(\) => \(await import\([^)]*\)\)\.\w+/g;

/** A file of imports and one literal, a record or a list: what lists members has to name them. */
export function isTable({ text }: Source): boolean {
  const code = withoutComments(text);
  const body = code.replace(/^import\s[^;]*;/gm, "").trim();
  const literal = body.replace(LATE, "");
  return (
    body !== code.trim() &&
    /^export const \w+[^=]* = [{[]/.test(body) &&
    !/=>|\bfunction\b|\bclass\b/.test(literal)
  );
}

/** A literal with at least three chains' ids as its keys, in code or data. */
const isTableOfChains = ({ text }: Source): boolean => {
  const keys = text.match(/(?<![\w.])"?(?:10|56|130|137|999|8453|42161)"?:\s/g) ?? [];
  return new Set(keys.map((key) => key.replace(/\D/g, ""))).size >= 3;
};

/** All files that evaluating `start` brings, at once or with a first use; tables end the way. */
function reachedFrom(files: ReadonlyMap<string, Source>, start: string): string[] {
  if (!files.has(start))
    throw new Error(`${start} is not there: say in build/house.ts where it went`);
  const reached = new Set([start]);
  // A set's iteration meets what is added to it on the way.
  for (const path of reached) {
    const source = files.get(path);
    if (source === undefined || (path !== start && isTable(source))) continue;
    for (const target of importsOf(source, "values")) if (files.has(target)) reached.add(target);
  }
  return [...reached];
}

const IMPORT =
  /^(?:import|export)\s+(type\s+)?([^"';]*?)\s*from\s+"(\.{1,2}\/[^"]+)"|\bimport\(\s*"(\.{1,2}\/[^"]+)"\s*\)/gm;

/** Paths that a file imports; of `values` not those of which it takes types alone. */
function importsOf({ path, text }: Source, which: "all" | "values"): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, type, names = "", fixed, late]) => {
    const specifier = fixed ?? late;
    if (specifier === undefined) return [];
    const isTypes =
      fixed !== undefined && (type !== undefined || /^\{(?:\s*type\s+[^,}]+,?)+\s*\}$/.test(names));
    if (which === "values" && isTypes) return [];
    return [posix.normalize(posix.join(posix.dirname(path), specifier))];
  });
}

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
