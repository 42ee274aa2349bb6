import { TRIGGER_LIMITS } from "../../schemas/orders/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/orders/trigger-order.ts";
import type { TwapOrder } from "../../schemas/orders/twap-order.ts";
import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { Becoming, OrderCall, OrderDecision } from "../kinds/order-run.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { refuse } from "../lib/verdict.ts";
import { vaultFrozen } from "../pipeline/checks/vault-frozen.ts";
import { readOraclePrices } from "../pipeline/facts/read-oracle-prices.ts";
import { grantOver } from "../pipeline/refusal-of-prepare.ts";
import { newQuality } from "../quality/new-quality.ts";
import { qualityText } from "../quality/quality-text.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { boundsOfOrder } from "../twap/cut-of-order.ts";
import { carriedTerms, orderFromInput } from "../twap/order-from-input.ts";
import { auditTrigger } from "./audit-trigger.ts";
import { decideLook, priceAsked } from "./decide-look.ts";
import { firedTrigger } from "./fired-trigger.ts";

type Claimed = Pick<ClaimedOrder, "context"> & { order: TriggerOrder };

/** Trades, or becomes a TWAP order. An old look is repeated; its age counts from its request. */
export async function decideTrigger(
  deps: Deps,
  { order: trigger, context }: Claimed,
  tickMs: number,
): Promise<OrderDecision> {
  const askedMs = deps.clock.nowMs();
  if (isFresh(trigger, askedMs)) return traded({ order: trigger, context }, askedMs, tickMs);
  const [converted] = await readOraclePrices(deps.chain(trigger.chainId), [priceAsked(trigger)]);
  const nowMs = deps.clock.nowMs();
  const look = converted && decideLook(trigger, converted, nowMs, askedMs);
  if (look?.kind === "met" && isFresh(look.order, nowMs))
    return traded({ order: look.order, context }, nowMs, tickMs);
  return {
    kind: "ends",
    run: { status: "idle", found: "The price was met no longer when its turn came." },
  };
}

const isFresh = ({ firing }: TriggerOrder, nowMs: number): boolean =>
  nowMs - (firing?.atMs ?? 0) <= TRIGGER_LIMITS.freshLookMs;

function traded(claimed: Claimed, nowMs: number, tickMs: number): OrderDecision {
  const becoming = becomingOf(claimed.order, nowMs);
  return becoming === undefined
    ? { kind: "calls", call: tradeOf(claimed, tickMs) }
    : { kind: "becomes", becoming };
}

function tradeOf({ order: trigger, context }: Claimed, tickMs: number): OrderCall {
  const { vaultAddress: vault, id, side, totalAmount, firing } = trigger;
  const name = `trigger:${vault}:${id}:${trigger.attemptsOfSlice + 1}`;
  const pair = {
    tokenIn: trigger.sellTokenAddress,
    tokenOut: trigger.buyTokenAddress,
    dex: trigger.venue,
  };
  return {
    requestId: name,
    tool: buildVaultSwap.name,
    // The amount is for readers; `amountBase` is traded.
    args: side === "buy" ? { ...pair, amountOut: totalAmount } : { ...pair, amountIn: totalAmount },
    chainId: trigger.chainId,
    context,
    executionMode: trigger.autoExecute ? "delegated" : "manual",
    amountBase: BigInt(trigger.totalBase),
    bounds: boundsOfTrigger(trigger),
    names: trigger.namedByCard ? [trigger.buyTokenAddress] : undefined,
    sliceNumber: 1,
    attemptId: name,
    attempted: { lastExecution: tickMs, ...(firing && { firing }) },
  };
}

function becomingOf(trigger: TriggerOrder, nowMs: number): Becoming | undefined {
  const opens = orderOfTrigger(trigger, nowMs);
  if (opens === undefined) return undefined;
  const ended = firedTrigger(trigger, { how: "ordered", twapOrderId: 0 }, nowMs);
  if (ended.event === null) throw new Error("a trigger order fired without an event");
  return {
    ended: { ...ended, audit: auditTrigger.changed(ended.order, ended.event) },
    opens,
    numberField: "twapOrderId",
    refusalOf,
  };
}

const refusalOf: Becoming["refusalOf"] = (code, active) => {
  switch (code) {
    case "vault_limit":
    case "operator_limit":
      return refuse(
        "twap_order_limit",
        "Its TWAP order could not be created: " +
          `${code === "vault_limit" ? `the vault has ${active} active ones on this chain` : `you have ${active} active ones over all vaults`}, ` +
          "the most allowed. Cancel one, and it is created at the next tick if the price is " +
          "still met.",
        { active },
      );
    case "grant_ended":
      return grantOver;
    case "vault_frozen":
      return vaultFrozen("The vault is frozen, so no TWAP order was created.");
    default:
      return refuse(
        "twap_order_not_active",
        "The trigger order was cancelled, or is held by another run.",
      );
  }
};

const SCALE = 10n ** BigInt(TRIGGER_LIMITS.priceDecimals);

type Priced = Pick<
  TriggerOrder,
  "side" | "totalBase" | "price" | "priceOf" | "sellDecimals" | "buyDecimals"
>;

/** Base units that it sells: a purchase at its own price, rounded up. */
export function givenOfTrigger({
  side,
  totalBase,
  price,
  priceOf,
  sellDecimals,
  buyDecimals,
}: Priced): bigint {
  const total = BigInt(totalBase);
  if (side === "sell") return total;
  const parsed = parseUnits(price, TRIGGER_LIMITS.priceDecimals);
  if (!parsed.ok || parsed.value === 0n) throw new Error("a trigger has no price");
  const [sell, buy] = [10n ** BigInt(sellDecimals), 10n ** BigInt(buyDecimals)];
  const [over, under] =
    priceOf === "buyToken"
      ? [total * parsed.value * sell, buy * SCALE]
      : [total * SCALE * sell, parsed.value * buy];
  return (over + under - 1n) / under;
}

/** The TWAP order it becomes, as cut at creation. Undefined: it trades once, by itself. */
export function orderOfTrigger(
  trigger: TriggerOrder,
  nowMs: number,
): Omit<TwapOrder, "id"> | undefined {
  const {
    into,
    side,
    sellToken,
    buyToken,
    autoExecute,
    sellSymbol,
    buySymbol,
    sellDecimals,
    buyDecimals,
  } = trigger;
  if (into === undefined) return undefined;
  const plan = {
    totalBase: BigInt(trigger.totalBase),
    sliceBase: BigInt(into.sliceBase),
    sliceCount: into.sliceCount,
    totalAmount: trigger.totalAmount,
    sliceAmount: into.sliceAmount,
  };
  const order = orderFromInput({
    input: {
      side,
      sellToken,
      buyToken,
      autoExecute,
      totalAmount: trigger.totalAmount,
      dex: trigger.venue,
      intervalMinutes: into.intervalMinutes,
    },
    chainId: trigger.chainId,
    sell: { address: trigger.sellTokenAddress, symbol: sellSymbol, decimals: sellDecimals },
    buy: { address: trigger.buyTokenAddress, symbol: buySymbol, decimals: buyDecimals },
    plan,
    // Its slices keep the price it waited for.
    options:
      trigger.type === "limit" ? { limitPrice: trigger.price, limitPriceOf: trigger.priceOf } : {},
    operator: trigger.operatorAddress,
    vault: trigger.vaultAddress,
    nowMs,
  });
  return {
    ...{ ...order, ...carriedTerms(trigger) },
    // A look has read no price for the total.
    quality: qualityText.write(newQuality({ addsBase: plan.totalBase, atMs: nowMs })),
  };
}

/** A `limit` holds its own price until it is mined; a look ages, so the intent has a deadline. */
export function boundsOfTrigger(trigger: TriggerOrder) {
  const { type, price, priceOf: limitPriceOf, firing } = trigger;
  return {
    ...boundsOfOrder({ ...trigger, limitPriceOf, ...(type === "limit" && { limitPrice: price }) }),
    ...(firing && { writtenByMs: firing.atMs + TRIGGER_LIMITS.writtenMs }),
  };
}
