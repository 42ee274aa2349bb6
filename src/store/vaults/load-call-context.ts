import type { ChainId } from "../../../schemas/chains.ts";
import type { AgentOfGrant } from "../../kinds/agent-of-grant.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { luaNav } from "../attempts/lua-nav.ts";
import { luaSpent } from "../attempts/lua-spent.ts";
import { luaVenuePrices } from "../attempts/lua-venue-prices.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { callContext } from "./call-context.ts";
import { luaContext, luaGrantContext } from "./lua-context.ts";
import { luaGrants } from "./lua-grants.ts";
import { luaSettings } from "./lua-settings.ts";

type Input = ReadCall & {
  chainId: ChainId;
  vault: string;
  /** Only a verified one (decision 17); without, the vault's facts only. */
  operator?: string | undefined;
  /** In place of an operator: a verified agent, and the grant by which it calls. */
  by?: AgentOfGrant | undefined;
};

/** In one trip. It writes nothing: whose vault it is need not be known yet. */
export const loadCallContext = defineScript({
  name: "load-call-context",
  effect: "read",
  uses: [
    luaAttempts,
    luaNav,
    luaVenuePrices,
    luaSettings,
    luaDecimals,
    luaSpent,
    luaContext,
    luaGrants,
    luaGrantContext,
  ],
  lua: `
local function main(input, now)
  return (context_for(now, input.chainId, input.vault, input.operator, input.by))
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainId, vault, operator, by }) => [
    keys.delegation(chainId, vault),
    keys.frozen(vault),
    keys.nav(chainId, vault),
    keys.venuePrices(chainId),
    ...(by === undefined ? [] : [keys.grant(by.id)]),
    ...(operator === undefined
      ? []
      : [
          keys.settings(operator),
          keys.boundForm(operator),
          keys.channels(operator),
          keys.lossLimits(operator, chainId, vault),
          keys.perpLimits(operator, chainId, vault),
          keys.webhooks(operator),
          keys.limits(operator, chainId, vault),
        ]),
  ],
  output: callContext,
});
