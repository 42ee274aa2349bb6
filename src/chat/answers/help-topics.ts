/** What is said of how something is asked for. `asks`: what else asks it, beside "how do I". */
type Topic = { about: RegExp; asks?: RegExp; text: string };

const ANY = /./;

/** Of several the first that fits; each answer is an example that can be sent as it stands. */
export const HELP_TOPICS: readonly Topic[] = [
  {
    about:
      /\b(?:lift|undo|end|remove|unfreeze|release)\b.*\bfreeze|\bunfreeze\b|\bunlock\b.*\bvault/,
    text:
      "A freeze is lifted by the vault's owner alone, with a fresh signature: POST " +
      "/api/vault/unfreeze. No words and no chat can.",
  },
  {
    about: /\bfreeze\b|\bfrozen\b|\bemergency\b|\bkey\b.*\b(?:leak|stolen|lost)/,
    text:
      "Freeze: freeze the vault\nAt once nothing more is sent for it, on any chain. Only its " +
      "owner lifts it, with a fresh signature. If a key may be out: freeze first, then " +
      "revoke the delegation.",
  },
  {
    about: /\bstop[ -]?loss|\bstop\b.*\border|\bstop\b.*\bat\b|\bset a stop\b/,
    text:
      "A stop-loss: stop loss: sell 1 eth if eth drops below 2000\nIt is watched by the " +
      'oracle\'s price and tells you, or trades by itself with "automatically" at its end. ' +
      "Your stops: list trigger orders",
  },
  {
    about: /\btake[ -]?profit\b/,
    text:
      'Take profit: take profit: sell 1 eth if eth rises above 3000\nWith "automatically" at ' +
      "its end it trades by itself. Yours: list trigger orders",
  },
  {
    about: /\blimits?\b.*\b(?:day|spend|daily|vault|per)\b|\bspending\b|\bcap\b/,
    text:
      "Limits of the vault: don't spend more than 2000 usdc a day\nWhat is left: limits. " +
      "Tighter ones hold at once; looser ones need the owner's signature.",
  },
  {
    about: /\blimit\b|\btrigger\b|\bat a price\b/,
    text:
      "A limit order: sell 1 eth at 3000\nOr: if eth hits 2400 buy 1000 usdc worth. It waits " +
      'for the oracle\'s price; with "automatically" it trades by itself. Yours: list ' +
      "trigger orders",
  },
  {
    about: /\btwap\b|\bdca\b|\bslices?\b|\bover time\b|\brecurring\b|\bevery (?:day|hour)\b/,
    text:
      "In slices: sell 5 eth for usdc in 10 slices every 30 minutes\nOr: dca 50 usdc a day " +
      'into eth for 10 days. With "automatically" the agent wallet trades each slice, else ' +
      "you are told. Then: pause 3, resume 3, cancel 3",
  },
  {
    about: /\bbridge\b|\banother chain\b|\bcross[ -]?chain\b/,
    text:
      "To another chain: bridge 400 usdc to arbitrum\nWhat it costs: bridge quote 400 usdc " +
      "to arbitrum",
  },
  {
    about: /\b(?:pause|resume|cancel|edit|change|skip)\b/,
    text:
      "Orders by their number: pause 3, resume 3, cancel 3, skip the next slice of order 3, " +
      "cut the rest of order 3 in 12 slices\nThe numbers: orders",
  },
  {
    about: /\bslippage\b/,
    text:
      "Slippage: set slippage to 0.5%\nOf one trade: say it in the request's settings. It is " +
      "bounded to between 0.1% and 5%.",
  },
  {
    about: /\bdelegat|\bagent\b.*\b(?:trade|wallet)|\bautomatic/,
    text:
      "The agent wallet trades once the owner delegates to it: set up delegation\nIt answers " +
      "a transaction for the owner to sign. Status: delegation status. To end it: revoke " +
      "delegation",
  },
  {
    about: /\b(?:un(?:link|pair)|disconnect)\b/,
    asks: ANY,
    text:
      "Pairing ends by the owner's fresh signature (DELETE /api/telegram/pair); /status in a " +
      "chat lists what it speaks for and gives it up by a button.",
  },
  {
    about: /\bpair(?:ing)?\b|\btelegram\b|\blink (?:it|this)\b/,
    asks: ANY,
    text:
      "To pair a chat: sign POST /api/telegram/pair with the vault's owner and open the link " +
      "that it answers in Telegram. The link is good for five minutes.",
  },
  {
    about: /\bstak(?:e|ing)\b|\bunstake\b|\brewards?\b/,
    text: "Stake: stake 100 grg\nRewards: claim rewards. Both wait for your yes.",
  },
  {
    about: /\bliquidity\b|\blp\b|\bposition/,
    text:
      "Liquidity: show my lp positions; remove half of position 48213; collect fees of " +
      "position 48213\nEach waits for your yes.",
  },
  {
    about: /\bperps?\b|\bgmx\b|\bhyperliquid\b|\bleverage\b|\b(?:long|short)\b/,
    text:
      "Perpetuals: long 1000 usd eth with 500 usdc on gmx; close half of my eth long on " +
      "gmx\nEach waits for your yes. Open ones: gmx positions",
  },
  {
    about: /\bgas\b/,
    text: "Gas of the agent wallet: gas\nA cap for one order: ... with gas at most 2 gwei",
  },
  {
    about: /\b(?:price|quote)\b/,
    text: "A price: price of eth\nWhat a trade would give: quote 500 usdc to eth",
  },
  {
    about: /\b(?:pnl|profit|performance|history|trades|fills)\b/,
    text: "What trading brought: pnl\nThe last trades: fills. What the vault holds: portfolio",
  },
  {
    about: /\b(?:swap|sell|buy|trade|convert|exchange)\b/,
    text:
      "A swap: sell 1 eth for usdc\nOr: buy 0.1 wbtc with usdc; sell half of my eth; sell " +
      "everything to usdc. What it would give: quote 1 eth to usdc",
  },
  {
    about: /\bwhat(?:'s| is) (?:a|the) (?:smart )?(?:vault|pool)\b/,
    asks: ANY,
    text:
      "A vault is a smart contract that holds the assets; its owner delegates trading to an " +
      "agent wallet, which can trade within limits and never withdraw. What it holds: " +
      "portfolio",
  },
];
