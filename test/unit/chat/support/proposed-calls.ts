import type { ModelCall } from "../../../../src/chat/model-call.ts";
import type { Wanted } from "../corpus/clear-commands.ts";

type Args = Record<string, unknown>;

/**
 * The call that a model would rightly propose for what was wanted, as its tool lets it: whether an
 * order executes by itself is not its to say.
 */
export function rightCall({ tool, args }: Wanted): ModelCall {
  const { autoExecute: _, ...rest } = args;
  return { tool, args: { ...rest } };
}

/** The same, off by one kind of mistake each. */
export function wrongCalls(wanted: Wanted): { mistake: string; call: ModelCall }[] {
  const { tool, args } = rightCall(wanted);
  const changed = (mistake: string, changes: Args) => ({
    mistake,
    call: { tool, args: { ...args, ...changes } },
  });
  const has = (name: string) => args[name] !== undefined;
  const amounts = ["amountIn", "amountOut", "totalAmount", "sliceAmount"].filter(has);
  const tokens = ["tokenIn", "tokenOut", "sellToken", "buyToken"].filter(has);
  const numbers = ["sliceCount", "intervalMinutes", "durationMinutes"].filter(has);
  const found = [
    ...amounts.flatMap((name) => [
      changed("amount", { [name]: tenfold(String(args[name])) }),
      changed("amount", { [name]: `0.0${String(args[name]).replace(".", "")}` }),
      changed("amount", { [name]: "7" }),
    ]),
    ...tokens.flatMap((name) => [
      changed("token", { [name]: "WBTC" }),
      changed("token", { [name]: "USDT" }),
    ]),
    ...numbers.flatMap((name) => {
      const kind = name === "sliceCount" ? "count" : "interval";
      return [1, 5].map((more) => changed(kind, { [name]: Number(args[name]) + more }));
    }),
    ...(has("tokenIn")
      ? [changed("side", { tokenIn: args.tokenOut, tokenOut: args.tokenIn })]
      : []),
    ...(has("amountIn")
      ? [changed("side", { amountIn: undefined, amountOut: args.amountIn })]
      : []),
    ...(has("amountOut")
      ? [changed("side", { amountOut: undefined, amountIn: args.amountOut })]
      : []),
    ...(has("sellToken")
      ? [changed("side", { sellToken: args.buyToken, buyToken: args.sellToken })]
      : []),
    ...(has("side") ? [changed("side", { side: args.side === "sell" ? "buy" : "sell" })] : []),
    ...(has("tokenIn") || has("sellToken")
      ? [
          changed("venue", { dex: args.dex === "uniswap" ? "0x" : "uniswap" }),
          changed("chain", { chain: "polygon" }),
        ]
      : []),
    ...(has("id")
      ? [changed("id", { id: Number(args.id) + 1 }), changed("id", { id: args.id === 0 ? 3 : 0 })]
      : []),
  ];
  const others = ["cancel_twap_order", "pause_twap_order", "resume_twap_order", "skip_twap_slice"];
  const deeds = others.includes(tool) ? others.filter((other) => other !== tool) : [];
  return [
    ...found,
    ...deeds.map((other) => ({ mistake: "deed", call: { tool: other, args } })),
  ].map((one) => ({
    ...one,
    call: { ...one.call, args: withoutUndefined(one.call.args) },
  }));
}

const tenfold = (amount: string): string =>
  amount.includes(".")
    ? amount
        .replace(/\.(\d)/, "$1.")
        .replace(/^0+(?=\d)/, "")
        .replace(/\.$/, "")
    : `${amount}0`;

const withoutUndefined = (args: Args): Args =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
