import "../../support/fill-chains.ts";
import { parseArgs } from "node:util";
import { playNotifications } from "./play-notifications.ts";

/**
 * npm run simulate:notifications -- [--operators N] [--hours H] [--seed S]: orders of every
 * operator every five minutes, and what their operators are told of them, when. Exits 1 when the
 * issue's promise is broken: no alarm lost or later than a tick, the 99th percentile of the rest
 * within two, no limit of the channel passed.
 */
const { values } = parseArgs({
  options: {
    operators: { type: "string", default: "1000" },
    hours: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
  },
});
const [TICK_SEC, CHANNEL_PER_SECOND, CHAT_GAP_MS] = [300, 30, 1_000];

const started = performance.now();
const load = {
  operators: Number(values.operators),
  hours: Number(values.hours),
  seed: Number(values.seed),
};
const { alarms, rest, ...more } = await playNotifications(load);
console.log(
  `${load.operators} operators, ${load.hours} h, seed ${load.seed}: ` +
    `${((performance.now() - started) / 1_000).toFixed(0)} s`,
);
console.log(
  `alarms: ${alarms.written} written, ${alarms.lost} lost, told after ${alarms.p50Sec} s ` +
    `(median), ${alarms.p99Sec} s (99%), ${alarms.maxSec} s (latest)`,
);
console.log(
  `the rest: ${rest.written} written, ${rest.lost} lost, told after ${rest.p50Sec} s ` +
    `(median), ${rest.p99Sec} s (99%), ${rest.maxSec} s (latest)`,
);
console.log(
  `channel: ${more.messages} messages, at most ${more.peakPerSecond} in a second, ` +
    `${more.leastChatGapMs} ms between two to a chat, ${more.refused} answered 429`,
);
console.log(
  `queue: ${more.queueMessages} messages for deliveries; a Worker call made at most ` +
    `${more.peakSubrequests} subrequests; told again: ${more.again}`,
);
if (more.errors.length > 0) console.log(more.errors.slice(0, 3));
const isKept =
  alarms.lost === 0 &&
  alarms.maxSec <= TICK_SEC &&
  rest.p99Sec <= 2 * TICK_SEC &&
  more.refused === 0 &&
  more.peakPerSecond <= CHANNEL_PER_SECOND &&
  more.leastChatGapMs >= CHAT_GAP_MS &&
  more.errors.length === 0;
if (!isKept) {
  console.log("The promise is broken.");
  process.exitCode = 1;
}
