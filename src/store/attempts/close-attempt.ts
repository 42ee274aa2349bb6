import { formatUnits } from "viem";
import * as z from "zod";
import type { VaultEvent } from "../../../schemas/vault-event.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditEnded } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaVenueOrders, type openedVenueOrder } from "../venueorders/stored-venue-order.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { luaCloseAttempt } from "./lua-close-attempt.ts";
import { luaDecimals } from "./lua-decimals.ts";
import { luaNav, luaNavShift } from "./lua-nav.ts";
import { luaSpent } from "./lua-spent.ts";
import { attemptText, type FinalAttempt } from "./stored-attempt.ts";

type Input = WriteCall & {
  attempt: FinalAttempt;
};

/**
 * Closes a direct call's attempt, or one whose order is gone. `has_order`: finishSlice ends it.
 * `nonce_needed` and `attempt_rewritten` as there.
 */
export const closeAttempt = defineScript({
  name: "close-attempt",
  uses: [
    ...[
      luaAudit,
      luaAttempts,
      luaNav,
      luaNavShift,
      luaVenueOrders,
      luaDecimals,
      luaSpent,
      luaCloseAttempt,
    ],
    luaEvents,
  ],
  lua: `
local function main(input, now)
  local final = input.attempt
  local fields = call('HMGET', K.attempt(final.id), 'status', 'vault', 'order')
  local status, vault, order = fields[1], fields[2], fields[3]
  if not status then return { ok = false, code = 'unknown_attempt' } end
  if is_rewritten(final) then return { ok = false, code = 'attempt_rewritten' } end
  if status == final.status then return { ok = true, repeated = true } end
  if is_final(status) then return { ok = false, code = 'already_closed' } end
  if order and hget(K.order(vault, order), 'attempt') == final.id then return { ok = false, code = 'has_order' } end
  local refusal = refusal_of_never_sent(final)
  if refusal then return { ok = false, code = refusal } end
  close_attempt(final, now)
  if input.event then push_vault_event(vault, input.event, now) end
  return { ok = true, repeated = false }
end`,
  encode: ({ attempt, ...rest }: Input) => ({
    ...rest,
    attempt: encodeFinalAttempt(attempt),
    event: callEventOf(attempt.record),
  }),
  declares: (keys, { attempt: { record } }) => [
    keys.attempt(record.id),
    keys.attemptsOpen(record.chainId),
    keys.attemptsWatched(record.chainId),
    keys.nonceQueueOpen(record.chainId, record.agent),
    keys.events(record.vault),
  ],
  output: okOr(
    { repeated: z.boolean() },
    {
      code: z.enum([
        "unknown_attempt",
        "already_closed",
        "has_order",
        "nonce_needed",
        "attempt_sent",
        "attempt_rewritten",
      ]),
    },
  ),
});

type CallEvent = Omit<Extract<VaultEvent, { type: "call" }>, "timestamp">;

/** Undefined for a slice (an event itself), for a filled nonce gap, and for one never sent. */
function callEventOf(record: FinalAttempt["record"]): CallEvent | undefined {
  const { status, chainId, hashes, mined, swap, amounts, error } = record;
  if (status === "never_sent" || record.orderId !== undefined || record.to === record.agent)
    return undefined;
  const hash = mined?.hash ?? record.minedHash ?? hashes.at(-1);
  if (hash === undefined) return undefined;
  return {
    ...{
      type: "call",
      chainId,
      status,
      hash,
      ...(record.grant !== undefined && { grantId: record.grant }),
    },
    ...(swap !== null &&
      amounts !== undefined && {
        sold: `${formatUnits(BigInt(amounts.soldBase), swap.decimalsIn)} ${swap.symbolIn}`,
        bought: `${formatUnits(BigInt(amounts.boughtBase), swap.decimalsOut)} ${swap.symbolOut}`,
      }),
    ...(error !== undefined && { error }),
  };
}

/** Input of `close_attempt` (lua-close-attempt.ts). */
export const encodeFinalAttempt = ({
  record,
  confirmedNonce,
  lossPpb,
  spent,
  refusal,
}: FinalAttempt) => ({
  id: record.id,
  status: record.status,
  json: attemptText(record),
  hashes: record.hashes,
  freeingHashes: record.freeingHashes,
  confirmedNonce,
  lossPpb,
  spent,
  audit: auditEnded({ record, refusal }),
  isForgotten: record.isForgotten,
  navShift: record.navShift?.perUnit,
  venueOrder: encodeOpenedOrder(record),
  isWatched: record.blockNumber !== undefined && record.blockHash !== undefined,
});

function encodeOpenedOrder({ status, follow, ...attempt }: FinalAttempt["record"]) {
  if (status !== "confirmed" || follow === undefined) return undefined;
  const opened: z.infer<typeof openedVenueOrder> = {
    id: attempt.id,
    vault: lowerHex(attempt.vault),
    chainId: attempt.chainId,
    operator: lowerHex(attempt.operator),
    ...follow,
    createdAt: attempt.createdAt,
  };
  return { json: JSON.stringify(opened), hash: attempt.minedHash ?? attempt.hashes.at(-1) };
}
