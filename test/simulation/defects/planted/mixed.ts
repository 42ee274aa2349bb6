import type { Defect } from "../defect.ts";

export const mixed: readonly Defect[] = [
  {
    name: "amounts-from-the-quote",
    edits: [
      {
        file: "src/pipeline/read-amounts.ts",
        from: "soldBase: isSoldTrusted ? sold : quoted.in,\n    boughtBase: isBoughtTrusted ? bought : quoted.out,",
        to: "soldBase: quoted.in,\n    boughtBase: quoted.out,",
      },
    ],
  },
  {
    name: "bump-without-recording-the-hash",
    edits: [
      {
        file: "src/attempts/send-again.ts",
        from: "...(!isKnown && { addHash: hash, fees: wireFees(fees) }),",
        to: "...(!isKnown && { fees: wireFees(fees) }),",
      },
    ],
  },
  {
    name: "cancel-stays-in-the-due-index",
    edits: [{ file: "src/store/orders/lua-orders.ts", from: "  set_due(order, nil)\n", to: "" }],
  },
  {
    name: "claim-without-fence",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if order.attempt then return 'attempt_open' end\n  if order.record.status ~= 'active' or has_ended(order.record, now) then return 'order_not_active' end\n",
        to: "",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if token ~= guard.leaseToken or now >= expires or order.v ~= guard.version then return 'lease_lost' end\n",
        to: "",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if call('EXISTS', key) == 1 then return { ok = false, code = 'attempt_exists' } end\n",
        to: "",
      },
    ],
  },
  {
    name: "claim-without-lease",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if order.attempt then return 'attempt_open' end\n  if order.record.status ~= 'active' or has_ended(order.record, now) then return 'order_not_active' end\n",
        to: "",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if token ~= guard.leaseToken or now >= expires or order.v ~= guard.version then return 'lease_lost' end\n",
        to: "",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if call('EXISTS', key) == 1 then return { ok = false, code = 'attempt_exists' } end\n",
        to: "",
      },
      {
        file: "src/store/orders/lua-claim.ts",
        from: "  if claim.now < leased_until then return leased_until end\n",
        to: "",
      },
    ],
  },
  {
    name: "deciding-by-one-confirmation",
    edits: [
      {
        file: "src/attempts/decide-attempt.ts",
        from: "const isDeep = (receipt: Receipt) => head - receipt.blockNumber + 1n >= observation.confirmations;",
        to: "const isDeep = (receipt: Receipt) => head - receipt.blockNumber + 1n >= 1n;",
      },
      {
        file: "src/pipeline/receipt-poller.ts",
        from: "return head - outcome.value.blockNumber + 1n >= chainOf(chainId).confirmations ? outcome.value : null;",
        to: "return head - outcome.value.blockNumber + 1n >= chainOf(8453).confirmations ? outcome.value : null;",
      },
    ],
  },
  {
    name: "double-count-on-repeated-finish",
    edits: [
      {
        file: "src/store/orders/finish-slice.ts",
        from: "    if order.attempt ~= guard.attemptId then return 'already_closed' end\n",
        to: "",
      },
      {
        file: "src/store/orders/finish-slice.ts",
        from: "    if status == final.status then return { ok = true, repeated = true, version = shown.version } end\n    if not status or is_final(status) then shown.code = 'already_closed' return shown end\n",
        to: "",
      },
    ],
  },
  {
    name: "everything-estimated",
    edits: [
      {
        file: "src/pipeline/read-amounts.ts",
        from: "soldBase: isSoldTrusted ? sold : quoted.in,\n    boughtBase: isBoughtTrusted ? bought : quoted.out,\n    estimated: !isSoldTrusted || !isBoughtTrusted,",
        to: "soldBase: quoted.in,\n    boughtBase: quoted.out,\n    estimated: true,",
      },
    ],
  },
  {
    name: "expired-operation-is-sent",
    edits: [
      {
        file: "src/store/operations/claim-operation.ts",
        from: "  if now >= record.expiresAtMs or hget(key, 'expired') then\n    if call('HSETNX', key, 'expired', '1') == 1 then push_operation_event(record, 'expired', now) end\n    if input.decision == 'reject' then call('HSET', key, 'renewed', '1') end\n    return { ok = false, code = 'expired' }\n  end\n",
        to: "",
      },
    ],
  },
  {
    name: "finish-over-a-cancel",
    edits: [
      {
        file: "src/store/orders/finish-slice.ts",
        from: "  if order.v ~= input.expectedVersion then return 'version_conflict' end\n",
        to: "",
      },
      {
        file: "src/store/orders/finish-slice.ts",
        from: "if new.active and not was.active then error('a closed order cannot be opened by a slice') end",
        to: "if new.active and not was.active then enter_active(order) end",
      },
    ],
  },
  {
    name: "finish-without-token",
    edits: [
      {
        file: "src/store/orders/finish-slice.ts",
        from: "    if order.attempt then return 'attempt_open' end\n    if lease_of(order.lease) ~= guard.leaseToken then return 'lease_lost' end\n",
        to: "",
      },
      {
        file: "src/store/orders/finish-slice.ts",
        from: "  if order.v ~= input.expectedVersion then return 'version_conflict' end\n",
        to: "",
      },
    ],
  },
  {
    name: "finished-order-leaves-the-due-index",
    edits: [
      {
        file: "src/store/orders/finish-slice.ts",
        from: "set_due(order, input.dueMs)",
        to: "set_due(order, nil)",
      },
    ],
  },
  {
    name: "freeing-without-record",
    edits: [
      {
        file: "src/attempts/send-cancel-transaction.ts",
        from: "...(isWritten && { addFreeingHash: signed.hash, fees: wireFees(fees) }),",
        to: "...(isWritten && { fees: wireFees(fees) }),",
      },
    ],
  },
  {
    name: "hole-filled-without-record",
    edits: [
      {
        file: "src/attempts/fill-nonce-gap.ts",
        from: "const written = await fillNonce.run(deps.redis, deps.keys, {",
        to: "await sendTransaction(deps.chain(chainId), signed.raw);\n  const written = await fillNonce.run(deps.redis, deps.keys, {",
      },
    ],
  },
  {
    name: "hole-not-filled",
    edits: [
      {
        file: "src/schedule/resolve-attempts.ts",
        from: "const count = Math.max(0, Math.min(attempt.nonce - chainNonce, MAX_FILLS));",
        to: "const count = Math.min(0, attempt.nonce - chainNonce, MAX_FILLS);",
      },
    ],
  },
  {
    name: "ignoring-cancel-at-resend",
    edits: [
      {
        file: "src/attempts/resolve-attempt.ts",
        from: 'const isStopped = attempt.orderId !== undefined && (order?.status !== "pending_confirmation" || isEnded);',
        to: "const isStopped = attempt.orderId !== undefined && order === undefined;",
      },
      {
        file: "src/store/attempts/mark-attempt.ts",
        from: "    if not order or order.attempt ~= id or order.record.status ~= 'pending_confirmation' then return 'order_not_active' end\n    if has_ended(order.record, now) then return 'order_not_active' end\n",
        to: "",
      },
    ],
  },
  {
    name: "ignoring-freeze",
    edits: [
      {
        file: "src/attempts/may-send-again.ts",
        from: '  if (context.frozen) return vaultFrozen("The vault is frozen.");\n',
        to: "",
      },
      {
        file: "src/store/attempts/lua-attempts.ts",
        from: "  if found[1] then return 'vault_frozen' end\n",
        to: "",
      },
    ],
  },
  {
    name: "ignoring-revocation",
    edits: [
      {
        file: "src/store/attempts/lua-attempts.ts",
        from: "if not record or not record.enabled then return 'delegation_disabled' end",
        to: "if not record then return 'delegation_disabled' end",
      },
    ],
  },
  {
    name: "late-outcomes-notify-nobody",
    edits: [
      {
        file: "src/attempts/resolve-attempt.ts",
        from: "      paired: context.paired,",
        to: "      paired: false,",
      },
    ],
  },
  {
    name: "lease-never-expires",
    edits: [
      {
        file: "src/store/orders/lua-claim.ts",
        from: "if claim.now < leased_until then return leased_until end",
        to: "if order.lease then return claim.lease_end end",
      },
    ],
  },
  {
    name: "loss-not-counted",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if input.lossPpb then loss_add(attempt, input.lossPpb, input.lossFloorPpb, now) end\n",
        to: "",
      },
    ],
  },
  {
    name: "loss-not-taken-back",
    edits: [
      {
        file: "src/store/attempts/lua-close-attempt.ts",
        from: "    take_loss_back(key, chain, fields[4])\n",
        to: "",
      },
    ],
  },
  {
    name: "nonce-by-counter",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if is_nonce_queue_behind(nonce_queue, input.chainNonce) then return { ok = false, code = 'lane_forgot' } end\n",
        to: "",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "local expected = math.max(input.chainNonce, (nonce_queue.highestConfirmed or -1) + 1, (nonce_queue.highestOpen or -1) + 1)",
        to: "local count = 'nonce-count:' .. attempt.agent\n  local expected = tonumber(call('GET', count) or 0)",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "local over = input.lossPpb and not input.isExit and over_loss_budget(attempt, input.lossPpb, now)",
        to: "call('INCR', count)\n  local over = input.lossPpb and not input.isExit and over_loss_budget(attempt, input.lossPpb, now)",
      },
    ],
  },
  {
    name: "nonce-from-chain-alone",
    edits: [
      {
        file: "src/pipeline/ready-to-send.ts",
        from: "const nonce = nextNonce(call.senderNonce, nonceQueue);",
        to: "const nonce = call.senderNonce;\n  nextNonce(nonce, nonceQueue);",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "local expected = math.max(input.chainNonce, (nonce_queue.highestConfirmed or -1) + 1, (nonce_queue.highestOpen or -1) + 1)",
        to: "local expected = input.chainNonce",
      },
    ],
  },
  {
    name: "paused-order-runs-on",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if order.record.status ~= 'active' or has_ended(order.record, now) then return 'order_not_active' end\n",
        to: "",
      },
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "if token ~= guard.leaseToken or now >= expires or order.v ~= guard.version then return 'lease_lost' end",
        to: "if order.lease and token ~= guard.leaseToken then return 'lease_lost' end",
      },
    ],
  },
  {
    name: "prepared-is-never-looked-at",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  call('ZADD', K.attemptsOpen(attempt.chainId), int(input.nextCheckMs), attempt.id)\n",
        to: "",
      },
    ],
  },
  {
    name: "rejected-operation-is-sent",
    edits: [
      {
        file: "src/store/operations/claim-operation.ts",
        from: "if operation.status ~= 'open' then",
        to: "if operation.status ~= 'open' and operation.status ~= 'rejected' then",
      },
    ],
  },
  {
    name: "reorg-not-noticed",
    edits: [
      {
        file: "src/attempts/decide-watched.ts",
        from: "const own = observation.receipts.find((receipt) => receipt);",
        to: "if (blockNumber >= 0n) return still;\n  const own = observation.receipts.find((receipt) => receipt);",
      },
    ],
  },
  {
    name: "reorg-noticed-but-not-frozen",
    edits: [
      {
        file: "src/store/attempts/record-deep-reorg.ts",
        from: "  if call('SET', K.frozen(input.vault), int(now), 'NX') then\n    push_vault_event(input.vault, { type = 'freeze', chainId = input.chainId, frozen = true, by = 'reorg' }, now)\n  end\n",
        to: "",
      },
    ],
  },
  {
    name: "replacement-judged-at-its-old-fees",
    edits: [
      {
        file: "src/attempts/resolve-attempt.ts",
        from: "isStopped || freeing ? STOPPED : await maySendAgain(deps, { ...attempt, ...wireFees(fees) }, context);",
        to: "isStopped || freeing ? STOPPED : await maySendAgain(deps, attempt, context);",
      },
    ],
  },
  {
    name: "resent-without-a-look",
    edits: [
      {
        file: "src/attempts/may-send-again.ts",
        from: "const chain = deps.chain(attempt.chainId);",
        to: "if (attempt.nonce >= 0) return allow(undefined);\n  const chain = deps.chain(attempt.chainId);",
      },
    ],
  },
  {
    name: "retry-on-timeout",
    edits: [
      {
        file: "src/pipeline/execute-plan.ts",
        from: "await sendTransaction(ctx.deps.chain(ctx.chainId), raw);",
        to: 'try {\n    await sendTransaction(ctx.deps.chain(ctx.chainId), raw);\n  } catch {\n    const failed = refuse("rpc_unavailable", "The node did not take the transaction.");\n    const attempt = { ...intent.attempt, status: "never_sent", error: failed.message } as const;\n    return { status: "refused", refusal: failed, debugCall, intent: { ...intent, attempt } };\n  }',
      },
      {
        file: "src/pipeline/send-transaction.ts",
        from: 'await chain.rpc.sendOnce({ method: "eth_sendRawTransaction", params: [raw], read: () => undefined });',
        to: 'const sent = await chain.rpc.sendOnce({ method: "eth_sendRawTransaction", params: [raw], read: () => undefined });\n  if (!sent.ok) throw new Error("try again");',
      },
    ],
  },
  {
    name: "revert-counted-as-executed",
    edits: [
      {
        file: "src/attempts/resolve-attempt.ts",
        from: 'if (receipt.status === "reverted") {',
        to: 'if (receipt.status === "reverted" && receipt.hash === "0x") {',
      },
    ],
  },
  {
    name: "revert-taken-as-unknown",
    edits: [
      {
        file: "src/attempts/decide-attempt.ts",
        from: "const mined = observation.receipts.find((receipt) => receipt);",
        to: 'const mined = observation.receipts.find((receipt) => receipt?.status === "success");',
      },
      {
        file: "src/pipeline/receipt-poller.ts",
        from: "if (outcome === undefined || !outcome.ok || outcome.value === null || head === null) return null;",
        to: 'if (outcome === undefined || !outcome.ok || outcome.value?.status !== "success" || head === null) return null;',
      },
    ],
  },
  {
    name: "send-before-prepare",
    edits: [
      {
        file: "src/pipeline/ready-to-send.ts",
        from: 'import { signAttempt } from "./sign-attempt.ts";',
        to: 'import { sendTransaction } from "./send-transaction.ts";\nimport { signAttempt } from "./sign-attempt.ts";',
      },
      {
        file: "src/pipeline/ready-to-send.ts",
        from: "const chain = ctx.deps.chain(ctx.chainId);",
        to: "await sendTransaction(ctx.deps.chain(ctx.chainId), first.signed.raw);\n  const chain = ctx.deps.chain(ctx.chainId);",
      },
    ],
  },
  {
    name: "slices-never-record-nav",
    edits: [
      {
        file: "src/pipeline/write-intent.ts",
        from: "nav: ctx.grant === undefined ? keptNav(call.figures) : undefined,",
        to: 'nav: ctx.grant === undefined && purpose.kind !== "scheduled" ? keptNav(call.figures) : undefined,',
      },
    ],
  },
  {
    name: "sold-vault-runs-on",
    edits: [
      {
        file: "src/attempts/may-send-again.ts",
        from: '  if (look.owner.value !== attempt.operator) return refuse("not_vault_owner", "The vault has another owner now.");\n',
        to: "",
      },
      {
        file: "src/pipeline/checks-now.ts",
        from: "if (owner.value === operator) return allow({});",
        to: "if (owner.value !== '0x' || operator === '0x') return allow({});",
      },
    ],
  },
  {
    name: "unknown-taken-as-failed",
    edits: [
      {
        file: "src/pipeline/execute-plan.ts",
        from: 'return awaitOutcome(ctx, { ...intent, attempt: { ...intent.attempt, status: "sent" } }, call.figures, debugCall);',
        to: 'const outcome = await awaitOutcome(ctx, { ...intent, attempt: { ...intent.attempt, status: "sent" } }, call.figures, debugCall);\n  if (outcome.status !== "pending") return outcome;\n  const failed = refuse("rpc_unavailable", "No receipt came.");\n  const attempt = { ...intent.attempt, status: "never_sent", error: failed.message } as const;\n  return { status: "refused", refusal: failed, debugCall, intent: { ...intent, attempt } };',
      },
    ],
  },
  {
    name: "watch-ends-at-the-confirmations",
    edits: [
      {
        file: "src/attempts/decide-watched.ts",
        from: "const isOld = head - blockNumber + 1n >= ATTEMPT_LIMITS.settledBlocks && observation.ageMs >= WATCH_MS;",
        to: "const isOld = head - blockNumber + 1n >= 1n && observation.ageMs >= 0 * WATCH_MS;",
      },
    ],
  },
  {
    name: "wrong-last-slice",
    edits: [
      {
        file: "src/twap/cut-of-order.ts",
        from: "if (within >= segment.slices) return total;",
        to: "if (within >= segment.slices) return BigInt(segment.fromBase) + BigInt(segment.sliceBase) * BigInt(within);",
      },
    ],
  },
];
