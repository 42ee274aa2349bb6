import { expect, test } from "vitest";
import * as z from "zod";
import { isHumanOwned } from "../../../src/chat/is-human-owned.ts";
import { allow } from "../../../src/lib/verdict.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { defineTool, type Tool } from "../../../src/tools/tool.ts";
import { byHand } from "../../support/by-hand.ts";
import { checkToolData } from "../../support/check-tool-data.ts";

/**
 * What each tool may do and for whom, written down from the decisions and not from the tools: a new
 * tool, and a tool that says something else of itself, is decided upon here. A model: hidden,
 * reads, or the check that its call has to pass.
 */
const DECLARED: Record<string, string> = {
  get_swap_quote: "anonymous read, model reads",
  build_vault_swap: "vault transaction, model offer",
  get_vault_info: "vault read, model reads",
  get_vault_overview: "operator read, model reads",
  get_vault_trades: "operator read, model reads",
  get_vault_history: "operator read, model reads",
  get_token_balance: "vault read, model reads",
  switch_chain: "anonymous read, model reads",
  deploy_smart_pool: "signer transaction of the owner, model offer",
  fund_pool: "holder transaction of the owner, model offer",
  redeem_pool: "holder transaction of the owner, model offer",
  check_delegation_status: "vault read, model reads",
  check_readiness: "anonymous read, model reads",
  setup_delegation: "operator transaction of the owner, model hidden",
  revoke_delegation: "operator transaction of the owner, model hidden",
  revoke_selectors: "operator transaction of the owner, model hidden",
  freeze_vault: "operator state, model offer",
  list_grants: "operator read, model hidden",
  end_grant: "operator state, model hidden",
  set_default_slippage: "operator state by signature, model hidden",
  set_swap_shield_tolerance: "operator state by signature, model hidden",
  enable_swap_shield: "operator state, model offer",
  disable_swap_shield: "operator state by signature, model hidden",
  get_vault_limits: "operator read, model reads",
  set_vault_limits: "operator state, model hidden",
  get_pool_info: "vault read, model reads",
  get_lp_positions: "vault read, model reads",
  add_liquidity: "vault transaction, model offer",
  remove_liquidity: "vault transaction, model offer",
  collect_lp_fees: "vault transaction, model offer",
  burn_position: "vault transaction, model offer",
  perp_a_get_positions: "vault read, model reads",
  perp_a_get_markets: "anonymous read, model reads",
  perp_a_increase_position: "vault transaction, model offer",
  perp_a_decrease_position: "vault transaction, model offer",
  perp_a_cancel_order: "vault transaction, model offer",
  perp_a_update_order: "vault transaction, model offer",
  perp_a_claim_funding_fees: "vault transaction, model offer",
  perp_b_get_positions: "vault read, model reads",
  perp_b_get_markets: "anonymous read, model reads",
  perp_b_deposit: "vault transaction, model offer",
  perp_b_limit_order: "vault transaction, model offer",
  perp_b_cancel_order: "vault transaction, model offer",
  perp_b_usd_class_transfer: "vault transaction, model offer",
  perp_b_spot_send: "vault transaction, model offer",
  create_twap_order: "operator state, model offer",
  cancel_twap_order: "operator state, model offer",
  list_twap_orders: "operator read, model reads",
  get_twap_order: "operator read, model reads",
  get_order_quality: "operator read, model reads",
  list_strategies: "operator read, model reads",
  pause_twap_order: "operator state, model offer",
  resume_twap_order: "operator state, model offer",
  skip_twap_slice: "operator state, model offer",
  edit_twap_order: "operator state, model offer",
  create_nav_sync: "operator state by signature, model offer",
  list_nav_syncs: "operator read, model reads",
  cancel_nav_sync: "operator state, model offer",
  create_trigger_order: "operator state, model offer",
  list_trigger_orders: "operator read, model reads",
  cancel_trigger_order: "operator state, model offer",
  refresh_oracle_feed: "vault transaction, model offer",
  gov_stake: "vault transaction, model offer",
  gov_undelegate_stake: "vault transaction, model offer",
  gov_unstake: "vault transaction, model offer",
  gov_claim_rewards: "vault transaction, model offer",
  gov_end_epoch: "vault transaction of the owner, model offer",
  get_crosschain_quote: "anonymous read, model reads",
  get_aggregated_nav: "vault read, model reads",
  get_rebalance_plan: "vault read, model reads",
  verify_bridge_arrival: "vault read, model reads",
  crosschain_transfer: "vault transaction, model offer",
  crosschain_sync: "vault transaction, model offer",
};

function declared(tool: Tool): string {
  const { access, effect } = tool;
  const isOwners = effect === "transaction" && tool.ownerOnly === true;
  const isSigned = effect !== "read" && tool.needsSignature;
  const model = tool.model === "hidden" ? "hidden" : effect === "read" ? "reads" : "offer";
  return (
    `${access} ${effect}${isOwners ? " of the owner" : ""}${isSigned ? " by signature" : ""}, ` +
    `model ${model}`
  );
}

test("default: every tool says what was decided about it, and about no other", () => {
  expect(Object.fromEntries(TOOLS.map((tool) => [tool.name, declared(tool)]))).toEqual({
    ...DECLARED,
    ...byHand.declared,
  });
});

test("security: what a grant's limit does not count is sent by no grant (decision D66)", () => {
  const waits = TOOLS.filter((tool) => "waitsByGrant" in tool && tool.waitsByGrant === true).map(
    ({ name }) => name,
  );
  expect(waits.sort()).toEqual([
    "crosschain_sync",
    "crosschain_transfer",
    "perp_a_increase_position",
  ]);
});

test("args: whatever sounds like a human's is declared so, and the declared is an argument", () => {
  for (const { name, input, humanOwned = [] } of TOOLS) {
    const fields = Object.keys(input.shape);
    expect(
      fields.filter((field) => isHumanOwned(field) && !humanOwned.includes(field)),
      name,
    ).toEqual([]);
    expect(
      humanOwned.filter((field) => !fields.includes(field)),
      name,
    ).toEqual([]);
  }
});

test("default: every output is a JSON schema of an object, of which each field has a type", () => {
  for (const { name, output } of TOOLS) {
    const schema = z.toJSONSchema(output());
    expect(schema.type, name).toBe("object");
    for (const [field, of] of Object.entries(schema.properties ?? {}))
      expect(of, `${name}.${field}`).not.toEqual({});
  }
});

test("error: data that a tool does not declare, less of it, or of another type is found", () => {
  const data = {
    token: `0x${"1".repeat(40)}`,
    symbol: "X",
    decimals: 6,
    amount: "1",
    amountBase: "1000000",
  };
  const answer = (of: object) => () =>
    checkToolData(TOOLS, { tool: "get_token_balance", data: of });
  expect(answer(data)).not.toThrow();
  expect(answer({ ...data, owner: "me" })).toThrow("more data");
  expect(answer({ ...data, amountBase: 1_000_000 })).toThrow("other data");
  expect(answer({ token: data.token })).toThrow("other data");
  expect(() => checkToolData(TOOLS, { tool: "switch_chain", data: { chain: 1 } })).toThrow(
    "more data",
  );
});

test("error: the compiler refuses a misspelled part, other data, a change with no asker", () => {
  const base = {
    description: "A tool of a test's own.",
    category: "Test",
    access: "operator",
    leastScope: "owner",
    effect: "state",
    model: "hidden",
    input: z.object({ id: z.int() }),
    example: { id: 1 },
    output: () => z.object({ count: z.int() }),
    run: async () => allow({ message: "", data: { count: 1 } }),
  } as const;
  const name = "planted_tool";
  defineTool({ ...base, name, needsSignature: true });
  // @ts-expect-error humanOwned
  defineTool({ ...base, name, needsSignature: true, humanOwnd: ["id"] });
  // @ts-expect-error no such field
  defineTool({ ...base, name, needsSignature: true, humanOwned: ["amount"] });
  // @ts-expect-error needsSignature is missing
  defineTool({ ...base, name });
  // @ts-expect-error a model's write says how it is grounded
  defineTool({ ...base, name, needsSignature: true, model: {} });
  const run = async () => ({ ok: true as const, value: { message: "", data: {} } });
  // @ts-expect-error the count is missing
  defineTool({ ...base, name, needsSignature: true, run });
  // @ts-expect-error the data is missing
  defineTool({ ...base, name, needsSignature: true, run: async () => allow({ message: "" }) });
  expect(TOOLS.some((tool) => tool.name === name)).toBe(false);
});
