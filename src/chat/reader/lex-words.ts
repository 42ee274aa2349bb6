const map = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split("=") as [string, string]),
  );
const units = (text: string, minutes: number) =>
  text.split(" ").map((word) => [word, minutes] as const);
const count = (text: string, from: number, step: number) =>
  text.split(" ").map((word, at) => [word, from + at * step] as const);

/**
 * Each word with two of its letters the wrong way round, with one of them twice, and a long one
 * without one of them.
 */
const slips = (words: readonly string[]) => {
  const known = new Set(words);
  return words
    .flatMap((word) =>
      [...word].flatMap((letter, at) => {
        const [before, behind] = [word.slice(0, at), word.slice(at + 1)];
        const turned = `${before}${behind.charAt(0)}${letter}${behind.slice(1)}`;
        return [
          turned,
          `${before}${letter}${letter}${behind}`,
          ...(word.length > 5 ? [before + behind] : []),
        ].map((slip) => [slip, word] as const);
      }),
    )
    .filter(([slip]) => !known.has(slip));
};

/**
 * Units and numbers as words, short forms and slips, each with what it stands for. None decides
 * between selling and buying.
 */
export const LEX_WORDS = {
  /** Minutes of a unit of time. A bare "m" is one only where it stands right behind its number. */
  minutes: new Map<string, number>([
    ...units("min mins minute minutes", 1),
    ...units("h hr hrs hour hours", 60),
    ...units("d day days", 1_440),
    ...units("w wk week weeks", 10_080),
  ]),
  every: new Map<string, number>([
    ...units("hourly", 60),
    ...units("daily", 1_440),
    ...units("weekly", 10_080),
    ...units("fortnightly biweekly", 20_160),
  ]),
  numbers: new Map<string, number>([
    ...count(
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen " +
        "fifteen sixteen seventeen eighteen nineteen",
      0,
      1,
    ),
    ...count("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
  ]),
  scales: new Map<string, number>([
    ["hundred", 100],
    ["thousand", 1_000],
    ["grand", 1_000],
  ]),
  /** What a whole is cut into, and how a share of it is written. */
  parts: new Map<string, number>([
    ...units("half", 2),
    ...units("third thirds", 3),
    ...units("quarter quarters", 4),
    ...units("fifth fifths", 5),
    ...units("tenth tenths", 10),
  ]),
  short: new Map<string, string>([
    ...slips(
      `sell swap convert exchange trade unwrap cancel pause resume skip freeze bridge stake unstake quote price balance order orders slice slices every minute minutes
      hour hours days limit stop take profit trigger twap slippage shield delegation revoke enable disable switch position positions liquidity list show strategies
      usdc usdt weth wbtc ether automatically uniswap arbitrum polygon optimism`.split(/\s+/),
    ),
    ...map(
      `i'd=i_would i'm=i_am let's=lets what's=what_is whats=what_is wat=what wud=would how's=how_is hows=how_is it's=it_is swp=swap byu=buy fro=for dac=dca sel=sell buyy=buy
      ether=eth etherium=eth ehter=eth etehr=eth bitcoin=btc chainlink=link tether=usdt auto-execute=automatically autonomously=automatically automatic=automatically auto=automatically
      autopilot=automatically dont=don't balances=balance bal=balance tp=take_profit sl=stop_loss stoploss=stop_loss takeprofit=take_profit thru=through pos=position liq=liquidity px=price amt=amount til=until lmt=limit opt=optimism in2=into 2moro=tomorrow tmrw=tomorrow cud=could cld=could shud=should gimme=give_me becos=because lim=limit stop-loss=stop_loss twapping=twap swapping=swap dcaing=dca
      vs=versus amountin=exactly amountout=exact_out exactout=exact_out exactin=exact_in tokenin=sell tokenout=to tiem=time`,
    ),
  ]),
  /** One letter for a word, unless it spells a token with others. */
  letters: map("w=with y=why u=you n=and"),
  /** May stand right behind a number. */
  glued: new Set("x times clips slices parts eth btc weth wbtc usd dollars percent".split(" ")),
  /** Names of two words. */
  names: map(
    "for_me=please for_us=please wrapped_btc=wbtc wrapped_eth=weth usd_coin=usdc as_soon=when",
  ),
} as const;
