import { token } from "../../calldata/safety-vectors.ts";
import type { ToolRow } from "./tool-row.ts";

const [USDC, USDT] = [token("USDC"), token("USDT")];
const ROUTE = "the route is the venue's to choose: amounts sold and bought are bounded beside it";
const TWICE = "the bound stands twice, and the other one holds";
const TIGHTER = "less may be given for it, or it reverts: a tighter bound than the one asked for";
const words = (from: number, to: number, shift: number, kind = "any") =>
  Array.from(
    { length: to - from },
    (_, index) => `${from + index}${shift === 0 ? "" : `+${shift}`}: ${kind}`,
  );

/**
 * Swaps as observed on the real contracts (facts: onchain-vectors), which a hostile venue changes
 * after it has quoted.
 */
export const SWAP_ROWS: readonly ToolRow[] = [
  {
    tool: "build_vault_swap",
    what: "wrap",
    args: { tokenIn: "ETH", tokenOut: "WETH", amountIn: "0.1", dex: "uniswap" },
    names: ["amountInBase", "kind"],
  },
  {
    tool: "build_vault_swap",
    what: "unwrap",
    args: { tokenIn: "WETH", tokenOut: "ETH", amountIn: "0.1", dex: "uniswap" },
    names: ["amountInBase", "kind"],
  },
  {
    tool: "build_vault_swap",
    what: "Uniswap v4",
    args: { tokenIn: USDC, tokenOut: USDT, amountIn: "1000", dex: "uniswap" },
    venue: {
      id: "uniswap",
      vector: "swap.v4-exact-in-usdc-usdt",
      limitBase: 995_000_000n,
      amountOutBase: 1_000_000_000n,
    },
    names: [
      "execute",
      "kind of call",
      "token sold",
      "token bought",
      "amount sold",
      "minimum bought",
      "payment",
    ],
    together: [
      { words: [24, 30], kind: "one more" },
      { words: [25, 33], kind: "zeroed" },
      { words: [18, 29], kind: "an attacker's address" },
      { words: [19, 32], kind: "an attacker's address" },
    ],
    harmless: {
      [ROUTE]: [
        "20: one more",
        "20: zeroed",
        "21: any",
        "22: one more",
        "22: an attacker's address",
      ],
      [TWICE]: [
        "25: zeroed",
        "33: zeroed",
        "30: one more",
        "30: an attacker's address",
        "30: all ones",
      ],
      [TIGHTER]: ["25: one more", "33: one more", "33: an attacker's address", "33: all ones"],
    },
  },
  {
    tool: "build_vault_swap",
    what: "Uniswap v3",
    args: { tokenIn: USDC, tokenOut: "WETH", amountIn: "1000", dex: "uniswap" },
    venue: {
      id: "uniswap",
      vector: "swap.v3-exact-in-usdc-weth",
      limitBase: 39n * 10n ** 16n,
      amountOutBase: 4n * 10n ** 17n,
    },
    names: [
      "execute",
      "kind of call",
      "recipient",
      "token sold",
      "token bought",
      "amount sold",
      "minimum bought",
      "payment",
    ],
    harmless: { [TIGHTER]: ["10: one more", "10: an attacker's address", "10: all ones"] },
  },
  {
    tool: "build_vault_swap",
    what: "0x",
    args: { tokenIn: USDC, tokenOut: USDT, amountIn: "1000", dex: "0x" },
    venue: {
      id: "0x",
      vector: "zeroex.usdc-usdt",
      limitBase: 995_000_000n,
      amountOutBase: 1_000_000_000n,
    },
    // exec; Settler.execute inside of it; TRANSFER_FROM and UNISWAPV4 inside of that, each behind a
    // selector of its own.
    words: [
      [0, 6, 0],
      [6, 15, 4],
      [15, 23, 8],
      [23, 24, 4],
      [24, 36, 8],
    ],
    names: [
      ...[
        "operator",
        "settler",
        "recipient",
        "transfer to",
        "token sold",
        "token bought",
        "token permitted",
        "payment",
      ],
      ...[
        "amount sold",
        "amount permitted",
        "minimum bought",
        "deadline",
        "kind of call",
        "a first action with a deadline",
      ],
    ],
    harmless: {
      [TIGHTER]: ["8+4: one more", "8+4: an attacker's address", "8+4: all ones"],
      "a tag for 0x's own records": ["10+4: any"],
      "a byte more behind an action's arguments, which it does not read": [
        "14+4: one more",
        "23+4: one more",
      ],
      "nothing signs the permit inside AllowanceHolder: neither nonce nor signature are read": [
        "18+8: any",
        "20+8: any",
        "21+8: any",
      ],
      [ROUTE]: words(24, 36, 8),
    },
  },
];
