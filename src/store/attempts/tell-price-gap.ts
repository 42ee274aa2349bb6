import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { NotificationOf } from "../../../schemas/notification.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";

type Input = WriteCall & {
  chainId: ChainId;
  token: string;
  /** Each such time is told once. */
  sinceMs: number;
  /** One for each vault that holds the token. */
  notices: readonly NotificationOf<"price_differs">[];
};

/** All operators, and its having been told, in one step. `told`: how many were. */
export const tellPriceGap = defineScript({
  name: "tell-price-gap",
  effect: "write",
  uses: [luaOutbox, luaChannels],
  lua: `
local function main(input, now)
  local key, field = K.venuePrices(input.chainId), 'off:' .. input.token
  local looks, since, told = string.match(hget(key, field) or '', '^(%d+) (%d+) (%d)$')
  if told ~= '0' or tonumber(since) ~= input.sinceMs then return { told = 0 } end
  call('HSET', key, field, looks .. ' ' .. since .. ' 1')
  local count = 0
  for _, item in ipairs(input.items) do
    if has_channel(item.operator) then
      outbox_add({ id = item.id, operator = item.operator, dueMs = now - 1, payload = item.payload })
      count = count + 1
    end
  end
  return { told = count }
end`,
  encode: ({ notices, ...rest }: Input) => ({
    ...rest,
    items: notices.map((notice) => ({
      id: notice.id,
      operator: notice.operator.toLowerCase(),
      payload: JSON.stringify(notice),
    })),
  }),
  declares: (keys, { chainId }) => [keys.venuePrices(chainId)],
  output: z.object({ told: z.int() }),
});
