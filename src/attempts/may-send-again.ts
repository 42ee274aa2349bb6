import type { Attempt } from "../../schemas/attempt.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { DELEGABLE_SELECTORS } from "../delegation/delegable-selectors.ts";
import type { Deps } from "../deps.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";
import { selectorsOnChain } from "../pipeline/agent-of.ts";
import { runSevenChecks } from "../pipeline/checks-of-seven.ts";
import { raiseHeldLoss } from "../pipeline/held-loss.ts";
import { measureNav } from "../pipeline/measure-nav.ts";
import { type PreBroadcastCheck, simulateAtBroadcast } from "../pipeline/simulate-at-broadcast.ts";
import { vaultFrozen } from "../pipeline/vault-frozen.ts";
import { oracleWindow } from "../shields/oracle-window.ts";
import type { NavValue } from "../vaults/confirmed-nav.ts";

/** Two or three blocks: a call mined after its deadline reverts and costs gas. */
const TIME_TO_MINE_SEC = 30;

/**
 * Checks freeze, deadline, ownership, the seven checks, NAV Shield and loss budget anew before an
 * unknown call is sent again (docs/design.md, "Exactly once" 5). The caller checks its order.
 * @throws store_unavailable
 */
export async function maySendAgain(
  deps: Deps,
  attempt: Attempt,
  context: CallContext,
): Promise<Verdict> {
  if (context.frozen) return vaultFrozen("The vault is frozen.");
  const nowSec = Math.floor(deps.clock.nowMs() / 1_000);
  if (attempt.deadlineSec !== undefined && nowSec + TIME_TO_MINE_SEC >= attempt.deadlineSec)
    return refuse("deadline_passed", "The transaction's deadline has passed before it was sent.");
  // Other kinds' own checks are not made again here, so these calls are given up and their nonces
  // freed (decision D24).
  if (!DELEGABLE_SELECTORS.trade.includes(selectorOf(attempt.data)))
    return refuse(
      "deadline_passed",
      "It was not mined in time, and what was checked for it may hold no more.",
    );
  // A window only grows, so the attempt's own decides. Older records lack it: unknown is refused.
  const market = attempt.swap?.market;
  if (attempt.swap !== null && (market === undefined || isShort(market.oracleWindowSec)))
    return refuse(
      "oracle_window_too_short",
      "The oracle's mean was too short, or not looked at, when this was written.",
    );
  const chain = deps.chain(attempt.chainId);
  const vault = attempt.vault;
  const sender = attempt.agent;
  const data = attempt.data;
  const look = await simulateAtBroadcast(chain, {
    vault,
    owner: attempt.operator,
    agent: sender,
    data,
    gas: BigInt(attempt.gas),
  });
  if (!look.owner.ok)
    return look.owner.kind === "reverted"
      ? refuse("unknown_vault", "The vault refuses to name its owner.")
      : refuse("rpc_unavailable", "The vault's owner could not be read.");
  if (look.owner.value !== attempt.operator)
    return refuse("not_vault_owner", "The vault has another owner now.");
  const checks = runSevenChecks({
    vault,
    transaction: {
      chainId: attempt.chainId,
      from: sender,
      to: vault,
      data,
      valueWei: 0n,
      gas: BigInt(attempt.gas),
      maxFeePerGas: BigInt(attempt.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(attempt.maxPriorityFeePerGas),
    },
    delegation: context.delegation,
    agent: await deps.wallet.address(vault, attempt.keyVersion),
    onChainSelectors: selectorsOnChain(look.agentSelectors),
    simulation: look.alone,
    agentBalanceWei: look.agentBalanceWei.ok ? look.agentBalanceWei.value : null,
    // Calls below it go first, and their real cost is not known yet.
    reservedWei: 0n,
    l1FeeWei: look.l1FeeWei,
  });
  if (!checks.ok) return checks;
  const baseline = context.navBaseline === null ? null : BigInt(context.navBaseline);
  const nav = measureNav(look, {
    baselineUnitaryValue: baseline,
    thresholdBps: context.settings.navShieldBps ?? SETTINGS_DEFAULTS.navShieldBps,
    oracleWindowSec: attempt.swap?.market?.oracleWindowSec ?? null,
    // A call that would lift NAV now is not sent again, nor one that only a moved price keeps from
    // the high: the order tries anew.
    refusesLift: attempt.swap !== null,
    confirmed: confirmedAtBuild(attempt, look.before),
  });
  if (!nav.ok) return nav;
  const heldPpb = attempt.heldLossPpb ?? 0;
  const { budget, open } = await raiseHeldLoss(deps, attempt, {
    heldPpb,
    nav: nav.value,
    before: look.before,
  });
  return budget.ok ? open : budget;
}

/**
 * Value at build by venues' prices too (held-loss.ts), if it seems higher now: a loss is a share of
 * it (decision D23). Undefined: not higher, or never valued.
 */
function confirmedAtBuild(
  { swap }: Attempt,
  before: PreBroadcastCheck["before"],
): NavValue | undefined {
  const netTotalValue = BigInt(swap?.valuation?.netTotalValueBase ?? 0);
  if (!before.ok || netTotalValue <= 0n || netTotalValue >= before.value.netTotalValue)
    return undefined;
  const { unitaryValue, netTotalValue: nowBase } = before.value;
  return { netTotalValue, unitaryValue: (unitaryValue * netTotalValue) / nowBase };
}

const isShort = (windowSec: number | null): boolean =>
  windowSec !== null && windowSec < oracleWindow.neededSec;
