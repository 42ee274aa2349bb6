const BETWEEN = /\s*(?:[;\n]+|\.\s+|,? (?:and )?then |,? also |,? and | & |, next )\s*/;
const NUMBERS = /^(cancel|pause|resume) (?:orders? )?#?(\d+(?:(?:,? and |, )#?\d+)+)$/;
const MOST = 5;

/**
 * A line (plain-line.ts) in its commands, in order. `isElided`: one of them has the first one's
 * verb filled in.
 */
export function splitSeveral(
  line: string,
): { parts: readonly string[]; isElided: boolean } | undefined {
  const [, verb, numbers = ""] = NUMBERS.exec(line) ?? [];
  if (verb !== undefined) {
    const parts = [...numbers.matchAll(/\d+/g)].map(([id]) => `${verb} order ${id}`);
    return parts.length > MOST ? undefined : { parts, isElided: false };
  }
  const split = line
    .replace(/^first /, "")
    .split(BETWEEN)
    .filter((part) => part !== "");
  if (split.length < 2 || split.length > MOST) return undefined;
  const word = /^[a-z]+/.exec(split[0] ?? "")?.[0] ?? "";
  const parts = split.map((part) => (/^[\d$.]/.test(part) ? `${word} ${part}` : part));
  return { parts, isElided: parts.some((part, at) => part !== split[at]) };
}
