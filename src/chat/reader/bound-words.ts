import type { Clause } from "./trade-words.ts";

const WHEN = "when|once|if|should|moment [as]";
const OF = "[price] [of] [1|one] [{coin:priceOf}] [it] [price]";
const IS = "is|goes|gets|trades|moves|trading|crosses|breaks|closes|costs [back]";
const FALLS =
  "comes|slips|tumbles|plunges|falls|drops|dips|sinks|slides|crashes|tanks|dumps|declines|fall|drop|dip|goes";
const RISES =
  "spikes|surges|runs|rises|climbs|pumps|rallies|jumps|moons|rise|climb|pump|jump|gains";
const BELOW = "below|under|beneath|less|lower|<|loses|sub";
const ABOVE = "above|over|more|higher|past|>";
const UNIT = "[{unit:unit}] [each|per] [{coin:priceOf}]";

const TO = "[for] [to] [on|for|of]";
const MAKE = "[create|set|place|add|open|start|enter|leave|put|rest] [up] [in] [new] [one|1]";

/**
 * Clauses of a price that is waited for or bounds a trade, and of an order's options: words in them
 * turn nothing round.
 */
export const BOUND_WORDS: readonly Clause[] = [
  [`${MAKE} stop [loss] [order] ${TO}`, { kind: "stop" }],
  [`${MAKE} take profit|profits [order] ${TO}`, { kind: "take-profit" }],
  [`${MAKE} limit [order] ${TO}`, { kind: "limit" }],
  [`${MAKE} trigger [order] [to]`, { kind: "trigger" }],
  [`${MAKE} stop [loss] trigger [order] [to]`, { kind: "stop" }],
  [`${MAKE} take profit trigger [order] [to]`, { kind: "take-profit" }],
  [`${MAKE} limit trigger [order] [to]`, { kind: "limit" }],
  [`${WHEN} ${OF} [${IS}] [down] ${BELOW} [than] {price:below} ${UNIT}`],
  [`${WHEN} ${OF} ${FALLS} [back] [down] ${BELOW} [than] {price:below} ${UNIT}`],
  [`${WHEN} ${OF} ${FALLS} [down] to {price:below} ${UNIT}`],
  [`${WHEN} ${OF} [${IS}] [up] ${ABOVE} [than] {price:above} ${UNIT}`],
  [`${WHEN} ${OF} ${RISES} [back] [up] ${ABOVE} [than] {price:above} ${UNIT}`],
  [`${WHEN} ${OF} ${RISES} [up] to {price:above} ${UNIT}`],
  [
    `${WHEN} ${OF} hits|reaches|touches|arrives|comes|is|gets|goes|costs|trades|at [to|at] ` +
      `{price:hits} ${UNIT}`,
  ],
  [`${WHEN} ${OF} tops|clears|exceeds|passes {price:above} ${UNIT}`],
  [
    "[but] not|never|don't|no [pay|paying|buy|spend] more|higher|dearer [than] " +
      `{price:notAbove} ${UNIT}`,
  ],
  [
    "[but] not|never|don't|no [sell|selling|take] less|lower|cheaper [than] {price:notBelow} " +
      `${UNIT}`,
  ],
  [`[but] not|never|don't pay|buy|go above|over {price:notAbove} ${UNIT}`],
  [`[but] not|never|don't go below|under {price:notBelow} ${UNIT}`],
  [`max|maximum|ceiling|cap [price] [of|at] {price:notAbove} ${UNIT}`],
  [`min|minimum|floor [price] [of|at] {price:notBelow} ${UNIT}`],
  [`${WHEN} ${OF} ${BELOW} {price:below} ${UNIT} ${FALLS}`],
  [`${WHEN} ${OF} ${ABOVE} {price:above} ${UNIT} ${RISES}`],
  [`${WHEN} {price:hits} ${UNIT} hits|trades|prints|touched|hit`],
  [`${WHEN} {coin:priceOf} breaks|loses|cracks|fails {price:breaks} ${UNIT}`],
  [`${WHEN} [it] loses|breaks {price:breaks} ${UNIT}`],
  [`${WHEN} ${OF} is|at {price:above} ${UNIT} or more|higher|above|better`],
  [`${WHEN} ${OF} is|at {price:below} ${UNIT} or less|lower|below|cheaper`],
  [`on dip|drop|fall|pullback|weakness to|below|under {price:below} ${UNIT}`],
  [`on rally|pump|rise|spike to|above|over {price:above} ${UNIT}`],
  [`on break|breakdown|loss [of|below|under] {price:breaks} ${UNIT}`],
  [`[but] not cheaper|lower|less than {price:notBelow} ${UNIT}`],
  [`[but] not higher|dearer|more than {price:notAbove} ${UNIT}`],
  [`for {price:limit} ${UNIT} or better|cheaper|lower|higher|less|more`],
  [`${WHEN} {price:breaks} ${UNIT} breaks|goes|fails|gives|cracks`],
  [`${WHEN} ${OF} ${FALLS} [by] {percent:fall}`],
  [`${WHEN} ${OF} ${RISES} [by] {percent:rise}`],
  [`below|under {price:below} ${UNIT}`, { isBound: true }],
  [`above|over {price:above} ${UNIT}`, { isBound: true }],
  [`[only] at|@ [price] [of] {price:at} ${UNIT} [level|price]`],
  [`leave|put|place|rest {price:limit} limit [in]`],
  [
    `[but] [only] at|@ [price] [of] {price:limit} ${UNIT} or ` +
      "better|cheaper|lower|higher|less|more|above|below",
  ],
  [`by price [of|is|at] {price:at} ${UNIT}`],
  [`price|goal|target|level [for] [{coin:priceOf}] is {price:at} ${UNIT}`],
  [`level|trigger|px [at|is] {price:at} ${UNIT}`],
  [`{price:at} ${UNIT} is price|goal|target|level [for]`],
  [`on {coin:priceOf} < {price:below} ${UNIT}`],
  [`on {coin:priceOf} > {price:above} ${UNIT}`],
  [`{price:limit} ${UNIT} limit`],
  [`at {percent:fall} below|under [market|spot|current|price]`],
  [`at {percent:rise} above|over [market|spot|current|price]`],
  [`[but] not|never|don't [sell] below|under {price:notBelow} ${UNIT}`],
  [`[but] not|never|don't [buy] above|over {price:notAbove} ${UNIT}`],
  [`at|for no|not|most [more] [than] {price:notAbove} ${UNIT}`],
  [`at|for no|not less|lower than {price:notBelow} ${UNIT}`],
  [`at least {price:notBelow} ${UNIT}`],
  [`price|buy cap|ceiling|max|maximum [of|at|price] {price:notAbove} ${UNIT}`],
  [`price|sell floor|min|minimum [of|at|price] {price:notBelow} ${UNIT}`],
  ["[with|and|at|by] limit [price] [of|at] {price:limit} [{dollar:unit}]"],
  ["[by|with] limit [order] [to|for|of] {amount:amount} {asset:token}", { kind: "limit" }],
  [
    "[but] [only] [if|when|while] [gas] [price|cap] [is] [at] [not] " +
      "above|most|below|under|max|maximum|cap {gwei:maxGasPrice} [of] [gas]",
  ],
  ["[but] [no|up] [more] [than] [to] {gwei:maxGasPrice} [of] [gas] [cap|max]"],
  ["[with] max|maximum gas [price] [of|at] {gwei:maxGasPrice}"],
  ["lock|bank|book [in] profit|profits|gains [on|for|of]", { kind: "take-profit" }],
  ["[and] randomize|randomise|randomized|randomised [it] by [up] [to] {percent:randomBoth}"],
  [
    "[and] randomize|randomise|randomized|randomised|random sizes|size|amounts|amount by " +
      "[up] [to] {percent:randomSize}",
  ],
  [
    "sizes|size|amounts|amount randomized|randomised|random|vary|varied [by] [up] [to] " +
      "{percent:randomSize}",
  ],
  [
    "[with] {percent:randomSize} size " +
      "wobble|jitter|randomness|variation|noise|randomization|randomisation",
  ],
  ["random|randomised|randomized [ish]", {}],
  [
    "[and] randomize|randomise|randomized|randomised|random times|time by [up] [to] " +
      "{percent:randomTime}",
  ],
  ["[and] [with] catch|catching [-] up [if|when] [it] [is] [late|behind]", { catchUp: true }],
  ["[starting|starts|start|beginning|begin] [from|at|on] {time:startAt}"],
  ["starting|start|starts|beginning|begin in {minutes:startIn}"],
  ["[good] until|till|ending|expiring|expires|end|expiry [at] {time:until}"],
  ["no later than {time:until}"],
  ["not after {time:until}"],
  [
    "[that] [only] notify|notifies|notifying|notification|notifications [only]",
    { isNotified: true },
  ],
  ["[only] [just] message|text|ping|alert|tell", { isNotified: true }],
];
