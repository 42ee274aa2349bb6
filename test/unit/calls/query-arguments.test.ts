import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { queryArguments, requireForGet } from "../../../src/calls/query-arguments.ts";
import { TOOLS } from "../../../src/tables/registry.ts";

/** What a client writes: text as it is, everything else as JSON. */
const written = (args: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

describe("arguments out of a query", () => {
  test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    "default: the example of %s means the same",
    (_, tool) => {
      const parsed = tool.input.parse(queryArguments(tool.input, written(tool.example)));
      expect(parsed).toEqual(tool.input.parse(tool.example));
    },
  );

  test("behavior: no tool argument is taken for the request's own, or for a credential", () => {
    const own = [
      "toolname",
      "vaultaddress",
      "chainid",
      "authsignature",
      "authtimestamp",
      "operatoraddress",
    ];
    const names = TOOLS.flatMap(({ input }) => Object.keys(input.shape)).map((name) =>
      name.toLowerCase(),
    );
    expect(
      names.filter((name) => [...own, "authorization", "arguments", "dryrun"].includes(name)),
    ).toEqual([]);
  });

  test("behavior: numbers, booleans, lists come back as written, text like one stays text", () => {
    const input = z.object({
      text: z.string(),
      number: z.number().optional(),
      flag: z.boolean().optional(),
      list: z.array(z.string()).optional(),
    });
    fc.assert(
      fc.property(
        fc.record({
          text: fc.oneof(fc.string(), fc.constantFrom("1", "true", "[]", "null", '"x"')),
          number: fc.option(fc.integer(), { nil: undefined }),
          flag: fc.option(fc.boolean(), { nil: undefined }),
          list: fc.option(fc.array(fc.string()), { nil: undefined }),
        }),
        (args) => {
          const given = Object.fromEntries(
            Object.entries(args).filter(([, value]) => value !== undefined),
          );
          expect(input.parse(queryArguments(input, written(given)))).toEqual(given);
        },
      ),
    );
  });

  test("error: what fits neither as text nor as JSON is left to the tool's own refusal", () => {
    const input = z.object({ number: z.number() });
    for (const text of ["", "many", "{", "[1]", '"5"', "null", "1e999"])
      expect(input.safeParse(queryArguments(input, { number: text })).success, text).toBe(false);
  });
});

/** By hand: what a person may not do by opening a link. */
const REFUSED = [
  ...[
    "deploy_smart_pool",
    "fund_pool",
    "redeem_pool",
    "setup_delegation",
    "revoke_delegation",
    "revoke_selectors",
  ],
  ...[
    "freeze_vault",
    "list_grants",
    "end_grant",
    "set_default_slippage",
    "set_swap_shield_tolerance",
  ],
  "enable_swap_shield",
  ...[
    "disable_swap_shield",
    "get_vault_limits",
    "set_vault_limits",
    "create_twap_order",
    "cancel_twap_order",
  ],
  ...[
    "list_twap_orders",
    "get_twap_order",
    "list_strategies",
    "pause_twap_order",
    "resume_twap_order",
  ],
  ...["skip_twap_slice", "edit_twap_order", "create_nav_sync", "list_nav_syncs", "cancel_nav_sync"],
  ...["create_trigger_order", "list_trigger_orders", "cancel_trigger_order", "get_vault_overview"],
  "get_vault_trades",
  "get_order_quality",
  "get_vault_history",
];

test("behavior: GET gives only reads and unsigned transactions that need no signature", () => {
  const refused = TOOLS.filter((tool) => {
    try {
      requireForGet(tool, new Headers(), {});
      return false;
    } catch {
      return true;
    }
  });
  expect(refused.map(({ name }) => name).sort()).toEqual([...REFUSED].sort());
});
