const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Every word that an order may hold beside its tokens and figures. A word that is not here may turn a sentence round
 * ("not", "if", "said", "yesterday", in any language), so a sentence that has one grounds nothing.
 */
export const VOCABULARY = {
  /** What follows is sold. */
  sell: words("sell convert dump liquidate"),
  /** What follows is bought. */
  buy: words("buy purchase acquire get"),
  /** What follows is sold, where no stronger verb says otherwise: they are nouns as well. */
  trade: words("swap trade exchange twap dca"),
  /** Between a verb and its object, or a preposition and its noun. */
  transparent: words("my our the a an of exactly now please pls plz kindly just only me us total vault's"),
  preposition: words("for to into with using from against use spend"),
  /** Not "prepare" nor "build": an operator who writes them may want the transaction alone, whatever mode the request has. */
  filler: words(`
    hi hey hello ok okay yes i we i'd we'd want wanna need like let let's lets and also go ahead thanks thx
    make place create set up start open run execute in order transaction tx via through on
    vault token tokens immediately asap split slice slices sliced part parts piece pieces
    chunk chunks tranche tranches portion portions equal equally evenly venue chain network
  `),
  slice: words("slice slices part parts piece pieces chunk chunks tranche tranches portion portions"),
  /** An operator who writes one of these wants an order that is cut into slices, even where no more is said of them. */
  cut: words(`
    twap dca split slice slices sliced part parts piece pieces chunk chunks tranche tranches portion portions
  `),
  /** What an amount can be "per". */
  per: words("slice part piece chunk tranche portion time trade swap interval"),
  over: words("over for during within throughout"),
  automatic: words("automatically autonomously auto autoexecute auto-execute auto-executed"),
  notify: words("notify notify-only"),
} as const;
