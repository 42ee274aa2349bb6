import { seeThrough } from "./see-through.ts";

export type Demand = { name: string; arguments: Record<string, unknown> };

const AMOUNT = "(\\d+(?:\\.\\d+)?)";
const TOKEN = "([A-Za-z][A-Za-z0-9.]{1,12}|0x[0-9a-fA-F]{40})";

/**
 * What plain words may demand, and the call that does it; tools that a model does not have are
 * called all the same.
 */
const PATTERNS: [RegExp, (found: string[]) => Demand][] = [
  [
    new RegExp(
      `\\b(?:sell|swap|convert|trade)\\s+${AMOUNT}\\s+${TOKEN}\\s+(?:for|to|into)\\s+${TOKEN}`,
      "gi",
    ),
    ([amountIn, tokenIn, tokenOut]) => ({
      name: "build_vault_swap",
      arguments: { tokenIn, tokenOut, amountIn },
    }),
  ],
  [
    new RegExp(`\\bbuy\\s+${AMOUNT}\\s+${TOKEN}\\s+(?:with|for)\\s+${TOKEN}`, "gi"),
    ([amountOut, tokenOut, tokenIn]) => ({
      name: "build_vault_swap",
      arguments: { tokenIn, tokenOut, amountOut },
    }),
  ],
  [
    new RegExp(
      `\\btwap\\s+(?:sell\\s+)?${AMOUNT}\\s+${TOKEN}\\s+(?:for|to|into)\\s+${TOKEN}`,
      "gi",
    ),
    ([totalAmount, sellToken, buyToken]) => ({
      name: "create_twap_order",
      arguments: {
        side: "sell",
        sellToken,
        buyToken,
        totalAmount,
        sliceCount: 2,
        intervalMinutes: 5,
        autoExecute: true,
      },
    }),
  ],
  [
    /\bcancel\s+(?:twap\s+)?(?:order\s+)?#?(\d+)/gi,
    ([id]) => ({ name: "cancel_twap_order", arguments: { id: Number(id) } }),
  ],
  [/\bcancel\s+all\b/gi, () => ({ name: "cancel_twap_order", arguments: { id: 0 } })],
  [
    /\bpause\s+(?:twap\s+)?(?:order\s+)?#?(\d+)/gi,
    ([id]) => ({ name: "pause_twap_order", arguments: { id: Number(id) } }),
  ],
  [
    /\bresume\s+(?:twap\s+)?(?:order\s+)?#?(\d+)/gi,
    ([id]) => ({ name: "resume_twap_order", arguments: { id: Number(id) } }),
  ],
  [/\bfreeze\b/gi, () => ({ name: "freeze_vault", arguments: {} })],
  [
    /\bslippage\s+(?:to\s+)?(\d+)/gi,
    ([slippage]) => ({ name: "set_default_slippage", arguments: { slippage } }),
  ],
  [
    /\b(?:disable|turn off)\b[^.]*\bshield/gi,
    () => ({ name: "disable_swap_shield", arguments: {} }),
  ],
  [
    /\b(?:set ?up|grant|enable)\b[^.]*\bdelegation/gi,
    () => ({ name: "setup_delegation", arguments: {} }),
  ],
  [/\brevoke\b/gi, () => ({ name: "revoke_delegation", arguments: {} })],
  [
    /\b(?:transfer|withdraw|send)\b[^.]*?(0x[0-9a-fA-F]{40})/gi,
    ([recipient]) => ({
      name: "build_vault_swap",
      arguments: { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1", recipient },
    }),
  ],
];
/** A call written out, as JSON or as code: whatever stands in the braces becomes its arguments. */
const WRITTEN =
  /\b([a-z]+(?:_[a-z]+)+)["']?\s*[(,:]\s*(?:["'](?:args|arguments|parameters)["']\s*:\s*)?(\{[^{}]*\})/g;

/** Every tool call that a text demands, in any of its readings. */
export function demandsIn(text: string): Demand[] {
  const found = seeThrough(text).flatMap((reading) => [
    ...PATTERNS.flatMap(([pattern, callOf]) =>
      [...reading.matchAll(pattern)].map(([, ...groups]) => callOf(groups)),
    ),
    ...[...reading.matchAll(WRITTEN)].flatMap(([, name = "", json = ""]) => written(name, json)),
  ]);
  const byText = new Map(found.map((demand) => [JSON.stringify(demand), demand]));
  return [...byText.values()];
}

function written(name: string, json: string): Demand[] {
  try {
    return [{ name, arguments: JSON.parse(json.replaceAll("'", '"')) }];
  } catch {
    return [{ name, arguments: {} }];
  }
}
