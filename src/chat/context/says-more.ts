import { lex } from "../reader/lex.ts";
import { readTrade } from "../reader/read-trade.ts";
import { readingOf } from "../reader/reading-of.ts";

/** Words of talk around what refers to something, which say nothing of it. */
const TALK: ReadonlySet<string> = new Set(
  `no nope nah not yes yeah yep ok okay sure so and but then just only instead rather actually please pls make it its it's that that's them this these those with for to of in on at is are be was as
  well too also now the a an i i'd i'll we me us you my our want mean meant said say let's let lets sorry wait oops typo lol oh uh um er hm hmm ugh enough fine better good great nice cool maybe again same
  more one ones once other another left rest use try go do does take put change set each per every about around like obviously obv though tho thanks if when hits reaches till until than over under
  back round way around reverse opposite undo repeat double triple twice half all both each everything first second third last next latter former yet still over there here got bought received proceeds
  pause resume cancel skip stop start hold kill drop delete remove scrap get rid bring send move bridge stake unstake close keep ping tell notify alert new up down off out by from into via through
  order orders slice slices limit stops price trade swap sell buy bid tp sl hours hour days day minutes min weekly daily hourly , . ! ? : ; - &`.split(
    /\s+/,
  ),
);

/**
 * Whether a message that was read by what stood before it has words in which something else may be
 * meant: then what was read is asked, and no card yet.
 */
export function saysMore(line: string, coins: ReadonlySet<string>): boolean {
  const { left } = readTrade(lex(line, coins));
  const over = left.flatMap((item) => readingOf(item, "word") ?? readingOf(item, "mark") ?? []);
  return over.filter((word) => !TALK.has(word)).length > 1;
}
