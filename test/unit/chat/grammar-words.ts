/**
 * Every word that a sentence of the fast path may have, by hand from the grammars in the doc
 * comments of src/chat/fast-path; numbers, other addresses and courtesy aside. Symbols are those of
 * Base and of the table of accepted phrasings.
 */
export const GRAMMAR_WORDS: ReadonlySet<string> = new Set(
  `list show view me all my the this twap twaps order orders strategies id active cancel pause resume on off chain network
  enable disable turn swap shield set up setup revoke delegation freeze vault switch to quote get give a new create start
  place for of into in with using via through split every minutes minute mins min at time slices chunks parts pieces
  automatically tranches each sell convert exchange trade buy selling swapping converting exchanging trading buying
  ethereum eth mainnet base arbitrum arb optimism op polygon matic bsc bnb binance unichain uniswap aggregator pool_dex
  usdc weth usdt dai usdbc cbbtc`.split(/\s+/),
);
