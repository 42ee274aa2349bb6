const HELP = [
  "<b>What you can do here</b>",
  "/orders: your TWAP orders and how far they are",
  "/order &lt;id&gt;: one order, slice by slice",
  "/skip &lt;id&gt;: leave the next slice of an order out",
  "/triggers: what waits for a price",
  "/limits: what your calls may move, and what is left of it",
  "/positions: what your vaults hold",
  "/mode: whether transactions wait for your approval; /mode confirm makes them wait",
  "/settings: slippage and shields in force",
  "/cancel &lt;id&gt;: cancel a TWAP order",
  "/freeze: stop everything for your vaults at once",
  "/vault: which vault your words are about",
  "/help: this text",
  "",
  "Or write what you want, for example:",
  "<code>sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes</code>",
  "",
  "Only what you write yourself starts anything; forwarded and quoted text never does. Settings, shields, delegation and the end of a freeze need your wallet's signature.",
].join("\n");

/** The answer to /help in Telegram's HTML. */
export const renderHelp = (): string => HELP;
