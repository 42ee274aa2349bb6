import { CommandError } from "../command-error.ts";

export type Bound = { score: number; exclusive: boolean };

/** `5`, `(5`, `-inf`, `+inf`; nothing is 0, as for C's strtod. @throws CommandError */
export function parseBound(text: string): Bound {
  const exclusive = text.startsWith("(");
  const number = exclusive ? text.slice(1) : text;
  const infinite = /^([+-]?)inf(inity)?$/i.exec(number);
  if (infinite !== null) return { score: infinite[1] === "-" ? -Infinity : Infinity, exclusive };
  if (!/^$|^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number))
    throw new CommandError("ERR min or max is not a float");
  return { score: Number(number), exclusive };
}
