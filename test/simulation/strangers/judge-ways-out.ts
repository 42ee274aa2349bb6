import type { Address } from "viem";
import { SETTINGS_RANGES } from "../../../schemas/operator-settings.ts";
import { partOf } from "./agent-acts.ts";
import type { Spent } from "./judge-call.ts";
import { held, marketOut, movedOf, oracleOut, poolOf, trueWorth } from "./stranger-state.ts";
import type { StrangerWorld } from "./stranger-world.ts";
import { TOKENS, tokenOf } from "./tokens.ts";

type World = Awaited<StrangerWorld>;

/**
 * With everything still held where the strangers put it: every position is burnt by the agent
 * alone, stake comes back, and every token that is worth something is sold, by the agent or by a
 * transaction that the owner signs. What a hook keeps was judged when it went in.
 */
export async function judgeWaysOut(world: World): Promise<string[]> {
  const violations: string[] = [];
  for (const [tokenId, position] of Object.entries(world.node.state().positions)) {
    if (poolOf(world.node.state(), position.pool).isShut) continue;
    const answer = await world.call("burn_position", { tokenId });
    if (!answer.ok) violations.push(`burn_position was refused: ${answer.code}`);
  }
  const { staked } = world.node.state();
  if (staked > 0n) {
    const answer = await world.call("gov_unstake", { amount: `${staked / 10n ** 18n}` });
    if (!answer.ok) violations.push(`gov_unstake was refused: ${answer.code}`);
  }
  for (const { symbol, address, worthE6 } of TOKENS) {
    // The coin is sold as its wrapped form here, which has the same price.
    if (symbol === "USDC" || symbol === "ETH" || worthE6 === 0n) continue;
    if (held(world.node.state(), address) === 0n) continue;
    const refused = await sell(world, symbol);
    if (refused !== undefined && !isBeyondShield(world, address))
      violations.push(`${symbol} cannot be sold: ${refused}`);
  }
  return violations;
}

/**
 * An operator can set the Swap Shield to half of the oracle's price at most (spec): beyond it he
 * sells past this service.
 */
function isBeyondShield({ node }: World, token: Address): boolean {
  const { address: usdc } = tokenOf("USDC");
  const whole = 10n ** 18n;
  const oracle = oracleOut(node.state(), token, whole, usdc);
  const off = oracle - marketOut(node.state(), token, usdc, whole);
  return (
    (off < 0n ? -off : off) * 10_000n > oracle * BigInt(SETTINGS_RANGES.swapShieldBps.maxBps - 200)
  );
}

/**
 * All of it or a tenth at a time, by the agent, by the owner, by the owner without the Swap Shield.
 */
async function sell(
  world: World,
  symbol: "WETH" | "DAI" | "GRG" | "EVIL" | "ETH" | "USDC",
): Promise<string | undefined> {
  const { address } = tokenOf(symbol);
  let refused = "";
  for (const shield of ["on", "off"]) {
    if (shield === "off") await world.call("disable_swap_shield", {}, "manual");
    for (const percent of [100, 10]) {
      const amountIn = partOf(world.node.state(), symbol, percent);
      const args = {
        tokenIn: address,
        tokenOut: tokenOf("USDC").address,
        amountIn,
        dex: "uniswap",
      };
      const byAgent = await world.call("build_vault_swap", args);
      if (byAgent.ok) return undefined;
      const byOwner = await world.call("build_vault_swap", args, "manual");
      if (byOwner.ok && byOwner.data !== undefined && world.node.sign(byOwner.data))
        return undefined;
      refused = `${byAgent.code}, ${byOwner.ok ? "its transaction reverts" : byOwner.code}`;
    }
  }
  return refused;
}

/**
 * A call that has nothing to do with what was moved passes: 100 USDC for the coin, where neither's
 * price was touched. Not where the vault has truly lost a twentieth: then a shield may be right to
 * stop it.
 */
export async function judgeHonestCall(world: World, spent: readonly Spent[]): Promise<string[]> {
  const [usdc, weth]: [Address, Address] = [tokenOf("USDC").address, tokenOf("WETH").address];
  const state = world.node.state();
  const isTouched = movedOf(state, usdc).oracleBps !== 10_000 || held(state, usdc) < 200_000_000n;
  const lostE6 = spent.reduce((sum, one) => sum + one.lostE6, 0n);
  if (isTouched || lostE6 * 20n > trueWorth(state)) return [];
  const args = { tokenIn: usdc, tokenOut: weth, amountIn: "100", dex: "uniswap" };
  const answer = await world.call("build_vault_swap", args);
  if (answer.ok || answer.code === "limit_exceeded") return [];
  return [`an honest swap was refused: ${answer.code}`];
}
