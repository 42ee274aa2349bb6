import type { ChainId } from "../../schemas/chains.ts";
import type { Unavailable } from "../../schemas/vaults/vault-overview.ts";
import { chainOf } from "../chain-of.ts";
import { agentGasLine } from "../delegation/agent-gas-of.ts";
import { sixFigures } from "../lib/parse-units.ts";
import { limitLines } from "../settings/limit-lines.ts";
import type { Overview } from "./overview-output.ts";
import type { SeenVault } from "./overview-read.ts";
import { unreadLine } from "./read-part.ts";

/** The overview in words, what it is worth first. A part that was not read has its line too. */
export function overviewLines(
  {
    name,
    symbol,
    baseToken,
    nav,
    holdings,
    agent,
    limitsLeft,
    lossBudget,
    orders,
    operations,
    ...rest
  }: Overview,
  { positions }: Pick<SeenVault, "positions">,
  chainId: ChainId,
): string[] {
  const inBase = (amount: string) => `${sixFigures(amount)} ${baseToken.symbol}`;
  return [
    `${name} (${symbol}) on ${chainOf(chainId).name}`,
    ...told("Total value", nav, (read) => [
      `Total value: ${inBase(read.netTotalValue)}, NAV per unit: ${inBase(read.unitaryValue)}`,
    ]),
    ...told("What it holds", holdings, (held) =>
      held.map((one) => holdingLine(one, baseToken.address, inBase)),
    ),
    ...positions.lines,
    ...told("Agent wallet", agent, (gas) => [agentGasLine(gas)]),
    rest.delegation?.isEnabled === true
      ? "The vault delegates to it."
      : "The vault does not delegate to it.",
    ...(rest.isFrozen ? ["Frozen: nothing is sent for it, on any chain."] : []),
    ...told("Limits", limitsLeft, limitLines),
    ...told("Loss budget", lossBudget, ({ day, week }) => [
      `Loss budget: ${day.left} left of 24 hours, ${week.left} of 7 days.`,
    ]),
    ...told("Orders", orders, ordersLine),
    ...told("Operations", operations, ({ waiting }) => [`Waiting operations: ${waiting.length}.`]),
  ];
}

type Holding = Extract<Overview["holdings"], readonly unknown[]>[number];

function holdingLine(
  { token, amount, symbol, value }: Holding,
  base: string,
  inBase: (amount: string) => string,
) {
  const held = `${sixFigures(amount)} ${symbol}`;
  if ("unavailable" in value)
    return `${held} (its value cannot be read now: ${value.unavailable.message})`;
  const share = value.shareOfNavBps === null ? "" : `, ${value.shareOfNavBps / 100}% of the NAV`;
  return token === base ? `${held}${share}` : `${held} = ${inBase(value.amount)}${share}`;
}

function ordersLine({
  orders,
  navSyncs,
  triggers,
  venueOrders,
  unreadable,
  isAll,
}: Exclude<Overview["orders"], Unavailable>) {
  const count = orders.length + navSyncs.length + triggers.length;
  return [
    `Open orders: ${count}${isAll ? "" : " and more"}, at venues: ${venueOrders.length}.`,
    ...(unreadable.length === 0 ? [] : [`Orders with damaged records: ${unreadable.join(", ")}.`]),
  ];
}

/** The lines of a part, or one that says why it is not told. */
const told = <T extends object>(
  what: string,
  part: T | Unavailable,
  lines: (read: T) => string[],
): string[] =>
  "unavailable" in part
    ? [unreadLine(what, (part as Unavailable).unavailable.message)]
    : lines(part as T);
