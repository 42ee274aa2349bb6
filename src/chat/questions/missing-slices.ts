import type { Rule } from "./draft.ts";
import { PIECES } from "./pieces.ts";

const { amount: A, token: T, slices: SLICES, pace: PACE } = PIECES;
const one = (template: string, probe: string) => ({ template, probe });
const TRADE =
  `(?:dca|twap|split|spread|sell|swap|buy|convert|trade|exchange) ${A} ?${T}(?: ` +
  `(?:into|to|for|with|in) ${T})?`;

const NO_PACE = new RegExp(
  `^(${TRADE}),? (?:split )?(?:in(?:to)? )?([0-9]+ ${SLICES})(?: of ${A}(?: ${T})?(?: each)?)?$`,
);
const NO_COUNT = new RegExp(`^(${TRADE}),? (${PACE})$`);
const OVER = new RegExp(`^(${TRADE}) over [a-z0-9. ]+$`);
const NEITHER = new RegExp(`^(?:dca|twap|split|spread) ${A} ?${T}(?: (?:into|to|for|in) ${T})?$`);
/** What it is sold for is left open, too. */
const ONE_TOKEN = new RegExp(`^((?:dca|twap|split|spread) ${A} ?(${T}))$`);
const NO_AMOUNT = new RegExp(`^(dca|twap) (?:in|into) (${T})$`);

/**
 * An order without its slices, their pace, or both. No size is filled in: each reading shows its
 * own.
 */
export const missingSlices: Rule = (line) => {
  if (NO_PACE.test(line))
    return {
      text: "How far apart are the slices, or over which time?",
      options: ["5 minutes", "15 minutes", "1 hour"].map((time) => ({
        label: `Every ${time}`,
        words: `${line} every ${time}`,
      })),
      completes: [
        one(`${line} every {}`, "15 minutes"),
        one(`${line} {}`, "every 15 minutes"),
        one(`${line} over {}`, "600 minutes"),
      ],
    };
  const [, trade = "", pace = ""] = NO_COUNT.exec(line) ?? [];
  if (trade !== "")
    return {
      text: "In how many slices?",
      options: [2, 5, 10].map((count) => ({
        label: `${count} slices`,
        words: `${trade} in ${count} slices ${pace}`,
      })),
      completes: [
        one(`${trade} in {} slices ${pace}`, "5"),
        one(`${trade} in {} ${pace}`, "5 slices"),
      ],
    };
  if (OVER.test(line))
    return {
      text: "In how many slices?",
      options: [6, 12, 24].map((count) => ({
        label: `${count} slices`,
        words: `${line} in ${count} slices`,
      })),
      completes: [
        one(`${line} in {} slices`, "2"),
        one(`${line} in {}`, "2 slices"),
        one(`${line} {}`, "in 2 slices"),
      ],
    };
  const plan = "over 6h in 12 slices";
  const [, order = "", sold] = ONE_TOKEN.exec(line) ?? [];
  if (order !== "") {
    const others = ["usdc", "eth"].filter((token) => token !== sold);
    return {
      text:
        "Into which token, over which time, and in how many slices? For example: " +
        `${others[0]} ${plan}`,
      options: others.map((token) => ({
        label: `${token.toUpperCase()} ${plan}`,
        words: `${order} into ${token} ${plan}`,
      })),
      completes: [
        one(`${order} into {}`, `${others[0]} ${plan}`),
        one(`${order} {}`, `into ${others[0]} ${plan}`),
        one(`${order} {} into ${others[0]}`, plan),
      ],
    };
  }
  if (NEITHER.test(line))
    return {
      text: "Over which time, and in how many slices?",
      options: [plan, "over 24h in 24 slices"].map((words) => ({
        label: words,
        words: `${line} ${words}`,
      })),
      completes: [one(`${line} {}`, plan)],
    };
  const [, verb, token = ""] = NO_AMOUNT.exec(line) ?? [];
  if (verb === undefined) return undefined;
  return {
    text: `How much USDC for ${token.toUpperCase()}?`,
    completes: [
      one(`${verb} {} usdc into ${token}`, "500"),
      one(`${verb} {} into ${token}`, "500 usdc"),
    ],
  };
};
