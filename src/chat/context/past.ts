import type { Ask } from "../ask.ts";
import type { CommandReading, FastPathReading } from "../run-turn.ts";

/** How words are read here: as a message of this caller, with the symbols of tokens in lower case. */
export type Reader = { read(words: string): FastPathReading; coins: ReadonlySet<string> };

/** What stands before a message: the operator's last command as one whole line, how it is read, and what the service showed, newest first. */
export type Past = {
  words: string;
  call: Extract<CommandReading, { kind: "call" }> | undefined;
  shown: readonly string[];
};

/** The whole command that words mean by what was said before them, or what has to be asked of it. */
export type Meant = { words: string } | { ask: Ask };
