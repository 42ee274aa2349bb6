/** What keys of programs are called here; every other key stands for itself. */
const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "verb=op action side cmd command type strategy method tool kind do intent algo",
    "sold=in from sell tokenin fromtoken selltoken src spend pay paywith with give",
    "bought=out to buy tokenout totoken buytoken dst receive for",
    "token=token asset coin symbol ticker sym base market pair",
    "counter=quote quotetoken",
    "amount=amount amt qty quantity size amountin total totalamount notional sellamount",
    "out=amountout exactout buyamount",
    "each=slice sliceamount slicesize amountperbuy amountperslice each",
    "slices=slices n count parts buys slicecount clips chunks",
    "every=every interval intervalmin intervalminutes freq period",
    "price=price px limitprice stopprice triggerprice at",
    "on=dex venue via router chain network chainid",
    "order=id orderid twapid",
  ].flatMap((line) => {
    const [name = "", keys = ""] = line.split("=");
    return keys.split(" ").map((key) => [key, name]);
  }),
);
const PAIR =
  /(?:^|[\s;,&?|{(])(?:--?)?([a-z][a-z_-]*)(?:\s?=\s?|:(?=\S)|: (?=[^\n;,]*(?:[\n;,]|$)))([^\s;,&|})]+(?: ?%)?)/gi;
const FLAG = /(?:^|\s)--([a-z][a-z_-]*) (?!-)(\S+)/gi;

/**
 * A message of keys and their values ("tokenIn=ETH", "--out 0.7", a line each, one JSON object) as
 * the plain words that say it; undefined where fewer than two stand there. What it has besides
 * comes first.
 */
export function keyedWords(text: string, coins: ReadonlySet<string>): string | undefined {
  const ofJson = jsonPairs(text);
  const pairs = ofJson?.pairs ?? [];
  const rest = (ofJson?.rest ?? text).replace(
    text.includes("--") ? FLAG : PAIR,
    (_, key: string, value: string) => {
      pairs.push([key, value]);
      return " ";
    },
  );
  if (pairs.length < (ofJson === undefined ? 2 : 1)) return undefined;
  const said: Record<string, string> = {};
  const verbs: string[] = [];
  const others: string[] = [];
  for (const [key, value] of pairs) {
    const plain = key.toLowerCase().replace(/[_-]/g, "");
    const name = Object.hasOwn(KEYS, plain) ? KEYS[plain] : undefined;
    const isCoin = value.split("/").every((part) => coins.has(part.toLowerCase()));
    const isFigure = /^[$]?[0-9.]/.test(value);
    if (name === "verb") verbs.push(value);
    else if (name === "order" && isFigure) others.unshift(`order ${value}`);
    else if (name === "sold" && /^[0-9.]+ ?[a-z]/i.test(value))
      [said.amount, said.sold] = [value, ""];
    else if ((name === "bought" || name === "counter") && isFigure) said.out = value;
    else if (name === "every")
      others.push(`every ${/^[0-9]+$/.test(value) ? `${value} minutes` : value}`);
    else if (name === "slices") others.push(`in ${value} slices`);
    else if (name === "each") others.push(`in slices of ${value}`);
    else if (name === "price" && isFigure)
      others.push(`${/^limit/.test(plain) ? "limit" : "at"} ${value}`);
    else if (name === "on") others.push(plain === "to" ? `to ${value}` : `on ${value}`);
    else if (
      name !== undefined &&
      name !== "price" &&
      (isCoin || isFigure || value.startsWith("0x"))
    )
      said[name] = value;
    else
      (isFigure ? others : verbs).push(`${key.replace(/([a-z])(?=[A-Z])|[_-]/g, "$1 ")} ${value}`);
  }
  const line = `${rest.replace(/[{}()[\];&?|,"]/g, " ")} ${verbs.join(" ")}`;
  return `${line} ${tradeWords(said, /\b(?:buy|bid)\b/i.test(line))} ${others.join(" ")}`
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The amount before the token that it is of, which is sold unless the words say that it is bought.
 */
function tradeWords(
  { token, sold, bought, counter, amount = "", out }: Record<string, string>,
  isBuy: boolean,
): string {
  if (out !== undefined)
    return `exact out ${out} ${bought ?? token ?? ""} from ${sold ?? counter ?? ""}`;
  if (sold === undefined && bought === undefined)
    return (
      `${amount} ${token ?? ""} ` +
      `${counter === undefined ? "" : `${isBuy ? "with" : "for"} ${counter}`}`
    );
  if (isBuy && sold === undefined && token === undefined) return `${amount} ${bought ?? ""}`;
  return isBuy && amount.includes(" ") === false && sold !== "" && bought === undefined
    ? `${amount} ${token ?? ""} with ${sold}`
    : `${amount} ${sold ?? token ?? ""} to ${bought ?? token ?? counter ?? ""}`;
}

const SHORT = /^[\w.$%/+-]{1,42}(?: [\w.$%/+-]{1,12})?$/;

/**
 * The keys and values of the object that a message holds, an object's own key as a word before
 * them. Undefined where it holds none, or a sentence.
 */
export function jsonPairs(text: string): { pairs: [string, string][]; rest: string } | undefined {
  const [from, to] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (from < 0 || to < from) return undefined;
  try {
    const pairs = pairsOf(JSON.parse(text.slice(from, to + 1)));
    const rest = `${text.slice(0, from)} ${text.slice(to + 1)}`;
    return pairs.every(([, value]) => SHORT.test(value)) && !rest.includes('"')
      ? { pairs, rest }
      : undefined;
  } catch {
    return undefined;
  }
}

const pairsOf = (value: unknown): [string, string][] =>
  Object.entries(value ?? {}).flatMap(([key, one]): [string, string][] =>
    typeof one === "object"
      ? [["verb", key.replaceAll("_", " ")], ...pairsOf(one)]
      : [[key, String(one)]],
  );
