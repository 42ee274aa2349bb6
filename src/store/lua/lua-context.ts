/** What a call or a slice needs to know of its operator and vault. Needs luaAttempts, luaNav and luaSettings. */
export const luaContext = `
-- operator may be nil: then only the vault's facts are read.
local function context_of(now, chain, vault, operator)
  local context = {
    settings = {}, boundSeen = false, paired = false,
    delegation = get(K.delegation(chain, vault)),
    frozen = call('EXISTS', K.frozen(vault)) == 1,
    navBaseline = nav_baseline(chain, vault, now),
  }
  if context.delegation then context.lane = lane_of(chain, cjson.decode(context.delegation).agent) end
  if operator then
    context.settings = effective_settings(operator, now)
    context.boundSeen = call('EXISTS', K.boundForm(operator)) == 1
    context.paired = call('EXISTS', K.pairing(operator)) == 1
  end
  return context
end
`;
