import type { Rule } from "./draft.ts";
import { PIECES } from "./pieces.ts";

const { amount: A, token: T, sell: SELL, buy: BUY } = PIECES;
const OTHERS = ["usdc", "eth", "usdt", "weth"];
const SOME = "(?:(?:some|a bit of|a little|a few|most of|part of) )?(?:(?:my|the|our) )?";

const one = (template: string, probe: string) => ({ template, probe });
const pattern = (text: string) => new RegExp(`^${text}$`);

const SOLD = pattern(`(${SELL}) (${A}) ?(${T})`);
const SHARE = pattern(`(${SELL}) (half|all|[0-9.]+%)(?: of)?(?: my| the| our)? (${T})`);
const BOUGHT = pattern(`(${BUY}) (${A}) ?(${T})`);
const NO_TOKEN = pattern(`(${SELL}|${BUY}) (${A}) (for|to|into|with) (${T})`);
const SOLD_OPEN = pattern(`(${SELL}) ${SOME}(${T})(?: (?:for|to|into) (${T}))?`);
const BOUGHT_OPEN = pattern(`(${BUY}) ${SOME}(${T})(?: (?:with|for|using) (${T}))?`);
const VERB = pattern(`(${SELL}|buy|purchase|dca|twap|split|wrap|unwrap)`);
const COIN = /^(wrap|unwrap) (?:my |the )?([a-z]+)$/;
const BOTH = pattern(`(?:${SELL}) (${T}) and (${T})`);

const AFTER_VERB: Record<string, string> = {
  buy: "1 eth with usdc",
  purchase: "1 eth with usdc",
  wrap: "1 eth",
  unwrap: "1 weth",
  dca: "500 usdc into eth over 6h in 12 slices",
  twap: "500 usdc into eth over 6h in 12 slices",
  split: "500 usdc into eth over 6h in 12 slices",
};

/** A trade without its amount or one of its tokens. */
export const missingTrade: Rule = (line) => {
  const sold = SOLD.exec(line) ?? BOUGHT.exec(line);
  if (sold !== null) {
    const isSale = SOLD.test(line);
    const word = isSale ? "for" : "with";
    return {
      text: `${isSale ? "For" : "With"} which token?`,
      options: OTHERS.filter((other) => other !== sold[3]).map((other) => ({
        label: other.toUpperCase(),
        words: `${line} ${word} ${other}`,
      })),
      completes: [
        one(`${line} ${word} {}`, sold[3] === "usdc" ? "eth" : "usdc"),
        one(`${line} {}`, `${word} usdc`),
      ],
    };
  }
  const [, verb = "", amount, word, other] = NO_TOKEN.exec(line) ?? [];
  if (amount !== undefined)
    return {
      text: `${amount} of which token?`,
      options: OTHERS.map((token) => ({
        label: token.toUpperCase(),
        words: `${verb} ${amount} ${token} ${word} ${other}`,
      })),
      completes: [one(`${verb} ${amount} {} ${word} ${other}`, other === "eth" ? "usdc" : "eth")],
    };
  const share = SHARE.exec(line);
  if (share !== null) {
    const part = share[2] === "half" ? "50%" : share[2] === "all" ? "100%" : share[2];
    const sale = `${share[1]} ${part} of my ${share[3]} for`;
    return {
      text: "For which token?",
      options: OTHERS.map((other) => ({ label: other.toUpperCase(), words: `${sale} ${other}` })),
      completes: [one(`${sale} {}`, share[3] === "usdc" ? "eth" : "usdc")],
    };
  }
  const both = BOTH.exec(line);
  if (both !== null)
    return {
      text: `How much ${both[1]?.toUpperCase()} is to be sold for ${both[2]?.toUpperCase()}?`,
      completes: [one(`sell {} ${both[1]} for ${both[2]}`, "1")],
    };
  return openAmount(line);
};

const openAmount = (line: string): ReturnType<Rule> => {
  const [, alone = ""] = VERB.exec(line) ?? [];
  if (alone !== "") {
    const probe = AFTER_VERB[alone] ?? "1 eth for usdc";
    return {
      text: `How much of which token? For example: ${probe}`,
      completes: [one(`${alone} {}`, probe)],
    };
  }
  const coin = COIN.exec(line);
  if (coin !== null)
    return {
      text: `How much ${coin[2]?.toUpperCase()}?`,
      completes: [one(`${coin[1]} {} ${coin[2]}`, "1")],
    };
  const [, sell = "", token = "", into] = SOLD_OPEN.exec(line) ?? [];
  if (token !== "") {
    const rest = into === undefined ? "" : ` for ${into}`;
    return {
      text: `How much ${token.toUpperCase()}?`,
      options: [
        { label: "Half of it", words: `${sell} 50% of my ${token}${rest}` },
        { label: "All of it", words: `${sell} 100% of my ${token}${rest}` },
      ],
      completes: [one(`${sell} {} ${token}${rest}`, "1"), one(`${sell} {}${rest}`, `1 ${token}`)],
    };
  }
  const [, buy = "", bought = "", by] = BOUGHT_OPEN.exec(line) ?? [];
  if (bought === "") return undefined;
  const rest = by === undefined ? "" : ` with ${by}`;
  return {
    text: `How much ${bought.toUpperCase()}${by === undefined ? "" : `, or for how much ${by.toUpperCase()}`}?`,
    completes: [
      one(`${buy} {} ${bought}${rest}`, "1"),
      one(`${buy} {}${rest}`, `1 ${bought}`),
      one(`${buy} ${bought} with {}`, by === undefined ? "500 usdc" : `500 ${by}`),
    ],
  };
};
