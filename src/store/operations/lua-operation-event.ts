/** Needs luaEvents. */
export const luaOperationEvent = `
local function push_operation_event(record, how, now)
  push_vault_event(record.vault, {
    type = 'operation', chainId = record.chainId, operationId = record.id, how = how, tool = record.tool,
    description = record.description,
  }, now)
end
`;
