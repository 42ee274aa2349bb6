import type { Defect } from "../defect.ts";

export const triggered: readonly Defect[] = [
  {
    name: "trigger-creates-its-order-again",
    edits: [
      { file: "src/store/orders/become-order.ts", from: "  write_order(order, text)\n", to: "" },
      { file: "src/store/orders/become-order.ts", from: "  enter_closed(order)\n", to: "" },
    ],
  },
  {
    name: "trigger-fires-after-its-end",
    edits: [
      {
        file: "src/triggers/decide-look.ts",
        from: "if (trigger.expiresAt !== undefined && nowMs >= trigger.expiresAt)",
        to: "if (trigger.expiresAt !== undefined && nowMs >= 2 * trigger.expiresAt)",
      },
    ],
  },
  {
    name: "trigger-fires-unmet",
    edits: [
      {
        file: "src/triggers/decide-look.ts",
        from: "return { price: shown(now / under), isMet: isAtOrAbove(trigger) ? now >= then : now <= then };",
        to: "return { price: shown(now / under), isMet: isAtOrAbove(trigger) ? now * 102n >= then * 100n : now * 98n <= then * 100n };",
      },
    ],
  },
  {
    name: "trigger-limit-at-any-price",
    edits: [
      {
        file: "src/triggers/decide-trigger.ts",
        from: '...(type === "limit" && {',
        to: '...(type === "take-profit" && {',
      },
    ],
  },
  {
    name: "trigger-refused-in-silence",
    edits: [
      {
        file: "src/triggers/fired-trigger.ts",
        from: "notifications: [notification],",
        to: "notifications: nowMs < 0 ? [notification] : [],",
      },
    ],
  },
  {
    name: "trigger-trades-again",
    edits: [
      {
        file: "src/triggers/fired-trigger.ts",
        from: 'active: false,\n    status: trigger.status === "cancelled" ? "cancelled" : "completed",\n    completedAt: trigger.completedAt ?? nowMs,',
        to: 'active: fired.how === "executed",\n    status: fired.how === "executed" ? "active" : "completed",',
      },
      {
        file: "src/triggers/fired-trigger.ts",
        from: "        }),\n      },\n    ],\n    dueMs: null,\n  };\n}",
        to: '        }),\n      },\n    ],\n    dueMs: fired.how === "executed" ? nowMs : null,\n  };\n}',
      },
    ],
  },
  {
    name: "trigger-trades-the-other-way",
    edits: [
      {
        file: "src/triggers/decide-trigger.ts",
        from: "amountBase: BigInt(trigger.totalBase),",
        to: "amountBase: BigInt(trigger.totalBase) / 2n,",
      },
    ],
  },
];
