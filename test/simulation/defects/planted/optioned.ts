import type { Defect } from "../defect.ts";

export const optioned: readonly Defect[] = [
  {
    name: "catches-up-unasked",
    edits: [
      {
        file: "src/twap/plan-of-order.ts",
        from: "const missed = order.catchUp && !isOut ? points.missedAt(nowMs) : 0;",
        to: "const missed = order.catchUp !== false && !isOut ? points.missedAt(nowMs) : 0;",
      },
    ],
  },
  {
    name: "catches-up-without-end",
    edits: [
      {
        file: "src/twap/plan-of-order.ts",
        from: "const worth = isOut ? (order.pendingSlices ?? 1) : Math.min(missed + 1, ORDER_LIMITS.maxCatchUpSlices, remaining);",
        to: "const worth = isOut ? (order.pendingSlices ?? 1) : Math.min(missed + 1, remaining);",
      },
    ],
  },
  {
    name: "edit-cuts-the-whole-total",
    edits: [
      {
        file: "src/twap/edit-order.ts",
        from: "const sliceBase = (leftBase / unit / BigInt(remainingSlices)) * unit;",
        to: "const sliceBase = (BigInt(order.totalBase) / unit / BigInt(remainingSlices)) * unit;",
      },
    ],
  },
  {
    name: "edit-forgets-what-was-skipped",
    edits: [
      {
        file: "src/twap/edit-order.ts",
        from: "fromBase: (tradedBase + skippedBase).toString(),",
        to: "fromBase: tradedBase.toString(),",
      },
    ],
  },
  {
    name: "edit-of-a-limit-price-lost",
    edits: [
      {
        file: "src/twap/edit-order.ts",
        from: 'const price = remove.includes("limitPrice") ? undefined : (limitPrice ?? oldPrice);',
        to: 'const price = remove.includes("limitPrice") ? undefined : (oldPrice ?? limitPrice);',
      },
    ],
  },
  {
    name: "edit-while-its-slice-is-out",
    edits: [
      {
        file: "src/store/orders/change-order.ts",
        from: "  if order.attempt then return { ok = false, code = 'attempt_open' } end\n",
        to: "",
      },
    ],
  },
  {
    name: "end-not-in-the-calldata",
    edits: [
      {
        file: "src/twap/cut-of-order.ts",
        from: "...(expiresAt !== undefined && { endsSec: Math.floor((expiresAt - 1) / 1_000) }),",
        to: "...(expiresAt !== undefined && { endsSec: Math.floor((expiresAt + 600_000) / 1_000) }),",
      },
    ],
  },
  {
    name: "expires-without-its-rest",
    edits: [
      {
        file: "src/twap/apply-slice-outcome.ts",
        from: "const restBase = leftBase.toString();",
        to: "const restBase = (leftBase / 2n).toString();",
      },
    ],
  },
  {
    name: "gas-price-ignored-when-raised",
    edits: [
      {
        file: "src/attempts/send-again.ts",
        from: "return bumped.ok && isWithin ? bumped.value : previous;",
        to: "return bumped.ok && (isWithin || bumped.ok) ? bumped.value : previous;",
      },
    ],
  },
  {
    name: "gas-price-ignored",
    edits: [
      {
        file: "src/tools/within-bounds.ts",
        from: "if (maxFeePerGas > most.value)",
        to: "if (maxFeePerGas > 10n * most.value)",
      },
    ],
  },
  {
    name: "price-limit-ignored",
    edits: [
      {
        file: "src/tools/within-bounds.ts",
        from: "return isWorse ? notMet(ctx, amounts) : allow(worst);",
        to: "return allow(isWorse ? undefined : worst);",
      },
    ],
  },
  {
    name: "price-limit-not-in-the-calldata",
    edits: [
      {
        file: "src/tools/within-bounds.ts",
        from: "if (worst.value === undefined || holds(quote, worst.value)) return allow(quote);",
        to: "if (worst.value === undefined || worst.value > 0n) return allow(quote);",
      },
    ],
  },
  {
    name: "random-last-slice",
    edits: [
      {
        file: "src/twap/cut-of-order.ts",
        from: "if (within >= segment.slices) return total;",
        to: "if (within >= segment.slices) return total + moved(within, segment, index);",
      },
    ],
  },
  {
    name: "random-size-beyond-its-bound",
    edits: [
      {
        file: "src/twap/cut-of-order.ts",
        from: "const most = ((least / unit) * BigInt(sizeBps)) / (2n * WHOLE_BPS);",
        to: "const most = ((least / unit) * BigInt(sizeBps)) / WHOLE_BPS;",
      },
    ],
  },
  {
    name: "random-size-drawn-anew",
    edits: [
      {
        file: "src/twap/cut-of-order.ts",
        from: "const drawn = draw(`${order.vaultAddress.toLowerCase()}:${order.id}:${index}:${within}:size`);",
        to: "const drawn = draw(`${order.vaultAddress.toLowerCase()}:${order.id}:${index}:${within}:${order.attemptsOfSlice}:size`);",
      },
    ],
  },
  {
    name: "random-time-ahead",
    edits: [
      {
        file: "src/twap/points-of-order.ts",
        from: "return Number(drawn % BigInt(mostTicks + 1)) * TICK_RULES.intervalMs;",
        to: "return -Number(drawn % BigInt(mostTicks + 1)) * TICK_RULES.intervalMs;",
      },
    ],
  },
  {
    name: "shortage-kept-and-not-told",
    edits: [
      {
        file: "src/store/orders/record-waiting.ts",
        from: "if #new > 0 then tell_change(order, now, { kind = 'order_underfunded', shortages = new }) end",
        to: "if #new > 1 then tell_change(order, now, { kind = 'order_underfunded', shortages = new }) end",
      },
    ],
  },
  {
    name: "shortage-never-mended",
    edits: [
      {
        file: "src/schedule/run-slices.ts",
        from: 'if (shortages === null || shortages.map(({ cause }) => cause).join(" ") === (short ?? "")) return;',
        to: 'if (shortages === null || shortages.length === 0 || shortages.map(({ cause }) => cause).join(" ") === (short ?? "")) return;',
      },
    ],
  },
  {
    name: "shortage-never-told",
    edits: [
      {
        file: "src/schedule/run-slices.ts",
        from: 'if (shortages === null || shortages.map(({ cause }) => cause).join(" ") === (short ?? "")) return;',
        to: 'if (shortages === null || shortages.length > 0 || shortages.map(({ cause }) => cause).join(" ") === (short ?? "")) return;',
      },
    ],
  },
  {
    name: "shortage-of-gas-for-one-slice",
    edits: [
      {
        file: "src/twap/twap-order-rules.ts",
        from: "const neededWei = gas.perSliceWei * BigInt(order.sliceCount - nextNumber + 1);",
        to: "const neededWei = gas.perSliceWei;",
      },
    ],
  },
  {
    name: "shortage-told-again",
    edits: [
      {
        file: "src/store/orders/record-waiting.ts",
        from: "if not string.find(before, ' ' .. shortage.cause .. ' ', 1, true) then new[#new + 1] = shortage end",
        to: "new[#new + 1] = shortage",
      },
    ],
  },
  {
    name: "shortage-told-by-the-whole-total",
    edits: [
      { file: "src/twap/twap-order-rules.ts", from: "? leftBase", to: "? BigInt(order.totalBase)" },
    ],
  },
  {
    name: "skipped-slice-is-traded-later",
    edits: [
      {
        file: "src/twap/tools/skip-twap-slice.ts",
        from: "skippedBase: (plan.skippedBase + amountBase).toString(),",
        to: "skippedBase: plan.skippedBase.toString(),",
      },
    ],
  },
  {
    name: "starts-before-its-time",
    edits: [
      {
        file: "src/twap/decide-slice.ts",
        from: '  if (order.startAt !== undefined && nowMs < order.startAt) return { kind: "ends", run: { status: "not_started" } };\n',
        to: "",
      },
      {
        file: "src/store/orders/lua-orders.ts",
        from: "  if record.startAt then return math.max(now, record.startAt - 1) end\n",
        to: "",
      },
      {
        file: "src/store/orders/lua-orders.ts",
        from: "local function is_before_start(record, now) return record.startAt ~= nil and now < record.startAt end",
        to: "local function is_before_start(record, now) return false end",
      },
      {
        file: "src/twap/points-of-order.ts",
        from: "return order.startAt === undefined ? pointMs : Math.max(pointMs, order.startAt - 1);",
        to: "return pointMs;",
      },
    ],
  },
  {
    name: "trades-after-its-end",
    edits: [
      {
        file: "src/store/orders/lua-orders.ts",
        from: "local function has_ended(record, now) return record.expiresAt ~= nil and now >= record.expiresAt end",
        to: "local function has_ended(record, now) return record.expiresAt ~= nil and now >= record.expiresAt + 420000 end",
      },
      {
        file: "src/twap/plan-of-order.ts",
        from: "hasExpired: (nowMs) => order.expiresAt !== undefined && nowMs >= order.expiresAt,",
        to: "hasExpired: (nowMs) => order.expiresAt !== undefined && nowMs >= order.expiresAt + 420_000,",
      },
    ],
  },
];
