/**
 * Why a message is left to the language model:
 * - `too_long`, `empty`
 * - `characters`: a character outside the alphabet (foreign letters, invisible ones, quotes,
 *   question marks, line breaks)
 * - `numeral`: a number in any but plain notation ("1,000", "007", "5k"), of mixed scripts, or of
 *   another script where the call would act
 * - `words`: the whole message, to its last word, is no command
 * - `incomplete`: a command to its last word, which leaves something open: the other token, the
 *   slices, the pace, the id
 * - `unclear`: a command to its last word, which can be read in two ways or whose figures disagree
 * - `unknown_token`: a word in a token's place that the chain's table does not know
 */
export type PassReason =
  | "too_long"
  | "empty"
  | "characters"
  | "numeral"
  | "words"
  | "incomplete"
  | "unclear"
  | "unknown_token";
