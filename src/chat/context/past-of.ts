import type { ChatMessage } from "../../../schemas/chat.ts";
import { saidBriefly } from "../questions/said-briefly.ts";
import { splitQuoted } from "../split-quoted.ts";
import { draftOfWords } from "./draft-of-trade.ts";
import { isRead } from "./is-read.ts";
import { meantBy } from "./meant-by.ts";
import type { Meant, Past, Reader } from "./past.ts";
import { tradeIn } from "./trade-in.ts";

/** Of what was said longer ago nobody says "it". */
const MOST_MESSAGES = 12;
const MOST_SHOWN = 4;
/** What begins a command that is no trade, as far as it goes. */
const BEGINS =
  /^(?:(?:i |we )?(?:need|want|would like|like|wanna|gotta) (?:to )?)?(?:please )?(?:bridge|send|transfer|move|stake|unstake|wrap|unwrap|claim|collect|remove|add|close|long|short|set|change|redeem|deposit|withdraw|fund|cancel|pause|resume|skip|slippage|limit)\b/i;

/**
 * What went wrong may be told in words of others (a token's, a router's, a venue's): nothing is
 * taken from it, neither figures nor a command (decision D58).
 */
const WRONG =
  /\brevert|\brefus|\bfail|\berror|\bblocked\b|\bnothing was (?:done|signed|sent|broadcast|changed)\b/i;

/**
 * The messages before the last, oldest first, each command read as it was meant then. Quoted text
 * is no part of it.
 */
export function pastOf(messages: readonly ChatMessage[], reader: Reader): Past {
  let past: Past = { words: "", call: undefined, shown: [], own: "" };
  for (const { role, text } of messages.slice(0, -1).slice(-MOST_MESSAGES)) {
    if (role === "assistant") {
      // What is said for an example is nothing that is there.
      const told = WRONG.test(text) ? "" : text.replace(/\bfor example\b.*$/is, "");
      past = {
        ...past,
        ...completedBy(told, past, reader),
        shown: [told, ...past.shown].slice(0, MOST_SHOWN),
      };
    } else {
      const { own } = splitQuoted(text);
      past = { ...past, ...commandIn(own, past, reader), own };
    }
  }
  return past;
}

function commandIn(own: string, past: Past, reader: Reader): Partial<Past> {
  // What was dropped is no draft any more.
  if (saidBriefly(own) === "no" && !/^(?:cancel|stop)\b/i.test(own))
    return { words: "", call: undefined };
  const meant = meantBy(own, past, reader);
  const held = /^how (?:much|many) ([a-z]+)\b/i.exec(own)?.[1]?.toLowerCase() ?? "";
  const words = isWords(meant)
    ? meant.words
    : reader.coins.has(held) && reader.read(own).kind === "pass"
      ? `${held} balance`
      : own;
  const reading = reader.read(words);
  const isLook = past.call !== undefined && isRead(past.call.tool);
  const before = past.words === "" || isLook ? past.before : past.words;
  const since = before === undefined ? {} : { before };
  if (reading.kind === "call") return { words, call: reading, ...since };
  // What was begun and is asked about is a command for what completes it.
  return isWords(meant) || reading.kind === "ask" || isBegun(own.trim().toLowerCase(), reader.coins)
    ? { words, call: undefined, ...since }
    : {};
}

/** Whether it is a command as far as it goes. */
function isBegun(own: string, coins: ReadonlySet<string>): boolean {
  if (own === "" || own.length > 80 || /\?\s*$/.test(own)) return false;
  const { side, kind, isCut, token } = draftOfWords(own, coins) ?? {};
  return (side ?? kind ?? isCut ?? token) !== undefined || BEGINS.test(own);
}

/** A command that left its other token open has the one that was shown with it. */
function completedBy(text: string, { words, call }: Past, { read, coins }: Reader): Partial<Past> {
  if (call !== undefined || words === "") return {};
  const { gave, got } = tradeIn(text);
  // Words in which more stands than was read are completed by nothing.
  const { tail } = draftOfWords(words, coins) ?? {};
  if (tail !== undefined) return {};
  for (const token of [got?.token, gave?.token])
    for (const link of ["for", "with"]) {
      const whole = `${words} ${link} ${token ?? ""}`;
      const reading = token === undefined ? undefined : read(whole);
      if (reading?.kind === "call") return { words: whole, call: reading };
    }
  return {};
}

const isWords = (meant: Meant | undefined): meant is { words: string } =>
  meant !== undefined && "words" in meant;
