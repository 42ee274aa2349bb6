import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import type { ToolResult } from "../../../schemas/tool-call.ts";
import { readBalances } from "../../chain/read-balances.ts";
import type { Deps } from "../../deps.ts";
import { AppError, unwrap } from "../../errors.ts";
import { lowerHex, normalizeAddress } from "../../lib/normalize-address.ts";
import { formatUnits, sixFigures } from "../../lib/parse-units.ts";
import { sanitize } from "../../lib/sanitize.ts";
import { getVaultInfo } from "../../tools/get-vault-info.ts";
import type { Tool } from "../../tools/tool.ts";
import { listTwapOrders } from "../../twap/tools/list-twap-orders.ts";
import type { Answer } from "./answer-of.ts";
import { fillsText } from "./fills-text.ts";
import { pnlText } from "./pnl-text.ts";
import { valuesInBase } from "./values-in-base.ts";

type Asked = {
  chainId: ChainId;
  vaultAddress: string | undefined;
  /** The pipeline, as the caller of this turn. */
  runTool(call: {
    tool: Tool;
    args: Record<string, unknown>;
    chainId: ChainId;
  }): Promise<ToolResult>;
};

const MOST_TOKENS = 12;
const info = z.object({
  name: z.string(),
  baseToken: hexAddress,
  baseSymbol: z.string(),
  netTotalValue: z.string().nullable(),
  unitaryValue: z.string().nullable(),
});

/**
 * An answer of the chat to who may read it, figures first. What was traded is its operator's to
 * see.
 * @throws what the tools refuse: no vault, not its operator; rpc_unavailable, store_unavailable
 */
export async function tellAnswer(deps: Deps, asked: Asked, answer: Answer): Promise<string> {
  if (answer.of === "help") return answer.text;
  const { chainId, runTool } = asked;
  const run = (tool: Tool) => runTool({ tool, args: {}, chainId });
  if (answer.of === "portfolio")
    return portfolioText(deps, chainId, vaultOf(asked), info.parse((await run(getVaultInfo)).data));
  // Reads the owner from the chain: the log is read for nobody else.
  const [{ data }] = await Promise.all([run(getVaultInfo), run(listTwapOrders)]);
  const of = { chainId, vault: vaultOf(asked) };
  return answer.of === "pnl"
    ? pnlText(deps, of, info.parse(data).baseToken, answer)
    : fillsText(deps, of, answer);
}

async function portfolioText(
  deps: Deps,
  chainId: ChainId,
  vault: ReturnType<typeof vaultOf>,
  { name, baseToken, baseSymbol, netTotalValue, unitaryValue }: z.infer<typeof info>,
): Promise<string> {
  const of = { vault, caches: deps.caches, nowMs: deps.clock.nowMs() };
  const balances = unwrap(await readBalances(deps.chain(chainId), of, Promise.resolve()));
  const held = balances.filter(({ amountBase }) => amountBase !== "0").slice(0, MOST_TOKENS);
  const amounts = held.map(({ token, amountBase }) => ({ token, amount: BigInt(amountBase) }));
  const values = await valuesInBase(deps, { chainId, vault }, baseToken, amounts);
  const base = balances.find(({ token }) => token.toLowerCase() === baseToken.toLowerCase());
  const worth = (at: number): string => {
    const value = values[at];
    const isBase = held[at] === base;
    if (isBase || value === undefined || base === undefined)
      return isBase ? "" : " (not priced by the oracle now)";
    return ` = ${sixFigures(formatUnits(value, base.decimals))} ${baseSymbol}`;
  };
  const figure = (amount: string | null) =>
    amount === null ? "cannot be measured now" : `${sixFigures(amount)} ${baseSymbol}`;
  const more = balances.filter(({ amountBase }) => amountBase !== "0").length - held.length;
  return [
    `Total: ${figure(netTotalValue)}, per unit ${figure(unitaryValue)}`,
    ...held.map(
      ({ amount, symbol }, at) => `${sixFigures(amount)} ${sanitize(symbol, 20)}${worth(at)}`,
    ),
    ...(held.length === 0 ? ["It holds no listed token."] : []),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `${sanitize(name, 64)}. The total counts positions elsewhere; the tokens are those on ` +
      "this chain.",
  ].join("\n");
}

function vaultOf({ vaultAddress }: Asked) {
  const vault = vaultAddress === undefined ? undefined : normalizeAddress(vaultAddress);
  if (vault?.ok !== true)
    throw new AppError("invalid_request", "Which vault? Its address belongs to the request.");
  return lowerHex(vault.value);
}
