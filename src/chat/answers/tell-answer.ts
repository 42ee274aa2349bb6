import type { Address } from "viem";
import * as z from "zod";
import type { ToolResult } from "../../../schemas/calls/tool-call.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { hexAddress } from "../../../schemas/primitives.ts";
import type { Deps } from "../../deps.ts";
import { AppError, unwrap } from "../../errors.ts";
import { lowerHex, normalizeAddress } from "../../lib/normalize-address.ts";
import { formatUnits, sixFigures } from "../../lib/parse-units.ts";
import { sanitize } from "../../lib/sanitize.ts";
import { getVaultInfo } from "../../tools/get-vault-info.ts";
import type { Tool } from "../../tools/tool.ts";
import { listTwapOrders } from "../../twap/tools/list-twap-orders.ts";
import { readPortfolio, type ValuedHolding } from "../../vaults/read-portfolio.ts";
import type { Answer } from "./answer-of.ts";
import { fillsText } from "./fills-text.ts";
import { pnlText } from "./pnl-text.ts";

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
const info = z.object({ baseToken: hexAddress });

/**
 * An answer of the chat to who may read it, figures first. What was traded is its operator's to
 * see.
 * @throws what the tools refuse: no vault, not its operator; rpc_unavailable, store_unavailable
 */
export async function tellAnswer(deps: Deps, asked: Asked, answer: Answer): Promise<string> {
  if (answer.of === "help") return answer.text;
  const { chainId, runTool } = asked;
  const run = (tool: Tool) => runTool({ tool, args: {}, chainId });
  // Reads the owner where the caller has signed: what the vault names is asked only then.
  if (answer.of === "portfolio")
    return portfolioText(deps, chainId, vaultOf(asked), run(getVaultInfo));
  // Reads the owner from the chain: the log is read for nobody else.
  const [{ data }] = await Promise.all([run(getVaultInfo), run(listTwapOrders)]);
  const of = { chainId, vault: vaultOf(asked) };
  const text = answer.of === "pnl" ? pnlText : fillsText;
  return text(deps, of, info.parse(data).baseToken, answer);
}

/** @throws what `owned` rejects with, rpc_unavailable */
async function portfolioText(
  deps: Deps,
  chainId: ChainId,
  vault: Address,
  owned: Promise<unknown>,
): Promise<string> {
  const of = { vault, tokens: deps.caches.tokens, nowMs: deps.clock.nowMs() };
  const { pool, baseToken, nav, holdings } = unwrap(
    await readPortfolio(deps.chain(chainId), of, owned),
  );
  const all = unwrap(holdings).filter(({ amountBase }) => amountBase !== "0");
  const held = all.slice(0, MOST_TOKENS);
  const inBase = (amount: bigint) =>
    `${sixFigures(formatUnits(amount, baseToken.decimals))} ${baseToken.symbol}`;
  const figure = (amount: bigint | undefined) =>
    amount === undefined ? "cannot be measured now" : inBase(amount);
  const { netTotalValue, unitaryValue } = nav.ok ? nav.value : {};
  const worth = ({ token, value }: ValuedHolding): string => {
    if (token === baseToken.address) return "";
    return value.ok ? ` = ${inBase(value.value)}` : " (not priced by the oracle now)";
  };
  const more = all.length - held.length;
  return [
    `Total: ${figure(netTotalValue)}, per unit ${figure(unitaryValue)}`,
    ...held.map((one) => `${sixFigures(one.amount)} ${sanitize(one.symbol, 20)}${worth(one)}`),
    ...(held.length === 0 ? ["It holds no listed token."] : []),
    ...(more > 0 ? [`And ${more} more.`] : []),
    `${sanitize(pool.name, 64)}. The total counts positions elsewhere; the tokens are those ` +
      "on this chain.",
  ].join("\n");
}

function vaultOf({ vaultAddress }: Asked) {
  const vault = vaultAddress === undefined ? undefined : normalizeAddress(vaultAddress);
  if (vault?.ok !== true)
    throw new AppError("invalid_request", "Which vault? Its address belongs to the request.");
  return lowerHex(vault.value);
}
