import { formatUnits, parseUnits } from "../../lib/parse-units.ts";
import { DECIMAL_PLACES } from "../context/times-share.ts";
import type { Draft, Rule } from "./draft.ts";
import { PIECES } from "./pieces.ts";

const { amount: A, token: T, sell: SELL, buy: BUY, slices: SLICES, pace: PACE } = PIECES;

type Reader = (found: readonly string[]) => Draft;
const option = (label: string, words: string) => ({ label, words });
const whole = (pattern: string) => new RegExp(`^${pattern}$`);

/** A decimal times a count, exactly; undefined for what is no plain decimal. */
function times(amount: string, count: string): string | undefined {
  const [, digits = "", k] = /^\$?([\d.]+)(k?)$/.exec(amount.replaceAll(",", "")) ?? [];
  const units = parseUnits(digits, DECIMAL_PLACES);
  return units.ok
    ? formatUnits(units.value * BigInt(count) * (k === "k" ? 1_000n : 1n), DECIMAL_PLACES)
    : undefined;
}

/** One of `all` is in the words' place: "usdc or dai". */
const either = (before: string, all: readonly string[], after = ""): Draft => ({
  text: "Which of them?",
  options: all.map((one) => option(one.toUpperCase(), `${before}${one}${after}`)),
  completes: [{ template: `${before}{}${after}`, probe: all[0] ?? "" }],
});

const READINGS: readonly (readonly [RegExp, Reader])[] = [
  [
    whole(`(.* (?:to|for|into|with|in)) (?:usd|dollars?|\\$)`),
    ([, before]) => ({
      text: "Dollars are no token here. Do you mean USDC?",
      options: [option("USDC", `${before} usdc`)],
    }),
  ],
  [
    whole(`(.* (?:to|for|into|with) )(${T}) or (${T})`),
    ([, before = "", one = "", other = ""]) => either(before, [one, other]),
  ],
  [
    whole(`(.* on )([a-z0-9]+) (?:and )?(?:on |or )([a-z0-9]+)`),
    ([, before = "", one = "", other = ""]) => either(before, [one, other]),
  ],
  [
    whole(`((?:cancel|pause|resume) (?:order )?)#?(\\d+) or #?(\\d+)`),
    ([, before = "", one = "", other = ""]) => either(before, [one, other]),
  ],
  [
    whole(`(pause|resume|cancel|stop) vault #?(\\d+)`),
    ([, verb = "", id]) => ({
      text: `Orders have numbers, vaults have none. Order ${id}?`,
      options: [
        option(`${verb} order ${id}`, `${verb} order ${id}`),
        ...(verb === "resume" ? [] : [option("Freeze the whole vault", "freeze the vault")]),
      ],
    }),
  ],
  [
    whole(
      `(?:(disable|enable|turn off|turn on) (?:the |my )?shields?|(?:the |my )?shields? (off))`,
    ),
    ([, said, off]) => {
      const verb = said ?? `turn ${off}`;
      return {
        text: "Only the Swap Shield can be switched; the NAV Shield is always on. The Swap Shield?",
        options: [option(`${verb} the swap shield`, `${verb} the swap shield`)],
      };
    },
  ],
  [
    whole(`(?:sell|dump|convert|swap) \\$([0-9][0-9.,]*k?)(?: worth)?(?: of)?(?: my)? (${T})`),
    ([, amount, token = ""]) => ({
      text: `So much ${token.toUpperCase()} that it brings ${amount} USDC?`,
      options: [
        option(`${amount} USDC for ${token.toUpperCase()}`, `buy ${amount} usdc with ${token}`),
      ],
    }),
  ],
  [
    whole(`(?:(${SELL}|${BUY}) (${A}) ?)?(${T})/(${T})`),
    ([, verb, amount, one = "", other = ""]) => {
      const isBuy = verb !== undefined && new RegExp(`^${BUY}$`).test(verb);
      const words =
        verb === undefined
          ? `quote 1 ${one} to ${other}`
          : `${verb} ${amount} ${one} ${isBuy ? "with" : "for"} ${other}`;
      return { text: `Do you mean: ${words}?`, options: [option("Yes", words)] };
    },
  ],
  [
    whole(
      `(stop[ -]?loss|sl|take[ -]?profit|tp):?(?: (?:on|for|at))?(?: sell)? (${A}) ` +
        `?(${T})(?: (?:for|to|into) (${T}))? at (${A})(?: (${T}))?`,
    ),
    ([, kind = "", amount, token, into, price, unit]) => {
      const isStop = kind.startsWith("s");
      const words =
        `${isStop ? "stop" : "take-profit"} trigger: sell ${amount} ${token} for ` +
        `${into ?? unit ?? "usdc"} when ${token} is ${isStop ? "below" : "above"} ${price}`;
      return { text: `A trigger order: ${words}?`, options: [option("Yes", words)] };
    },
  ],
  [
    whole(`((?:${SELL}|${BUY})) 1 (${T}) (?:for|with|at) (${A}) (${T})`),
    ([, verb = "", token, price, other]) => {
      const isBuy = new RegExp(`^${BUY}$`).test(verb);
      const trade = `${verb} 1 ${token} ${isBuy ? "with" : "for"} ${other}`;
      return {
        text:
          `Is ${price} ${other?.toUpperCase()} the price to wait for, or is it to be traded ` +
          "at the market's price now?",
        options: [
          option(
            `Wait for ${price} (order)`,
            `trigger: ${trade} when ${token} is ${isBuy ? "below" : "above"} ${price} ${other}`,
          ),
          option("Now, at the market", trade),
        ],
      };
    },
  ],
  [
    whole(`(.*?),? (over [0-9.]+ ?[a-z]+),? (in \\d{1,3}(?: ${SLICES})?),? (${PACE})`),
    ([, trade = "", over = "", slices = "", pace = ""]) => ({
      text: "The time, the slices and the pace do not agree. Which two hold?",
      options: [`${slices} ${pace}`, `${over} ${slices}`, `${over} ${pace}`].map((two) =>
        option(two, `${trade} ${two}`),
      ),
    }),
  ],
  [
    whole(`(.*?) (${PACE}),? (?:and )?(${PACE})(,? in \\d{1,3} ${SLICES})`),
    ([, trade = "", one = "", other = "", slices = ""]) => ({
      text: "Which pace?",
      options: [one, other].map((pace) => option(pace, `${trade}${slices} ${pace}`)),
    }),
  ],
  [
    whole(`(?:prepare|draft|get ready)(?: (?:a|the))? (?:swap|trade|sale) of (.+)`),
    ([, trade = ""]) => ({
      text: `Nothing is prepared ahead. Now, as it stands: swap ${trade}?`,
      options: [option("Now", `swap ${trade}`)],
    }),
  ],
  [
    whole(
      `(${SELL}|${BUY}|dca|twap) (${A}) ?(${T})(.*?),? (${PACE}),? (?:in )?(\\d{1,3}) ` +
        `(?:${SLICES}|times|x)`,
    ),
    ([, verb, amount, token, rest, pace, count]) =>
      repeated({ verb, amount, token, rest, pace, count }),
  ],
  [
    whole(`(${SELL}|${BUY}|dca|twap) (${A}) ?(${T})(.*?),? (\\d{1,3}) times,? (${PACE})`),
    ([, verb, amount, token, rest, count, pace]) =>
      repeated({ verb, amount, token, rest, pace, count }),
  ],
  [
    whole(
      `(${SELL}|${BUY}) (${A}) ?(${T})(.*?) in(?:to)? (\\d{1,3}) (?:${SLICES}) of (${A})(?: ` +
        `${T})?(?: each)? (${PACE})`,
    ),
    ([, verb, amount = "", token = "", rest = "", count = "", size = "", pace]) => {
      const all = times(size, count) ?? amount;
      const order = (total: string) =>
        `${verb} ${total} ${token}${rest} in ${count} slices ${pace}`;
      return {
        text:
          `${count} slices of ${size} are ${all} ${token.toUpperCase()}, not ${amount}. ` +
          "Which total?",
        options: [amount, all].map((total) =>
          option(`${total} ${token.toUpperCase()} in all`, order(total)),
        ),
      };
    },
  ],
  [
    whole(`(?:swap |trade |exchange |convert )?(${A}) ?(${T}) (${T})`),
    ([, amount, token = "", other = ""]) => ({
      text:
        `${amount} ${token.toUpperCase()} for ${other.toUpperCase()}: to trade, or to know ` +
        "the price?",
      options: [
        option("Sell it", `sell ${amount} ${token} for ${other}`),
        option("A quote", `quote ${amount} ${token} to ${other}`),
      ],
    }),
  ],
];

function repeated(
  said: Record<"verb" | "amount" | "token" | "rest" | "pace" | "count", string | undefined>,
): Draft {
  const { verb, amount = "", token = "", rest = "", pace, count = "1" } = said;
  const each = times(amount, count);
  const order = (total: string) => `${verb} ${total} ${token}${rest} in ${count} slices ${pace}`;
  const named = (total: string) => `${total} ${token.toUpperCase()} in all`;
  return {
    text: `Is ${amount} ${token.toUpperCase()} the total, or the size of each of ${count} slices?`,
    options: [amount, ...(each === undefined ? [] : [each])].map((total) =>
      option(named(total), order(total)),
    ),
  };
}

/** A line that says two things at once, each of which the grammar reads by itself. */
export const twoReadings: Rule = (line) => {
  for (const [pattern, read] of READINGS) {
    const found = pattern.exec(line);
    if (found !== null) return read(found);
  }
  return undefined;
};
