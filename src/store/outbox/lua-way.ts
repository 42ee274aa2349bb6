import { NOTICE_WAYS } from "../../../schemas/notice-ways.ts";

/**
 * For a script that writes the notification itself.
 * @example luaWay("order_paused") // "{ later = true, card = 'changes' }"
 */
export const luaWay = (kind: keyof typeof NOTICE_WAYS): string =>
  `{ ${Object.entries(NOTICE_WAYS[kind])
    .map(([name, value]) => `${name} = ${value === true ? "true" : `'${value}'`}`)
    .join(", ")} }`;
