/** An order as storedOrder (stored-order.ts) reads it. Needs luaOrders and luaAttempts. */
export const luaOrderView = `
local function order_view(order)
  return { order = order.json, version = order.v, openAttempt = order.attempt and attempt_view(order.attempt) or nil }
end
`;
