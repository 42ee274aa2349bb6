import type { ChainId } from "../../schemas/chains.ts";
import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { AppError } from "../errors.ts";
import { formatUnits, parseUnits } from "../lib/parse-units.ts";
import { getTokenBalance } from "../tools/get-token-balance.ts";
import type { Tool } from "../tools/tool.ts";
import type { Share } from "./reader/read-call.ts";

/** Decimals that a percentage may have. */
const PERCENT_DECIMALS = 4;
const WHOLE = 100n * 10n ** BigInt(PERCENT_DECIMALS);

/** The pipeline as a turn has it. */
type Ports = {
  runTool(call: {
    tool: Tool;
    args: Record<string, unknown>;
    chainId: ChainId;
  }): Promise<ToolResult>;
};
type Shared = { args: Record<string, unknown>; note?: string };

/**
 * A call whose amount is a part of what the vault holds, with that amount in it: of the balance as
 * it is now, rounded down, and told in the note. Refuses with message_unclear where nothing would
 * be left of it, and with what reading the balance refuses.
 */
export async function withShare(
  ports: Ports,
  { args, note }: Shared,
  { argument, token, percent }: Share,
  chainId: ChainId,
): Promise<Shared> {
  const chain = typeof args.chain === "string" ? { chain: args.chain } : {};
  const { data } = await ports.runTool({
    tool: getTokenBalance,
    args: { token, ...chain },
    chainId,
  });
  const { amountBase, decimals, symbol } = getTokenBalance.output().parse(data);
  const share = parseUnits(percent, PERCENT_DECIMALS);
  const part = share.ok ? (BigInt(amountBase) * share.value) / WHOLE : 0n;
  const unit =
    argument !== "totalAmount"
      ? 1n
      : 10n ** BigInt(Math.max(0, decimals - ORDER_LIMITS.amountDecimals));
  const amount = formatUnits(part - (part % unit), decimals);
  const held = formatUnits(BigInt(amountBase), decimals);
  if (part < unit)
    throw new AppError(
      "message_unclear",
      `The vault holds ${held} ${symbol}: ${percent}% of that is nothing.`,
    );
  const told = `${percent}% of the ${held} ${symbol} that the vault holds: ${amount} ${symbol}.`;
  return {
    args: { ...args, [argument]: amount },
    note: note === undefined || note === "" ? told : `${told}\n${note}`,
  };
}
