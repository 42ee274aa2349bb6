import type { Draft, Rule } from "./draft.ts";

/** What may be missing, where it would stand, what it could be, and buttons for it. The first that makes a command of the words is asked for. */
const ENDS: readonly (readonly [text: string, end: string, probes: readonly string[], options?: readonly string[]])[] =
  [
    ["In how many slices?", "in {} slices", ["10"], ["5", "10"]],
    ["How far apart are the slices?", "every {}", ["1 hour"], ["15 minutes", "1 hour", "1 day"]],
    ["In how many slices, and how far apart?", "in {}", ["10 slices every 1 hour"]],
    ["At which price?", "at {}", ["1", "3000"]],
    ["To which chain?", "to {}", ["arbitrum", "base"], ["Arbitrum", "Base", "Optimism"]],
  ];
const TOKENS: typeof ENDS = [
  ["For which token?", "for {}", ["usdc", "eth"], ["USDC", "ETH"]],
  ["With which token?", "with {}", ["usdc", "eth"], ["USDC", "ETH"]],
];
/** The same of a perpetual. */
const PERP_ENDS: typeof ENDS = [
  ["On which venue?", "on {}", ["gmx", "hyperliquid"], ["GMX", "Hyperliquid"]],
  ["With how much?", "with {}", ["500 usdc", "1 eth"]],
];
const QUESTION = /\?$|^(?:at )?(?:what|which|how|why|when|who|is|are|did|do|does|has|have|was|should|any)\b/;
const LIMIT = /\blimit\b/;
const CUT_OFF = /[ ,]*(?:\b(?:with|for|and|at|to|in|of|but|or|every|on|via|over|per|from|into|by|the)|[(-]|\.{2,})\s*$/;
const COINS = /\b(?:w?eth|usdc|usdt|dai|w?btc|cbbtc|grg)\b/;
const COIN = /\b(?:(?:my|the|our|some|all|more) )*(w?eth|usdc|usdt|dai|w?btc|cbbtc|grg)\b/g;
const TRADE = /\b(?:sell|buy|swap|convert|exchange|purchase|dca|twap|stop|profit|stake|unstake|bridge|get|dump|exit)\b/;
const ORDER_TOOLS =
  /^(?:(cancel|kill|delete|remove|close|end|stop|drop|nix|scrap|abort)|(pause|hold|suspend|halt|park)|(resume|unpause|continue|restart|reactivate)|(skip|omit|leave out|pass on))\b[a-z ,'/-]*?\b(?:(orders?|twaps?|dcas?|strategy|buys?|buying|selling|purchases?|sales?|slices?|one|hourly|daily|weekly)|(stop|stop[ -]loss|stops|take[ -]profits?|limit|triggers?|tp|sl))\b[a-z ,'/-]*$/;
const EDIT =
  /^(?:make|change|set|put|slow|speed|run|switch|move|let)\b[a-z ,'-]*\b(?:orders?|twaps?|dcas?|strategy|one|hourly|daily|weekly)\b[a-z ,'-]*?((?:every [a-z0-9 ]+)|hourly|daily|weekly)$/;

const one = (template: string, probe: string) => ({ template, probe });

/**
 * What no other rule knows: a command that lacks one thing, found by trying what could stand there; and an order by its description, whose number is
 * asked for, as two may fit it.
 */
export const missingSlot: Rule = (line, isCommand, nowMs) => {
  const draft = tried(line, isCommand, nowMs);
  return draft === undefined ? undefined : { ...draft, isTried: true };
};

/** What is known by its words alone. */
export const describedOrder = (line: string): Draft | undefined =>
  ofOpen(line) ?? byDescription(line) ?? ofEverything(line) ?? priced(line);

const tried: Rule = (line, isCommand) => {
  const described = describedOrder(line);
  if (described !== undefined) return described;
  if (/\blimits?\b/.test(line) && !COINS.test(line)) return undefined;
  const isPerp = /\b(?:long|short)\b/.test(line);
  if (QUESTION.test(line) || !(isPerp || TRADE.test(line) || LIMIT.test(line))) return undefined;
  const whole = line.replace(CUT_OFF, "");
  if (whole !== line && isCommand(whole))
    return { text: `The end seems cut off. Only this: ${whole}?`, options: [{ label: "Yes, that", words: whole }] };
  const coins = [...line.matchAll(COIN)];
  for (const { index, 0: said, 1: coin = "" } of coins) {
    // What stands behind a figure has its amount.
    if (/[0-9k%] ?$/.test(line.slice(0, index))) continue;
    const at = (amount: string) => `${line.slice(0, index)}${amount}${line.slice(index + said.length)}`;
    if (!isCommand(at(`1 ${coin}`))) continue;
    const words = { half: at(`50% of my ${coin}`), all: at(`100% of my ${coin}`) };
    return {
      text: `How much ${coin.toUpperCase()}?`,
      options: [
        { label: "Half of it", words: words.half },
        { label: "All of it", words: words.all },
      ],
      completes: [one(at(`{} ${coin}`), "1"), one(at("{}"), `1 ${coin}`)],
    };
  }
  for (const [text, end, probes, options = []] of isPerp ? PERP_ENDS : coins.length < 2 ? [...TOKENS, ...ENDS] : ENDS) {
    const probe = probes.find((value) => isCommand(`${line} ${end.replace("{}", value)}`));
    if (probe === undefined) continue;
    return {
      text,
      options: options.map((label) => ({ label, words: `${line} ${end.replace("{}", label.toLowerCase())}` })),
      completes: [one(`${line} ${end}`, probe)],
    };
  }
  return undefined;
};

/** What is left open by words alone: of which figure or number they speak, with an example of an answer. */
const OPEN: readonly (readonly [
  words: RegExp,
  text: string,
  template: string,
  probe: string,
  options?: readonly string[],
])[] = [
  [
    /^(stake|unstake|undelegate)(?: (?:some|more|my|the|of))*(?: grg)?(?: stake)?$/,
    "How much GRG?",
    "$1 {} grg",
    "100",
    ["100", "50% of my"],
  ],
  [
    /^(?:collect|claim) (?:my |the )?(?:lp )?fees$/,
    "Of which position? Say its number.",
    "collect fees on {}",
    "81234",
  ],
  [
    /^(?:remove|withdraw|pull) (?:my |the |some )?(?:liquidity|lp)$/,
    "How much of which position? For example: half of 48213",
    "remove liquidity {}",
    "half of position 48213",
  ],
  [
    /^(?:change|edit|adjust|modify|update) (?:the )?(?:order |twap )?#?([0-9]+)$/,
    "What is to change? For example: every 30 minutes",
    "order $1 {}",
    "every 30 minutes",
  ],
  [
    /^(?:go )?(long|short)(?: on)? ([a-z]+)$/,
    "With how much, how leveraged and where? For example: 500 usdc 2x on gmx",
    "$1 $2 {}",
    "500 usdc 2x on gmx",
  ],
  [
    /^close (?:my |the |a )?(?:position|perp)$/,
    "Which one? For example: eth long on gmx",
    "close {}",
    "eth long on gmx",
  ],
  [/^(bridge|send|move) ([0-9.]+k?) (to [a-z]+)$/, "Of which token?", "$1 $2 {} $3", "usdc", ["USDC", "WETH"]],
];

function ofOpen(line: string): Draft | undefined {
  const [words, text = "", template = "", probe = "", options = []] = OPEN.find(([each]) => each.test(line)) ?? [];
  if (words === undefined) return undefined;
  const filled = line.replace(words, template);
  return {
    text,
    options: options.map((label) => ({ label, words: filled.replace("{}", label.toLowerCase()) })),
    completes: [one(filled, probe)],
  };
}

const EVERYTHING =
  /^(?:sell|dump|convert|swap|liquidate|exit|close|turn) (?:everything|it all|all|all of it|the lot|all positions|my whole bag|the whole vault)(?: (?:(?:in)?to|for) (usdc|eth|weth|dai|usdt))?$/;

function ofEverything(line: string): Draft | undefined {
  const [found, into = "usdc"] = EVERYTHING.exec(line) ?? [];
  if (found === undefined) return undefined;
  const tokens = ["eth", "weth", "wbtc", "dai", "usdc"].filter((token) => token !== into).slice(0, 4);
  return {
    text: "One token at a time: all of which?",
    options: tokens.map((token) => ({ label: token.toUpperCase(), words: `sell 100% of my ${token} for ${into}` })),
    completes: [one(`sell 100% of my {} for ${into}`, tokens[0] ?? "")],
  };
}

/** "Sell 1 eth 2600". */
const PRICED = /^((?:sell|buy) [0-9.]+k? ?[a-z]+),? (\$?[0-9.]+k?)(?: ?(?:usdc?|each))?$/;

function priced(line: string): Draft | undefined {
  const [, trade, price] = PRICED.exec(line) ?? [];
  return trade === undefined
    ? undefined
    : {
        text: `Is ${price} the price to wait for?`,
        options: [{ label: "Yes, wait for it", words: `${trade} at ${price}` }],
      };
}

const MOVED =
  /^(?:move|change|set|raise|lower|adjust|make|put|bring|tighten|trail)\b[a-z ]*\b(?:stop|stop loss|take profit|tp|sl|trigger|limit order)\b[a-z ]* (?:to|at) \$?[0-9.,]+k?(?: usdc?)?$/;

function byDescription(line: string): Draft | undefined {
  const [, cancel, pause, resume, skip, , trigger] = ORDER_TOOLS.exec(line) ?? [];
  if (trigger !== undefined && cancel !== undefined)
    return {
      text: 'Which trigger order? Say its number; "triggers" lists them.',
      completes: [one("cancel trigger {}", "3")],
    };
  if (MOVED.test(line))
    return {
      text: "A trigger order is not changed: it is cancelled and made anew. Which is to be cancelled? Say its number.",
      completes: [one("cancel trigger {}", "3")],
    };
  if (/\b(?:daily|day|spending)\b.*\blimit/.test(line)) return undefined;
  const change = cancel ? "cancel" : pause ? "pause" : resume ? "resume" : skip ? "skip" : undefined;
  if (change !== undefined && trigger === undefined) {
    const words = change === "skip" ? "skip the next slice of" : change;
    return {
      text: 'Which order? Say its number; "orders" lists them.',
      orders: { change, words },
      completes: [one(`${words} order {}`, "3"), one(`${words} {}`, "order 3")],
    };
  }
  const [, pace] = EDIT.exec(line) ?? [];
  return pace === undefined
    ? undefined
    : {
        text: 'Which order? Say its number; "orders" lists them.',
        completes: [one(`change order {} to ${pace}`, "3")],
      };
}
