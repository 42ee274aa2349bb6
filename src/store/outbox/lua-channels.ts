/** In a channel, or at a webhook. Needs no other piece. */
export const luaChannels = `
local function has_channel(operator) return call('EXISTS', K.channels(operator), K.webhooks(operator)) > 0 end
`;
