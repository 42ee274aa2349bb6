import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { QUESTION_LIMITS } from "../../schemas/question-limits.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import type { Tool } from "../tools/tool.ts";
import { listTriggerOrders } from "../triggers/tools/list-trigger-orders.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import type { Ask } from "./ask.ts";
import { isUnitOf } from "./is-unit-of.ts";
import type { Described } from "./reader/described.ts";

/** The pipeline as a turn has it. */
type Ports = {
  runTool(call: {
    tool: Tool;
    args: Record<string, unknown>;
    chainId: ChainId;
  }): Promise<ToolResult>;
};
type Shown = { id: number; label: string; isOpen: boolean; isMeant: boolean };

const CLOSED: readonly string[] = ["completed", "cancelled", "expired"];

/**
 * The number of the one open order that a description fits; where it is none or several, a question
 * with those that it may be.
 */
export async function withOrder(
  ports: Ports,
  described: Described,
  chainId: ChainId,
): Promise<number | Ask> {
  const tool = described.of === "trigger" ? listTriggerOrders : listTwapOrders;
  const { data } = await ports.runTool({ tool, args: {}, chainId });
  const open = shownOf(data, described).filter(({ isOpen }) => isOpen);
  const fitting = open.filter(({ isMeant }) => isMeant);
  const [one, ...others] = fitting;
  if (one !== undefined && others.length === 0) return one.id;
  const [before, behind] = described.put;
  const said = (id: string | number) => `${before}${described.of} ${id}${behind}`;
  return {
    text:
      open.length === 0 ? "No order is open on this chain. Which one do you mean?" : "Which order?",
    options: (fitting.length > 0 ? fitting : open)
      .slice(0, QUESTION_LIMITS.options)
      .map(({ id, label }) => ({ label, words: said(id) })),
    completes: [said("{}")],
    of: said(0),
  };
}

const shown = z.object({
  id: z.int(),
  status: z.string(),
  side: z.string().optional(),
  sellSymbol: z.string(),
  buySymbol: z.string(),
  totalAmount: z.string(),
  type: z.string().optional(),
  price: z.string().optional(),
  sliceAmount: z.string().optional(),
  sliceCount: z.int().optional(),
  intervalMinutes: z.int().optional(),
});
const listed = z.object({ orders: z.array(shown).optional(), triggers: z.array(shown).optional() });

function shownOf(data: unknown, described: Described): Shown[] {
  const { orders = [], triggers = [] } = listed.parse(data);
  return [...orders, ...triggers].map((one) => ({
    id: one.id,
    label:
      `#${one.id} ${one.type ?? ""} ${one.totalAmount} ${one.sellSymbol} to ${one.buySymbol}`.replace(
        "  ",
        " ",
      ),
    isOpen: !CLOSED.includes(one.status),
    isMeant:
      fits(described, one) &&
      [undefined, one.type].includes(described.type) &&
      [undefined, one.intervalMinutes].includes(described.everyMinutes),
  }));
}

/** A sale for a token is a purchase of it, to who speaks of it. */
function fits({ coins, figures, side }: Described, order: z.infer<typeof shown>): boolean {
  const symbols = [order.sellSymbol, order.buySymbol].map((one) => one.toLowerCase());
  const own = [order.totalAmount, order.sliceAmount, order.price, order.sliceCount].map(Number);
  const ofSide =
    side === undefined ||
    side === order.side ||
    coins.length > 0 ||
    isUnitOf("usd", order.sellSymbol);
  return (
    ofSide &&
    coins.every((coin) => symbols.includes(coin) || symbols.includes(`w${coin}`)) &&
    figures.every((figure) => own.includes(Number(figure)))
  );
}
