/** Whether an operator can be notified at all: in a chat, or at a webhook. Needs no other piece. */
export const luaChannels = `
local function has_channel(operator) return call('EXISTS', K.pairing(operator), K.webhooks(operator)) > 0 end
`;
