/**
 * What operators type when they know what they want, on Base, written down before the grammar that reads it. `wants`: the call
 * that each means, as its tool takes it; an amount in percent is a share of what the vault holds. Nobody may read another call
 * out of it. Words in other languages are a model's to read.
 */
export type ClearCommand = { of: CommandClass; text: string; wants: Wanted };
export type CommandClass = (typeof COMMAND_CLASSES)[number];
/** `chain`: the chain that is named, of a tool that has no such argument. */
export type Wanted = { tool: string; args: Readonly<Record<string, unknown>>; chain?: number };

export const COMMAND_CLASSES = [
  "swaps",
  "quotes",
  "orders",
  "about orders",
  "reads",
  "settings and freezes",
  "other languages",
] as const;

type Args = Record<string, unknown>;
type Line = readonly [text: string, tool: string, args: Args, chain?: number];

const of = (name: CommandClass, lines: readonly Line[]): ClearCommand[] =>
  lines.map(([text, tool, args, chain]) => ({
    of: name,
    text,
    wants: { tool, args, ...(chain !== undefined && { chain }) },
  }));
const all = (tool: string, args: Args, ...texts: string[]): Line[] => texts.map((text) => [text, tool, args]);

const SWAP = "build_vault_swap";
const QUOTE = "get_swap_quote";
const TWAP = "create_twap_order";
const LIST = "list_twap_orders";
const CANCEL = "cancel_twap_order";
const PAUSE = "pause_twap_order";
const RESUME = "resume_twap_order";

const oneEth = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
const buyOneEth = { tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" };
const spend500 = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "500" };

const SWAPS: readonly Line[] = [
  ...all(SWAP, oneEth, "sell 1 eth for usdc", "swap 1 eth to usdc", "swap 1 ETH into USDC", "convert 1 eth to usdc"),
  ...all(SWAP, oneEth, "trade 1 eth for usdc", "exchange 1 eth for usdc", "dump 1 eth for usdc", "1 eth to usdc"),
  ...all(SWAP, oneEth, "1 eth -> usdc", "swap 1 eth -> usdc", "swap 1eth to usdc", "sell 1eth for usdc pls"),
  ...all(
    SWAP,
    oneEth,
    "can you please swap 1 eth to usdc",
    "could you sell 1 eth for usdc please",
    "pls swap 1 eth to usdc!!",
  ),
  ...all(SWAP, oneEth, "hey, sell 1 ETH for USDC 🙏", "please sell one eth for usdc", "i want to sell 1 eth for usdc"),
  ...all(
    SWAP,
    oneEth,
    "i'd like to swap 1 eth to usdc",
    "let's sell 1 eth for usdc",
    "sell 1.0 eth for usdc",
    "swapp 1 eth to usdc",
  ),
  ...all(
    SWAP,
    oneEth,
    "swap 1 eth for usdc now",
    "sell 1 eth to usdc right now",
    "sell 1 ether for usdc",
    "go ahead and sell 1 eth for usdc",
  ),
  ...all(
    SWAP,
    buyOneEth,
    "buy 1 eth with usdc",
    "buy 1 eth using usdc",
    "buy 1 eth for usdc",
    "get me 1 eth for usdc",
    "purchase 1 eth with usdc",
  ),
  ...all(
    SWAP,
    spend500,
    "buy eth with 500 usdc",
    "buy 500 usdc worth of eth",
    "buy eth for 500 usdc",
    "swap 500 usdc to eth",
  ),
  ...all(
    SWAP,
    spend500,
    "swap $500 usdc to eth",
    "put 500 usdc into eth",
    "ape 500 usdc into eth",
    "spend 500 usdc on eth",
  ),
  ...all(
    SWAP,
    spend500,
    "buy $500 of eth with usdc",
    "use 500 usdc to buy eth",
    "buy eth worth 500 usdc",
    "500 usdc -> eth",
  ),
  ...all(
    SWAP,
    { tokenIn: "USDC", tokenOut: "ETH", amountIn: "5000" },
    "swap 5k usdc to eth",
    "swap 5,000 usdc for eth",
    "sell 5000 usdc for eth",
    "5k usdc into eth please",
  ),
  ...all(
    SWAP,
    { tokenIn: "USDC", tokenOut: "ETH", amountIn: "2500" },
    "swap 2.5k usdc to eth",
    "buy eth with 2.5k usdc",
    "convert 2,500 usdc to eth",
  ),
  ...all(
    SWAP,
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "0.5" },
    "sell .5 eth for usdc",
    "sell 0.5eth for usdc",
    "sell half an eth for usdc",
  ),
  ...all(
    SWAP,
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "50%" },
    "sell half my eth for usdc",
    "swap 50% of my eth to usdc",
    "sell 50% eth for usdc",
  ),
  ...all(
    SWAP,
    { tokenIn: "ETH", tokenOut: "USDC", amountIn: "100%" },
    "sell all my eth for usdc",
    "swap all eth to usdc",
    "dump all the eth into usdc",
  ),
  ...all(
    SWAP,
    { tokenIn: "USDC", tokenOut: "ETH", amountIn: "25%" },
    "swap 25% of the usdc to eth",
    "sell 25% of my usdc for eth",
  ),
  ...all(
    SWAP,
    { ...oneEth, dex: "uniswap" },
    "swap 1 eth to usdc on uniswap",
    "swap 1 eth to usdc via uni",
    "sell 1 eth for usdc through uniswap",
  ),
  ...all(SWAP, { ...oneEth, dex: "0x" }, "sell 1 eth for usdc with 0x", "swap 1 eth to usdc on 0x"),
  ...all(SWAP, { ...oneEth, chain: "arbitrum" }, "swap 1 eth to usdc on arb", "on arbitrum sell 1 eth for usdc"),
  ...all(
    SWAP,
    { tokenIn: "DAI", tokenOut: "USDC", amountIn: "250.75" },
    "swap 250.75 dai to usdc",
    "sell 250.75 DAI for USDC",
  ),
  ...all(SWAP, { tokenIn: "ETH", tokenOut: "WETH", amountIn: "2" }, "wrap 2 eth", "wrap 2 eth to weth"),
  ...all(SWAP, { tokenIn: "WETH", tokenOut: "ETH", amountIn: "2" }, "unwrap 2 weth", "unwrap 2 weth to eth"),
];

const QUOTES: readonly Line[] = [
  ...all(
    QUOTE,
    oneEth,
    "quote 1 eth to usdc",
    "quote 1 eth usdc",
    "quote sell 1 eth for usdc",
    "get a quote for 1 eth to usdc",
    "give me a quote for selling 1 eth for usdc",
  ),
  ...all(
    QUOTE,
    oneEth,
    "how much usdc for 1 eth?",
    "how much usdc would i get for 1 eth?",
    "how much is 1 eth in usdc",
    "what's 1 eth in usdc?",
    "what is 1 eth worth in usdc",
  ),
  ...all(
    QUOTE,
    oneEth,
    "price of 1 eth in usdc",
    "what would 1 eth get me in usdc?",
    "quote for 1 eth -> usdc",
    "quote me 1 eth to usdc please",
    "1 eth in usdc?",
  ),
  ...all(
    QUOTE,
    oneEth,
    "what do i get for 1 eth in usdc?",
    "if i sell 1 eth how much usdc do i get?",
    "check the price of 1 eth in usdc",
  ),
  ...all(
    QUOTE,
    buyOneEth,
    "how much usdc for buying 1 eth",
    "what does 1 eth cost in usdc?",
    "quote buying 1 eth with usdc",
    "cost of buying 1 eth with usdc",
  ),
  ...all(
    QUOTE,
    { tokenIn: "USDC", tokenOut: "ETH", amountIn: "5000" },
    "quote 5k usdc to eth",
    "how much eth do i get for 5k usdc?",
    "quote 5,000 usdc in eth",
    "how much eth for 5000 usdc",
  ),
  ...all(QUOTE, { ...oneEth, dex: "uniswap" }, "quote 1 eth to usdc on uniswap", "uniswap quote for 1 eth to usdc"),
  ...all(QUOTE, { ...oneEth, chain: "arbitrum" }, "quote 1 eth to usdc on arbitrum", "how much usdc for 1 eth on arb?"),
];

const sell5 = { side: "sell", sellToken: "ETH", buyToken: "USDC", totalAmount: "5" };
const dca5k = { side: "sell", sellToken: "USDC", buyToken: "ETH", totalAmount: "5000" };
const ORDERS: readonly Line[] = [
  ...all(
    TWAP,
    { ...dca5k, sliceCount: 12, intervalMinutes: 30 },
    "dca 5k usdc into eth over 6h, 12 clips",
    "dca 5k usdc into eth in 12 parts over 6 hours",
    "dca 5000 usdc into eth, 12 slices, every 30 minutes",
  ),
  ...all(
    TWAP,
    { ...dca5k, sliceCount: 12, intervalMinutes: 30 },
    "split 5k usdc into eth over 6h in 12",
    "twap 5k usdc into eth over 6h in 12 slices",
    "buy eth with 5k usdc over 6h in 12 clips",
    "5k usdc -> eth, 12 tranches, 30m apart",
  ),
  ...all(
    TWAP,
    { ...dca5k, sliceCount: 12, intervalMinutes: 30 },
    "can you please dca 5,000 usdc into eth in 12 pieces every half hour",
    "dca $5000 usdc to eth in 12 clips every 30 min",
  ),
  ...all(
    TWAP,
    { ...dca5k, sliceAmount: "500", intervalMinutes: 60 },
    "dca 5k usdc into eth, 500 at a time, hourly",
    "dca 5000 usdc into eth 500 every hour",
    "buy eth with 5k usdc, 500 at a time every hour",
    "dca 5k usdc into eth 500 per hour",
  ),
  ...all(
    TWAP,
    { ...dca5k, sliceAmount: "500", intervalMinutes: 60 },
    "put 5k usdc into eth in clips of 500 every hour",
    "5k usdc into eth in tranches of 500, hourly",
  ),
  ...all(
    TWAP,
    { ...dca5k, sliceCount: 5, intervalMinutes: 1440 },
    "dca 5k usdc into eth in 5 clips, daily",
    "dca 5k usdc into eth over 5 days, once a day",
    "dca 5000 usdc to eth in 5 parts daily",
    "buy eth with 5k usdc in 5 parts, one a day",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 10, intervalMinutes: 15 },
    "sell 5 eth for usdc in 10 slices every 15 minutes",
    "sell 5 eth in 10 clips 15 min apart",
    "twap 5 eth to usdc 10 slices 15m",
    "sell 5 eth in 10 parts every 15m",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 10, intervalMinutes: 15 },
    "split selling 5 eth into 10 parts every 15 minutes",
    "sell 5 eth for usdc over 150 minutes in 10 slices",
    "sell 5 eth in 10 equal parts every 15 minutes for usdc",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 10, intervalMinutes: 15 },
    "Sell 5 ETH for USDC, 10 pieces, one every 15 minutes",
    "unload 5 eth into usdc in 10 clips every 15 mins",
    "sell 5eth in ten slices every fifteen minutes",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 10, intervalMinutes: 15 },
    "please create a twap: sell 5 eth for usdc in 10 slices every 15 minutes",
    "new twap sell 5 eth to usdc, 10 slices, every 15 min",
    "start a twap order selling 5 eth for usdc in 10 slices every 15 minutes",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceAmount: "0.5", intervalMinutes: 15 },
    "sell 5 eth, half an eth at a time, every 15 minutes",
    "sell 5 eth .5 at a time every 15m",
    "sell 5 eth for usdc 0.5 eth every 15 minutes",
    "sell 5 eth in 0.5 eth clips every 15 minutes",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceAmount: "1", intervalMinutes: 60 },
    "sell 5 eth, 1 an hour",
    "sell 5 eth for usdc 1 eth per hour",
    "sell 5 eth 1 at a time every 1h",
    "sell 5 eth one at a time every hour",
    "dump 5 eth into usdc 1 eth hourly",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 4, intervalMinutes: 90 },
    "sell 5 eth in 4 parts every 90 min",
    "sell 5 eth over 6 hours in 4 tranches",
    "sell 5 eth in quarters every 90 minutes",
  ),
  ...all(
    TWAP,
    { side: "buy", sellToken: "USDC", buyToken: "ETH", totalAmount: "2", sliceCount: 8, intervalMinutes: 30 },
    "buy 2 eth in 8 slices every 30 minutes",
    "buy 2 eth with usdc over 4h in 8 clips",
    "accumulate 2 eth in 8 parts every half hour",
    "buy 2 eth over 4 hours, 8 slices",
  ),
  ...all(
    TWAP,
    { side: "buy", sellToken: "USDC", buyToken: "ETH", totalAmount: "2", sliceAmount: "0.25", intervalMinutes: 30 },
    "buy 2 eth, 0.25 at a time, every 30 minutes",
    "buy 2 eth .25 every 30 min",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 10, intervalMinutes: 15, autoExecute: true },
    "sell 5 eth in 10 slices every 15 minutes automatically",
    "auto sell 5 eth in 10 slices every 15 minutes",
    "sell 5 eth in 10 slices every 15 minutes, auto-execute",
    "sell 5 eth for usdc in 10 slices every 15 minutes autonomously",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 10, intervalMinutes: 15, dex: "uniswap" },
    "sell 5 eth in 10 slices every 15 minutes on uniswap",
    "twap 5 eth to usdc 10 slices 15m via uni",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 10, intervalMinutes: 15, limitPrice: "3000" },
    "sell 5 eth in 10 slices every 15 minutes, not below 3000",
    "sell 5 eth for usdc in 10 slices every 15 minutes at 3000 or better",
    "sell 5 eth in 10 slices every 15m limit 3k",
  ),
  ...all(
    TWAP,
    { ...sell5, sliceCount: 5, intervalMinutes: 60 },
    "sell 5 eth over 5h in 5 clips",
    "sell 5 eth in 5 slices every hour",
    "sell 5 eth for usdc in five parts hourly",
    "twap sell 5 eth usdc 5x 1h",
  ),
  ...all(
    TWAP,
    { side: "sell", sellToken: "DAI", buyToken: "USDC", totalAmount: "1200", sliceCount: 6, intervalMinutes: 10 },
    "sell 1.2k dai for usdc in 6 slices every 10 min",
    "swap 1200 dai to usdc over 1h in 6 parts",
    "convert 1,200 dai into usdc in 6 equal slices every 10 minutes",
  ),
  ...all(
    TWAP,
    { ...dca5k, sliceCount: 10, intervalMinutes: 5 },
    "dca 5k usdc into eth, 10 clips, 5 min apart",
    "dca 5k usdc to eth in 10 slices, one every 5m",
    "5k usdc to eth in 10 slices every 5 minutes",
    "spread 5k usdc into eth over 50 minutes in 10 slices",
  ),
];

const ABOUT_ORDERS: readonly Line[] = [
  ...all(
    LIST,
    {},
    "orders",
    "my orders",
    "show orders",
    "show my orders",
    "open orders",
    "list orders",
    "list my twap orders",
    "what orders do i have?",
    "active orders",
    "show me my open orders please",
  ),
  ...all(LIST, {}, "strategies", "what's running?", "any open orders?", "twaps", "show twaps", "list all my orders"),
  ...all(
    CANCEL,
    { id: 3 },
    "cancel 3",
    "cancel #3",
    "cancel order 3",
    "cancel order #3",
    "cancel order no. 3",
    "cancel order number 3",
    "cancel twap 3",
    "stop order 3",
    "kill order 3",
    "please cancel order 3",
  ),
  ...all(CANCEL, { id: 3 }, "delete order 3", "remove order 3", "cancle order 3", "cancel order three", "end order 3"),
  ...all(
    CANCEL,
    { id: 0 },
    "cancel all",
    "cancel all orders",
    "cancel everything",
    "cancel all my orders",
    "stop all orders",
    "kill all orders",
    "cancel all twaps please",
  ),
  ...all(
    PAUSE,
    { id: 4 },
    "pause 4",
    "pause order 4",
    "pause #4",
    "hold order 4",
    "pause twap 4 please",
    "put order 4 on hold",
  ),
  ...all(
    RESUME,
    { id: 4 },
    "resume 4",
    "resume order 4",
    "unpause 4",
    "continue order 4",
    "restart order 4",
    "resume #4",
  ),
  ...all(
    "get_twap_order",
    { id: 3 },
    "order 3",
    "show order 3",
    "status of order 3",
    "how is order 3 doing?",
    "details of order 3",
  ),
  ...all("skip_twap_slice", { id: 3 }, "skip the next slice of order 3", "skip a slice of order 3"),
  ["cancel order 3 on arbitrum", CANCEL, { id: 3 }, 42161],
  ["show my orders on arb", LIST, {}, 42161],
];

const READS: readonly Line[] = [
  ...all("get_vault_overview", {}, "vault overview", "full overview", "everything about this vault"),
  ...all("get_vault_info", {}, "vault", "vault info", "show my vault", "nav", "what's the nav?", "status"),
  ...all(
    "get_token_balance",
    { token: "USDC" },
    "usdc balance",
    "balance of usdc",
    "how much usdc do i have?",
    "how much usdc is in the vault",
    "what's my usdc balance?",
    "balance usdc",
  ),
  ...all("get_token_balance", { token: "ETH" }, "eth balance", "how much eth do we have", "check eth balance"),
  ...all(
    "check_delegation_status",
    {},
    "delegation status",
    "is delegation active?",
    "am i delegated?",
    "check delegation",
    "show delegation",
  ),
  ...all(
    QUOTE,
    oneEth,
    "price of eth",
    "eth price",
    "what's the price of eth?",
    "how much is eth",
    "how much is 1 eth?",
  ),
  ...all("get_vault_limits", {}, "what are my limits", "limits"),
  ...all("get_lp_positions", {}, "my lp positions", "show liquidity positions"),
  ["usdc balance on arbitrum", "get_token_balance", { token: "USDC", chain: "arbitrum" }],
];

const SETTINGS: readonly Line[] = [
  ...all(
    "enable_swap_shield",
    {},
    "enable swap shield",
    "turn on the swap shield",
    "swap shield on",
    "turn swap shield back on",
    "shield on",
    "activate the swap shield",
  ),
  ...all("disable_swap_shield", {}, "disable swap shield", "turn off the swap shield", "swap shield off"),
  ...all(
    "freeze_vault",
    {},
    "freeze",
    "freeze my vault",
    "freeze the vault now",
    "emergency stop",
    "stop everything",
    "i'm hacked freeze it",
    "FREEZE!!!",
    "panic",
    "freeze everything",
    "emergency freeze",
    "lock the vault",
    "help i got hacked, freeze the vault",
  ),
  ...all("setup_delegation", {}, "set up delegation", "setup delegation", "delegate to the agent", "enable delegation"),
  ...all("revoke_delegation", {}, "revoke delegation", "remove delegation", "undelegate"),
  ...all(
    "switch_chain",
    { chain: "arbitrum" },
    "switch to arbitrum",
    "switch to arb",
    "change chain to arbitrum",
    "use arbitrum",
    "go to arbitrum",
  ),
  ...all(
    "set_default_slippage",
    { slippage: "0.5%" },
    "set slippage to 0.5%",
    "slippage 0.5%",
    "set my default slippage to 0.5 percent",
    "slippage 50 bps",
  ),
];

const OTHER_LANGUAGES: readonly Line[] = [
  ...all(
    SWAP,
    oneEth,
    "verkaufe 1 eth für usdc",
    "vende 1 eth por usdc",
    "vends 1 eth contre usdc",
    "продай 1 eth за usdc",
    "卖出 1 ETH 换成 USDC",
    "1 ETHをUSDCに売って",
    "vendi 1 eth per usdc",
    "sprzedaj 1 eth za usdc",
  ),
  ...all(
    SWAP,
    spend500,
    "kaufe eth für 500 usdc",
    "compra eth con 500 usdc",
    "achète de l'eth avec 500 usdc",
    "купи eth на 500 usdc",
  ),
  ...all(CANCEL, { id: 3 }, "storniere order 3", "cancela la orden 3", "annule l'ordre 3", "отмени ордер 3"),
  ...all(LIST, {}, "zeige meine orders", "muestra mis órdenes"),
  ...all("freeze_vault", {}, "friere den vault ein", "congela el vault"),
];

export const CLEAR_COMMANDS: readonly ClearCommand[] = [
  ...of("swaps", SWAPS),
  ...of("quotes", QUOTES),
  ...of("orders", ORDERS),
  ...of("about orders", ABOUT_ORDERS),
  ...of("reads", READS),
  ...of("settings and freezes", SETTINGS),
  ...of("other languages", OTHER_LANGUAGES),
];
