/** Whether an operator can be notified at all. Needs no other piece. */
export const luaChannels = `
local function has_channel(operator) return call('EXISTS', K.pairing(operator)) == 1 end
`;
