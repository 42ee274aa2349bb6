import type { Ask } from "../ask.ts";
import type { CommandReading, FastPathReading } from "../run-turn.ts";

/**
 * How words are read here: as a message of this caller, with the symbols of tokens in lower case.
 */
export type Reader = { read(words: string): FastPathReading; coins: ReadonlySet<string> };

/**
 * What stands before a message: the operator's last command as one whole line, or what was begun of
 * one, how it is read, and what the service showed, newest first. `before`: the last one that
 * changes something, where the last only looks.
 */
export type Past = {
  words: string;
  call: Extract<CommandReading, { kind: "call" }> | undefined;
  shown: readonly string[];
  before?: string;
  /** The operator's last message itself. */
  own: string;
};

/**
 * The whole command that words mean by what was said before them (`next`: and another behind it;
 * `isOwn`: one more, and no change of it; `isGuess`: there is more in the words), or what has to be
 * asked of it.
 */
export type Meant =
  | { words: string; next?: string; isOwn?: boolean; isGuess?: boolean }
  | { ask: Ask };
