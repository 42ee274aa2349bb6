import type { RpcCall } from "../../../src/chain/rpc-call.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import type { AskedOrder } from "./create-world.ts";
import type { Ledger, Prepared } from "./ledger.ts";
import { type Needed, neededOf } from "./needed-of.ts";
import type { Activity } from "./scheduler.ts";

export type Cause = "token" | "gas";
type Verdict = "short" | "funded" | "unclear";
/**
 * What a slice saw of its order's means: of the token that is sold, and of the agent's coin for
 * gas.
 */
type Look = { activity: Activity; asked: AskedOrder; verdicts: Record<Cause, Verdict> };
type Given = {
  reached: Set<string>;
  chain: SimChain;
  ledger: Ledger;
  orders: readonly AskedOrder[];
  orderOf(prepared: Prepared): AskedOrder | undefined;
  /**
   * Of what nobody can judge: a store that forgot, amounts that no node showed, a chain that took
   * back what was final.
   */
  isBlurred(): boolean;
  /** The newest event of a vault, as it is stored. */
  newestEvent(vault: string): string | undefined;
  isActive(order: AskedOrder): boolean;
};

const CAUSES: readonly Cause[] = ["token", "gas"];

/**
 * Warnings that an order runs short before its end, by what nodes told each run of the vault's
 * balance and the agent's coin, and what of the order the chain has. Where a run saw a cause
 * clearly, it is told exactly once until a run saw it mended; what was told was not clearly untrue.
 * Between clearly short and clearly funded lie slippage and fees, of which nothing is demanded.
 */
export function createFundsModel({
  reached,
  chain,
  ledger,
  orders,
  orderOf,
  isBlurred,
  newestEvent,
  isActive,
}: Given) {
  /**
   * Least and most of a balance that an activity was told: `activity/holder/token` (no token: the
   * coin).
   */
  const told = new Map<string, { least: bigint; most: bigint }>();
  const looks = new Map<string, Look>();
  /** What the operator knows of, by order, and who changed it last. */
  const known = new Map<AskedOrder, { causes: ReadonlySet<Cause>; by: number; at: number }>();
  const tellings: { asked: AskedOrder; cause: Cause }[] = [];
  const { usdc, weth } = simTokens(chain.chainId);

  const lookOf = (activity: Activity, asked: AskedOrder, opened: Prepared | undefined): Look => {
    const soldToken = (asked.by?.buys ?? "WETH") === "WETH" ? usdc : weth;
    const agent = opened?.agent ?? agentOf(asked);
    const held = told.get(`${activity.id}/${asked.vault}/${soldToken}`);
    const coin = agent === undefined ? undefined : told.get(`${activity.id}/${agent}/`);
    const needed = neededOf({ chain, ledger, orderOf }, asked, opened, activity);
    return {
      activity,
      asked,
      verdicts: { token: judge(held, needed.token), gas: judge(coin, needed.gas) },
    };
  };
  const agentOf = (asked: AskedOrder): string | undefined =>
    [...ledger.attempts.values()].find(({ vault }) => vault === asked.vault)?.agent;

  const sayOf =
    ({ vault, id }: AskedOrder) =>
    (text: string): void =>
      ledger.violate(`order ${id} of ${vault.slice(0, 6)}: ${text}`);

  return {
    /** Which causes of which orders were told. */
    tellings,
    read: (activity: Activity, call: RpcCall<unknown>, value: unknown): void => {
      if (typeof value !== "bigint") return;
      const key = holderOf(call);
      if (key === undefined) return;
      const name = `${activity.id}/${key}`;
      const before = told.get(name) ?? { least: value, most: value };
      told.set(name, {
        least: value < before.least ? value : before.least,
        most: value > before.most ? value : before.most,
      });
    },
    opened: (activity: Activity, prepared: Prepared): void => {
      const asked = orderOf(prepared);
      if (asked?.autoExecute)
        looks.set(`${activity.id}/${orders.indexOf(asked)}`, lookOf(activity, asked, prepared));
    },
    /** The script that keeps what an order runs short of took effect. */
    noted: (activity: Activity, input: string, answer: string, at: number): void => {
      const { vault, id, shortages } = JSON.parse(input) as {
        vault: string;
        id: number;
        shortages: { cause: Cause }[];
      };
      const asked = orders.findLast((one) => one.vault === vault && one.id === id && one.at < at);
      if (asked === undefined || isBlurred()) return;
      const say = sayOf(asked);
      const before = known.get(asked)?.causes ?? new Set();
      const isTold = answer.includes('"told":true');
      if (!isTold && !isActive(asked)) return;
      const event = isTold ? (JSON.parse(newestEvent(vault) ?? "{}") as Partial<ToldEvent>) : {};
      if (isTold && (event.kind !== "order_underfunded" || event.orderId !== id))
        say("was warned of, and no event says so");
      const fresh = (event.shortages ?? []).map(({ cause }) => cause);
      for (const cause of fresh) {
        if (before.has(cause))
          say(`runs short of ${cause}, told again and never mended in between`);
        reached.add(`short of ${cause}`);
        if (tellings.some((one) => one.asked === asked && one.cause === cause))
          reached.add(`short of ${cause}: told again`);
        tellings.push({ asked, cause });
      }
      const causes = new Set(shortages.map(({ cause }) => cause));
      for (const cause of causes)
        if (!before.has(cause) && !fresh.includes(cause))
          say(`runs short of ${cause}, kept and not told`);
      for (const cause of before) if (!causes.has(cause)) reached.add(`short of ${cause}: mended`);
      known.set(asked, { causes, by: activity.id, at });
      if (!asked.autoExecute) return;
      // A run may have come to a second slice of it, which was refused before there was an intent.
      const now = lookOf(activity, asked, undefined);
      const { verdicts } = looks.get(`${activity.id}/${orders.indexOf(asked)}`) ?? now;
      for (const cause of CAUSES)
        if (verdicts[cause] !== now.verdicts[cause] && !causes.has(cause))
          verdicts[cause] = "unclear";
      for (const cause of CAUSES)
        if (verdicts[cause] === (causes.has(cause) ? "funded" : "short"))
          say(`is ${verdicts[cause]} of ${cause}, and its warning says otherwise`);
    },
    /**
     * What a run saw clearly is known when it ends: where nothing failed, and nobody else wrote at
     * the same time.
     */
    ended: (activity: Activity): void => {
      for (const { activity: by, asked, verdicts } of looks.values()) {
        if (
          by !== activity ||
          activity.dead ||
          activity.faults.length > 0 ||
          isBlurred() ||
          !isActive(asked)
        )
          continue;
        const last = known.get(asked);
        if (last !== undefined && last.by !== activity.id && last.at > activity.startedAt) continue;
        for (const cause of CAUSES)
          if (verdicts[cause] === (last?.causes.has(cause) ? "funded" : "short"))
            sayOf(asked)(
              `is ${verdicts[cause]} of ${cause}, and a slice that saw it did not say so`,
            );
      }
    },
  };
}

type ToldEvent = { kind: string; orderId: number; shortages: { cause: Cause }[] };

function judge(
  held: { least: bigint; most: bigint } | undefined,
  needed: Needed | undefined,
): Verdict {
  if (held === undefined || needed === undefined) return "unclear";
  return held.most < needed.least ? "short" : held.least >= needed.most ? "funded" : "unclear";
}

const BALANCE_OF = "0x70a08231";

/**
 * Whose balance a call reads, of which token: `holder/token`, without a token where it is the coin.
 */
function holderOf({ method, params }: RpcCall<unknown>): string | undefined {
  if (method === "eth_getBalance") return `${String(params[0]).toLowerCase()}/`;
  if (method !== "eth_call") return undefined;
  const { to, data } = params[0] as { to: string; data: string };
  return data.startsWith(BALANCE_OF) ? `0x${data.slice(-40)}/${to.toLowerCase()}` : undefined;
}
