import type { Defect } from "../defect.ts";

export const named: readonly Defect[] = [
  {
    name: "adding-holds-no-loss",
    test: {
      file: "test/unit/pipeline/held-loss.test.ts",
      title:
        "behavior: what a call's own check says it may cost beside the simulation is held, whatever the receipt says",
    },
    edits: [
      {
        file: "src/pipeline/held-loss.ts",
        from: "if (own > simulated && own > worst) return { lossPpb: own, floorPpb: own };",
        to: "if (own < 0) return { lossPpb: own, floorPpb: own };",
      },
    ],
  },
  {
    name: "after-equals-before-in-the-last-check",
    test: {
      file: "test/unit/pipeline/loss-budget-holds.test.ts",
      title: "behavior: of three calls losing 9% each one is sent, in the day's 10% budget",
    },
    edits: [
      {
        file: "src/pipeline/simulate-at-broadcast.ts",
        from: "? [{ ok: true, value: nav.value.before } as const, { ok: true, value: nav.value.after } as const]",
        to: "? [{ ok: true, value: nav.value.before } as const, { ok: true, value: nav.value.before } as const]",
      },
    ],
  },
  {
    name: "decoder-reads-only-the-first-permit",
    test: {
      file: "test/unit/calldata/decode-zeroex-call.test.ts",
      title: "default: every permit, the first action's deadline, both native markers",
    },
    edits: [
      {
        file: "src/calldata/decode-exec-call.ts",
        from: 'if (known?.carries !== "permit") continue;',
        to: 'if (known?.carries !== "permit" || permits.length > 0) continue;',
      },
    ],
  },
  {
    name: "dry-reject-rejects",
    test: {
      file: "test/unit/calls/dry-run-first-line.test.ts",
      title: "behavior: a dry reject sends nothing, and says so",
    },
    edits: [
      {
        file: "src/operations/decide-operation.ts",
        from: "const deps = of.dryRun ? dryDeps(outside) : outside;",
        to: 'const deps = of.dryRun && of.decision !== "reject" ? dryDeps(outside) : outside;',
      },
    ],
  },
  {
    name: "estimated-amounts-give-a-limit-back",
    test: {
      file: "test/unit/pipeline/close-call-attempt.test.ts",
      title: "behavior: only a confirmed swap's known amounts correct what was held",
    },
    edits: [
      {
        file: "src/pipeline/final-attempt-of.ts",
        from: 'function spentOf({ status, swap, amounts }: Attempt): string | undefined {\n  if (status !== "confirmed" || swap?.valuation === undefined || amounts === undefined || amounts.estimated)\n    return undefined;',
        to: 'function spentOf({ status, swap, amounts }: Attempt): string | undefined {\n  if (status !== "confirmed" || swap?.valuation === undefined || amounts === undefined)\n    return undefined;',
      },
    ],
  },
  {
    name: "event-streams-without-limit",
    test: {
      file: "test/unit/events/places-of-streams.test.ts",
      title: "behavior: an operator has three streams at once on any network; places free up",
    },
    edits: [
      {
        file: "src/store/payments/open-event-stream.ts",
        from: "if call('ZCARD', place.key) >= place.most then",
        to: "if call('ZCARD', place.key) > 1000000 then",
      },
    ],
  },
  {
    name: "hook-not-named",
    test: {
      file: "test/unit/pipeline/check-position.test.ts",
      title: "error: the agent adds nothing to its pool (0200) unless the limits name it",
    },
    edits: [
      {
        file: "src/liquidity/check-position.ts",
        from: "return limits?.hooks?.includes(lowerHex(hooks)) ? allow(undefined) : hookNotNamed(hooks);",
        to: 'return lowerHex(hooks) !== "0x" || limits?.hooks?.includes(lowerHex(hooks)) ? allow(undefined) : hookNotNamed(hooks);',
      },
    ],
  },
  {
    name: "idempotency-key-of-an-hour",
    test: {
      file: "test/unit/payment/key-of-a-day.test.ts",
      title: "behavior: an Idempotency-Key answers for 24 hours, and then buys anew",
    },
    edits: [
      {
        file: "src/store/payments/payment-keys.ts",
        from: 'idempotency: { template: "idempotency:{idempotencyScope}", ttlSec: 24 * HOUR_SEC },',
        to: 'idempotency: { template: "idempotency:{idempotencyScope}", ttlSec: HOUR_SEC },',
      },
    ],
  },
  {
    name: "nav-high-of-one-reading",
    test: {
      file: "test/unit/store/nav.test.ts",
      title: "behavior: a value counts once confirmed ten minutes later, the lower of both",
    },
    edits: [
      {
        file: "src/store/attempts/lua-nav.ts",
        from: "if not old then return nil end\n  local confirmed = nav_higher(value, old) and old or value",
        to: "local confirmed = value",
      },
    ],
  },
  {
    name: "resume-due-before-its-start",
    test: {
      file: "test/unit/store/start-of-order.test.ts",
      title:
        "behavior: an order with a start, paused and resumed, is due at its start and not before it",
    },
    edits: [
      {
        file: "src/store/orders/lua-orders.ts",
        from: "  if record.startAt then return math.max(now, record.startAt - 1) end\n",
        to: "",
      },
    ],
  },
  {
    name: "shares-of-a-pumped-nav",
    test: {
      file: "test/unit/vaults/confirmed-nav.test.ts",
      title: "security: ten times 16 ETH makes 420,000 of 60,000, 40,000; no share over 100,000",
    },
    edits: [
      {
        file: "src/vaults/confirmed-nav.ts",
        from: "return { low: smaller(venue.lowBase, unitValueBase), oracle: unitValueBase };",
        to: "return { low: unitValueBase, oracle: unitValueBase };",
      },
    ],
  },
  {
    name: "sums-of-syncs-not-counted",
    test: {
      file: "test/unit/store/syncs.test.ts",
      title: "default: forty syncs of 0.95% in forty minutes: ten go out, and no eleventh",
    },
    edits: [
      {
        file: "src/store/attempts/lua-losses.ts",
        from: "if day + ppb <= limit * PPB_OF_BPS and week + ppb <= week_limit * PPB_OF_BPS then return nil end",
        to: "if ppb <= limit * PPB_OF_BPS then return nil end",
      },
    ],
  },
  {
    name: "sync-to-dust",
    test: {
      file: "test/unit/pipeline/check-bridge.test.ts",
      title: "security: to dust a stranger minted, at any unit price: they would own it",
    },
    edits: [
      {
        file: "src/bridge/judge-sync-target.ts",
        from: "if (arrived.value18 * left.supply18 <= left.value18 * arrived.supply18) return allow(undefined);",
        to: "if (arrived.supply18 > 0n || left.supply18 > 0n) return allow(undefined);",
      },
    ],
  },
  {
    name: "sync-to-no-units",
    test: {
      file: "test/unit/pipeline/check-bridge.test.ts",
      title: "error: without units: whoever bought the first would own what arrives",
    },
    edits: [
      {
        file: "src/bridge/judge-sync-target.ts",
        from: "if (there.effectiveSupply <= 0n)",
        to: "if (there.effectiveSupply === 0n) return allow(undefined);\n  if (there.effectiveSupply <= 0n)",
      },
    ],
  },
  {
    name: "sync-to-the-higher-nav",
    test: {
      file: "test/unit/pipeline/check-bridge.test.ts",
      title: "error: towards the higher NAV, by one base unit",
    },
    edits: [
      {
        file: "src/bridge/judge-sync-target.ts",
        from: "if (unitThere <= unitHere) {",
        to: "if (unitThere > 0n) return allow(undefined);\n  if (unitThere <= unitHere) {",
      },
    ],
  },
  {
    name: "trigger-look-dated-by-its-answer",
    test: {
      file: "test/unit/triggers/decide-look.test.ts",
      title: "behavior: a price is as old as its request; an end is judged by now",
    },
    edits: [
      {
        file: "src/triggers/decide-look.ts",
        from: 'if (isMet) return { kind: "met", order: { ...rest, firing: { price, atMs: askedMs } } };',
        to: 'if (isMet) return { kind: "met", order: { ...rest, firing: { price, atMs: nowMs } } };',
      },
    ],
  },
  {
    name: "trigger-trades-at-an-old-look",
    test: {
      file: "test/unit/schedule/try-trigger.test.ts",
      title: "error: behind slow slices the look is old: no trade at a price met before",
    },
    edits: [
      {
        file: "src/triggers/decide-trigger.ts",
        from: "nowMs - (firing?.atMs ?? 0) <= TRIGGER_LIMITS.freshLookMs;",
        to: "nowMs - (firing?.atMs ?? 0) <= 10_000 * TRIGGER_LIMITS.freshLookMs;",
      },
    ],
  },
  {
    name: "trigger-written-at-an-old-look",
    test: {
      file: "test/unit/pipeline/broadcast-call.test.ts",
      title: "behavior: judged anew before the second try at another nonce",
    },
    edits: [
      {
        file: "src/pipeline/write-intent.ts",
        from: 'if (nowMs > (ctx.bounds?.writtenByMs ?? nowMs)) return { ok: false, code: "decided_too_long_ago" };',
        to: 'if (nowMs > (ctx.bounds?.writtenByMs ?? nowMs) + 1_000_000_000) return { ok: false, code: "decided_too_long_ago" };',
      },
    ],
  },
  {
    name: "venue-order-end-told-by-every-looker",
    test: {
      file: "test/simulation/venue-orders.test.ts",
      title: "behavior: two lookers at once, one too slow for its lease: its end told once",
    },
    edits: [
      {
        file: "src/store/venueorders/settle-venue-order.ts",
        from: "if fields[1] ~= 'waiting' then return false end",
        to: "if not fields[1] then return false end",
      },
    ],
  },
  {
    name: "venue-order-open-taken-as-done",
    test: {
      file: "test/simulation/venue-orders.test.ts",
      title: "behavior: what rests is never late, and is found executed whenever that is",
    },
    edits: [
      {
        file: "src/venueorders/decide-look.ts",
        from: "if (!isAnswered && nowMs - (order.answeredAt ?? order.createdAt) >= FOLLOW_RULES.unansweredMs)",
        to: 'if (isAnswered && ageMs > 600_000)\n    return { kind: "ended", end: { status: "executed", amounts: {}, reason: "", atMs: nowMs } };\n  if (!isAnswered && nowMs - (order.answeredAt ?? order.createdAt) >= FOLLOW_RULES.unansweredMs)',
      },
    ],
  },
  {
    name: "venue-order-opened-by-its-caller-alone",
    test: {
      file: "test/simulation/venue-orders.test.ts",
      title: "behavior: killed at any await point of order, its invariants hold",
    },
    edits: [
      {
        file: "src/attempts/resolve-attempt.ts",
        from: "attempt: finalAttemptOf(attempt),",
        to: "attempt: finalAttemptOf({ ...attempt, follow: undefined }),",
      },
    ],
  },
  {
    name: "venue-order-outlives-its-transaction",
    test: {
      file: "test/simulation/venue-orders.test.ts",
      title: "behavior: a reorg undoing its transaction ends it unknown, beside the freeze",
    },
    edits: [
      {
        file: "src/attempts/watch-attempts.ts",
        from: "ending: endingOfTaken(attempt, { nowMs, paired }),",
        to: "ending: paired ? undefined : endingOfTaken(attempt, { nowMs, paired }),",
      },
    ],
  },
  {
    name: "venue-order-silence-is-dropped",
    test: {
      file: "test/simulation/venue-orders.test.ts",
      title: "behavior: a venue unread for a day makes it unknown, not dropped or executed",
    },
    edits: [
      {
        file: "src/venueorders/decide-look.ts",
        from: 'return unknown("The venue\'s records could not be read for a day. What became of the order is not known.", nowMs);',
        to: 'return { kind: "ended", end: { status: "dropped", amounts: {}, reason: "The venue does not know it.", atMs: nowMs } };',
      },
    ],
  },
  {
    name: "agent-judged-by-its-own-settings",
    test: {
      file: "test/unit/store/grants.test.ts",
      title: "security: what is kept per operator is the grant owner's, never its agent's",
    },
    edits: [
      {
        file: "src/store/vaults/lua-context.ts",
        from: "local context = context_of(now, chain, vault, owner)",
        to: "local context = context_of(now, chain, vault, by.agent)",
      },
    ],
  },
  {
    name: "grant-approves-by-mcp-answer",
    test: {
      file: "test/unit/grants/approves-nothing.test.ts",
      title: "security: an agent's own program is asked nothing over MCP, approves nothing",
    },
    edits: [
      {
        file: "src/operations/decide-operation.ts",
        from: "if (outside.grant !== undefined)",
        to: "if (outside.chain === undefined)",
      },
      {
        file: "src/calls/create-tool-context.ts",
        from: 'tool?.leastScope ?? ("owner" as const)',
        to: 'tool?.leastScope ?? ("read" as const)',
      },
      {
        file: "src/mcp/answer-tool-call.ts",
        from: " && ctx.deps.grant === undefined",
        to: "",
      },
    ],
  },
  {
    name: "grant-approves-by-route",
    test: {
      file: "test/unit/grants/approves-nothing.test.ts",
      title: "security: an agent approves nothing by the route",
    },
    edits: [
      {
        file: "src/operations/decide-operation.ts",
        from: "if (outside.grant !== undefined)",
        to: "if (outside.chain === undefined)",
      },
      {
        file: "src/calls/create-tool-context.ts",
        from: 'tool?.leastScope ?? ("owner" as const)',
        to: 'tool?.leastScope ?? ("read" as const)',
      },
      {
        file: "functions/operations/approve-operation.ts",
        from: 'leastScope: "owner"',
        to: 'leastScope: "trade"',
      },
    ],
  },
  {
    name: "grant-approves-by-yes",
    test: {
      file: "test/unit/grants/approves-nothing.test.ts",
      title: "security: an agent's yes in the chat approves nothing",
    },
    edits: [
      {
        file: "src/operations/decide-operation.ts",
        from: "if (outside.grant !== undefined)",
        to: "if (outside.chain === undefined)",
      },
      {
        file: "src/calls/create-tool-context.ts",
        from: 'tool?.leastScope ?? ("owner" as const)',
        to: 'tool?.leastScope ?? ("read" as const)',
      },
    ],
  },
];
