import type { Ask, AskOption } from "../ask.ts";
import { lex } from "../reader/lex.ts";
import { readingOf } from "../reader/reading-of.ts";
import { changeWords } from "./change-words.ts";
import { isTradeCall } from "./draft-of-trade.ts";
import { ordersMeant } from "./orders-meant.ts";
import type { Past, Reader } from "./past.ts";
import { ordersIn } from "./trade-in.ts";

const MOST = 4;
const LOOKS = ["portfolio", "list twap orders"];
const LEAD =
  /^(?:card:?|did you mean|do you mean|shall i|should i|do you want (?:me )?to|or|and|only|which one|pause or|cancel the twaps?)[:,]? /;

/**
 * What a bare yes may be to where nothing is open that it decides: the commands that stand in what
 * was shown, the orders or tokens that were to be chosen from, else the last command. Each is a
 * button; undefined where there is none.
 */
export function yesTo(past: Past, reader: Reader): Omit<Ask, "completes"> | undefined {
  const [text = ""] = past.shown;
  const said = text
    .toLowerCase()
    .split(/(?<=[.?!;])\s+|,? (?:or|and) /)
    .map((part) =>
      part
        .replace(LEAD, "")
        .replace(/\([^)]*\)|[?.!]+$/g, "")
        .replace(/\b(?:the )?(?:twap orders?|twaps?) #/g, "order ")
        .replace(/\b(?:the )?(?:stop|trigger|limit) #/g, "trigger ")
        .trim(),
    );
  const meant = said.map((words) => {
    const of = ordersMeant(words, past, reader);
    return of !== undefined && "words" in of ? of.words : words;
  });
  const options: AskOption[] = [...meant, ...chosenFrom(past, reader)]
    .filter(
      (words, at, all) => words !== "" && all.indexOf(words) === at && isCommand(words, reader),
    )
    .slice(0, MOST)
    .map((words) => ({ label: words, words }));
  const looks = options.length > 0 ? [] : LOOKS.map((words) => ({ label: words, words }));
  return past.words === "" && past.shown.length === 0
    ? undefined
    : {
        text: "Yes to what? Nothing is open that a yes decides. Press what you mean:",
        options: [...options, ...looks],
        of: "",
      };
}

const isCommand = (words: string, { read }: Reader): boolean => {
  const reading = read(words);
  return reading.kind === "call" && reading.unused === undefined;
};

/** Tokens that were shown, each as the other one of the last trade. */
function chosenFrom({ words, call, shown: [text = ""] }: Past, reader: Reader): string[] {
  const orders = ordersIn(text).map(
    ({ id, noun = "order" }) => `${words.toLowerCase().split(" ")[0]} ${noun} ${id}`,
  );
  const coins = lex(text, reader.coins).flatMap((item) => readingOf(item, "coin") ?? []);
  const isTrade = call === undefined || isTradeCall(call);
  return [
    ...orders,
    ...(isTrade
      ? [...new Set(coins)]
          .slice(0, MOST)
          .flatMap((coin) => changeWords(words, `to ${coin}`, reader) ?? [])
      : []),
  ];
}
