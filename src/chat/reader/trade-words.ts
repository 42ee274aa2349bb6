/** What a clause says besides what its places take. */
export type Clause = readonly [pattern: string, says?: Readonly<Record<string, string | number | boolean>>];

const SLICES =
  "slices|slice|chunks|chunk|parts|part|pieces|piece|tranches|tranche|clips|clip|portions|portion|trades|orders|buys|sells|purchases|lots|lot|steps|step|instalments|installments|bits";
const WHEN = "when|once|if|whenever|as";
const OF = "[price] [of] [{coin:priceOf}] [it] [price]";
const IS =
  "[is|goes|gets|trades|moves|trading|falls|drops|dips|sinks|slides|crosses|breaks|rises|climbs|pumps|closes|price|costs] [back] [down|up]";
const FALLS = "falls|drops|dips|sinks|slides|crashes|tanks|dumps|declines|fall|drop|dip";
const RISES = "rises|climbs|pumps|rallies|jumps|moons|rise|climb|pump";
const BELOW = "below|under|beneath|less|lower|<|loses|sub";
const ABOVE = "above|over|more|higher|past|>";
const UNIT = "[{unit:unit}] [each|per] [{coin:priceOf}]";
const STACK = "[balance|bag|position|holdings|holding|stack|bags]";

/**
 * How a trade is said, clause by clause, in any order and each once: of several that begin at a word the longest holds. What a place is named says what
 * it fills (trade.ts). Swaps, orders of slices, triggers and quotes have these words in common.
 */
export const TRADE_WORDS: readonly Clause[] = [
  [
    "[to] sell|swap|convert|exchange|trade|dump|unload|offload|flip|turn|liquidate|selling|swapping|converting|exchanging|trading|change|dispose|roll|exit|sale|ditch|bin",
    { side: "sell" },
  ],
  ["[to] get rid of", { side: "sell" }],
  ["[to] scale|get|market|step|move [out] out of", { side: "sell" }],
  ["knock|take [out]", {}],
  ["[to] scale|ladder|leg in|into", { side: "buy" }],
  ["[to] buy|purchase|accumulate|get|grab|buying|acquire|obtain|purchasing|bought|bid|require", { side: "buy" }],
  ["[to] spend|put|invest|move|rotate|use|take|ape|deploy|spending|allocate|apply|pay|shift", { side: "spend" }],
  ["dca|twap|spread|split|drip [order] [to]", { isCut: true }],
  ["create|start|place|open|new|set|begin [up] [new] twap|dca [order] [to]", { isCut: true }],
  ["create|start|place|open|new|set [up] [new] order [to]", {}],
  ["split|spread [up] sell|selling", { side: "sell", isCut: true }],
  ["wrap", { side: "wrap" }],
  ["unwrap", { side: "unwrap" }],

  ["{amount:amount} {token:token}"],
  ["{amount:amount} worth [of] {coin:of}"],
  ["{amount:amount} {token:token} worth [of] {coin:of}"],
  ["{amount:amount} {token:token} worth", { isWorth: true }],
  ["{dollars:amount}"],
  ["{dollars:rated} {every:every}"],
  ["for|with|using {dollars:counterAmount}", { by: "with" }],
  ["{amount:amount} of {coin:of}"],
  ["{amount:amount} {token:token} of {coin:of}"],
  [`all|entire|whole|max {coin:token} ${STACK}`, { amount: "100%" }],
  [`all of {coin:token} ${STACK}`, { amount: "100%" }],
  [`{share:amount} {coin:token} ${STACK}`],
  [`{fraction:amount} of {coin:token} ${STACK}`],
  [`{share:amount} of {coin:token} ${STACK}`],
  [`with|using {share:counterAmount} of {coin:counter} ${STACK}`, { by: "with" }],
  ["{amount:rated} {token:token} {every:every}"],
  ["{amount:rated} {token:token} of {coin:of} {every:every}"],
  ["{amount:rated} {token:token} to|into|in|> {coin:counter} {every:every}", { by: "to" }],
  ["{amount:rated} of {coin:of} {every:every}"],
  ["{amount:rated} {token:token} worth [of] {coin:of} {every:every}"],
  ["{coin:token}"],
  ["for|to|into|in|against|2|4|> {coin:counter}", { by: "to" }],
  ["for|into {token:counter}", { by: "to" }],
  ["for|into {amount:counterAmount} {token:counter}", { by: "for" }],
  ["with|using|from [out] {coin:counter}", { by: "with" }],
  ["[to] pay|paying|paid [with|from|in|by] {coin:counter}", { by: "with" }],
  ["{coin:counter} funded", { by: "with" }],
  ["give|receive|want {coin:counter}", { by: "to" }],
  ["[one] [1] time|off|shot", {}],
  ["all|everything [of] [it]", { amount: "100%" }],
  ["{share:amount} [of] [it]"],
  ["with|using|from {amount:counterAmount} {token:counter}", { by: "with" }],
  ["worth {amount:counterAmount} {token:counter}", { by: "with" }],
  ["on|against {coin:onCoin}"],
  ["make|be|become {coin:counter}", { by: "to" }],
  ["to|and buy [more] {coin:counter}", { by: "to" }],
  ["{number:bare}"],
  ["{amount:whole} [{coin:wholeOf}] total|altogether"],
  ["{amount:whole} [{coin:wholeOf}] in total|all [in] [all]"],

  [`[split] [in|into|over|across] {count:slices} ${SLICES}`],
  [`[split] [in|into|over|across] {count:slices} ${SLICES} of {number:size} [{coin:sizeOf}] [each]`],
  [`[split] [in|into] ${SLICES} of {number:size} [{coin:sizeOf}] [each]`],
  [`in {number:size} {coin:sizeOf} ${SLICES}`],
  [`${SLICES} {count:slices}`],
  [`[in|into] {count:slices} {every:every} ${SLICES}`],
  ["{times:slices}"],
  ["{count:repeats} times|goes|rounds"],
  ["{number:size} [{coin:sizeOf}] at time"],
  ["{number:size} [{coin:sizeOf}] each|per time|slice"],
  ["{number:size} [{coin:sizeOf}] {every:every}"],
  ["in halves", { slices: 2 }],
  ["in quarters", { slices: 4 }],
  [`[one|1] [${SLICES}] {every:every}`],
  ["over|across|throughout|within|during [next|course] [of] {minutes:over}"],
  ["for [next] {minutes:lasting}"],
  ["{minutes:time}"],
  ["{minutes:every} between|apart|gap|spacing|intervals|interval|spaced [apart]"],
  ["automatically", { isAutomatic: true }],
  ["[dex|venue|on|via|through|using|with|at] {venue:venue} [only]"],
  ["[chain] on|at|in|from|chain {chain:chain} [chain|network|mainnet]"],
  ["{place:chain} [chain|network|mainnet]"],
];

/** Clauses of a price that is waited for or bounds a trade, and of an order's options: words in them turn nothing round. */
export const BOUND_WORDS: readonly Clause[] = [
  ["stop [loss] [order] [to|on|for|of]", { kind: "stop" }],
  ["take profit|profits [order] [to|on|for|of]", { kind: "take-profit" }],
  ["limit [order] [to|on|for|of]", { kind: "limit" }],
  ["create|set|place|add|open|start [up] [new] trigger [order] [to]", { kind: "trigger" }],
  ["trigger [order] [to]", { kind: "trigger" }],
  ["stop [loss] trigger [order] [to]", { kind: "stop" }],
  ["take profit trigger [order] [to]", { kind: "take-profit" }],
  ["limit trigger [order] [to]", { kind: "limit" }],
  [`${WHEN} ${OF} ${IS} ${BELOW} [than] {price:below} ${UNIT}`],
  [`${WHEN} ${OF} ${FALLS} [down] to {price:below} ${UNIT}`],
  [`${WHEN} ${OF} ${IS} ${ABOVE} [than] {price:above} ${UNIT}`],
  [`${WHEN} ${OF} ${RISES} [up] to {price:above} ${UNIT}`],
  [`${WHEN} ${OF} hits|reaches|touches|is|gets|goes|costs|at [to|at] {price:hits} ${UNIT}`],
  [`${WHEN} {price:hits} ${UNIT} hits|breaks|trades|prints|goes|touched|hit`],
  [`${WHEN} ${OF} ${FALLS} [by] {percent:fall}`],
  [`${WHEN} ${OF} ${RISES} [by] {percent:rise}`],
  [`below|under {price:below} ${UNIT}`],
  [`above|over {price:above} ${UNIT}`],
  [`[only] at|@ [price] [of] {price:at} ${UNIT} [or] [better|cheaper|lower|higher|less|more|above|below]`],
  [`[by] price [of|is|at] {price:at} ${UNIT}`],
  [`[at] [by] limit [price] [of|at] {price:at} ${UNIT}`],
  [`{price:at} ${UNIT} limit`],
  [`at {percent:fall} below|under [market|spot|current|price]`],
  [`at {percent:rise} above|over [market|spot|current|price]`],
  [`[but] not|never|don't [sell] below|under {price:notBelow} ${UNIT}`],
  [`[but] not|never|don't [buy] above|over {price:notAbove} ${UNIT}`],
  [`at|for no|not|most [more] [than] {price:notAbove} ${UNIT}`],
  [`at|for no|not less|lower than {price:notBelow} ${UNIT}`],
  [`at least {price:notBelow} ${UNIT}`],
  [`[with|and] limit price [of|at] {price:limit} ${UNIT}`],
  [
    "[but] [only] [if|when|while] [gas] [price|cap] [is] [at] [not] above|most|below|under|max|maximum|cap {gwei:maxGasPrice} [of] [gas]",
  ],
  ["[but] [no|up] [more] [than] [to] {gwei:maxGasPrice} [of] [gas] [cap|max]"],
  ["[and] randomize|randomise|randomized|randomised [it] by [up] [to] {percent:randomBoth}"],
  [
    "[and] randomize|randomise|randomized|randomised|random sizes|size|amounts|amount by [up] [to] {percent:randomSize}",
  ],
  ["[and] randomize|randomise|randomized|randomised|random times|time by [up] [to] {percent:randomTime}"],
  ["[and] [with] catch|catching [-] up [if|when] [it] [is] [late|behind]", { catchUp: true }],
  ["[starting|starts|start|beginning|begin] [from|at|on] {time:startAt}"],
  ["starting|start|starts|beginning|begin in {minutes:startIn}"],
  ["[good] until|till|ending|expiring|expires|end|expiry [at] {time:until}"],
  ["no later than {time:until}"],
  ["not after {time:until}"],
  ["[only] notify|notification|notifications [only]", { isNotified: true }],
];
